import { NO_UNITS, toBaseUnits } from '../../src/values/base-units.ts';
import type { CostBasis } from './engine-state.ts';

/**
 * Tracks what an agent paid for the tokens that it holds, from measured fills, so that fees are included. Exact integers. Tokens that the
 * owner deposited have no cost and are not counted; a sale takes the agent's own tokens first.
 */

/** The effect of a sale on the cost basis. `lossBaseUnits` is 0 for a sale at a gain. */
export type BasisSale = {
  readonly left: CostBasis | null;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly lossBaseUnits: bigint;
};

export function bought(basis: CostBasis | undefined, quantity: bigint, cost: bigint): CostBasis {
  const before = basis ?? { quantity: NO_UNITS, cost: NO_UNITS };
  return { quantity: toBaseUnits(BigInt(before.quantity) + quantity), cost: toBaseUnits(BigInt(before.cost) + cost) };
}

/**
 * Removes sold tokens from the cost basis and computes the loss. Only the part of the proceeds that pays for tokens with a known cost is
 * compared with that cost.
 */
export function sold(basis: CostBasis | undefined, quantity: bigint, proceeds: bigint): BasisSale {
  if (basis === undefined || quantity <= 0n) return { left: basis ?? null, quantity: 0n, cost: 0n, lossBaseUnits: 0n };
  const held = BigInt(basis.quantity);
  const own = quantity < held ? quantity : held;
  const left = leaving(basis, held - own);
  const cost = BigInt(basis.cost) - BigInt(left?.cost ?? '0');
  const share = (proceeds * own) / quantity;
  return { left, quantity: own, cost, lossBaseUnits: cost > share ? cost - share : 0n };
}

/**
 * Reduces the cost basis in proportion when the vault holds fewer tokens than the basis counts (the owner withdrew some). Otherwise returns
 * the same object.
 */
export function withinHolding(basis: CostBasis, holding: bigint): CostBasis | null {
  return holding >= BigInt(basis.quantity) ? basis : leaving(basis, holding);
}

/** Removes tokens from the basis with a proportional share of the cost, rounded down. Null once no tokens are left. */
function leaving(basis: CostBasis, quantity: bigint): CostBasis | null {
  if (quantity <= 0n) return null;
  const held = BigInt(basis.quantity);
  const cost = BigInt(basis.cost);
  return { quantity: toBaseUnits(quantity), cost: toBaseUnits(cost - (cost * (held - quantity)) / held) };
}
