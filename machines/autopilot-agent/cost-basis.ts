import type { CostBasis } from './standing.ts';

/**
 * What an agent's holding cost it, from its own fills: measured amounts, so that fees are in the cost. Exact integers. What the owner
 * deposits has no cost and is not part of it; a sell takes the agent's own tokens first.
 */

/** What a sale took out of the basis. `lossBaseUnits` is 0 for a sale at a gain. */
export type BasisSale = {
  readonly left: CostBasis | null;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly lossBaseUnits: bigint;
};

export function bought(basis: CostBasis | undefined, quantity: bigint, cost: bigint): CostBasis {
  const before = basis ?? { quantity: '0', cost: '0' };
  return { quantity: (BigInt(before.quantity) + quantity).toString(), cost: (BigInt(before.cost) + cost).toString() };
}

/**
 * The proceeds are shared out over what was sold: only the part for tokens with a known cost is held against that cost.
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

/** The basis when the vault holds `holding`: smaller in proportion when the owner took some out, else the same object. */
export function withinHolding(basis: CostBasis, holding: bigint): CostBasis | null {
  return holding >= BigInt(basis.quantity) ? basis : leaving(basis, holding);
}

/** Cost goes out in proportion, rounded down, so that the last unit takes what rounding left. Null once nothing is left. */
function leaving(basis: CostBasis, quantity: bigint): CostBasis | null {
  if (quantity <= 0n) return null;
  const held = BigInt(basis.quantity);
  const cost = BigInt(basis.cost);
  return { quantity: quantity.toString(), cost: (cost - (cost * (held - quantity)) / held).toString() };
}
