import { type BaseUnits, NO_UNITS, toBaseUnits } from './base-units.ts';

/**
 * The cost, including fees, of tokens that were bought and are still held. `quantity` is in base units of the token, `cost` in base units
 * of the token with which it was paid.
 * Average cost is used, computed with exact integers from the amounts that trades actually moved. Deposited tokens have no known cost and
 * are not included. In a sale, the tokens with a known cost count as sold first.
 */
export type CostBasis = { readonly quantity: BaseUnits; readonly cost: BaseUnits };

/** How a sale changes the cost basis (the cost of the tokens still held). `lossBaseUnits` is 0 when the sale made a gain. */
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
 * Removes sold tokens from the cost basis and computes the loss. If only some of the sold tokens have a known cost, only their share of the
 * proceeds is compared with that cost.
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
 * Reduces quantity and cost in proportion when the vault holds fewer tokens than `quantity`, because the owner withdrew some. Returns the
 * same object when the vault holds enough.
 */
export function withinHolding(basis: CostBasis, holding: bigint): CostBasis | null {
  return holding >= BigInt(basis.quantity) ? basis : leaving(basis, holding);
}

/** Removes tokens from the cost basis, with a proportional share of their cost, rounded down. Returns null when no tokens remain. */
function leaving(basis: CostBasis, quantity: bigint): CostBasis | null {
  if (quantity <= 0n) return null;
  const held = BigInt(basis.quantity);
  const cost = BigInt(basis.cost);
  return { quantity: toBaseUnits(quantity), cost: toBaseUnits(cost - (cost * (held - quantity)) / held) };
}
