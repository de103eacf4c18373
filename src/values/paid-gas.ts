import type { BaseUnits } from './base-units.ts';
import { digits, type Form, membersOf, optional } from './document-form.ts';

/** The gas that the service paid for a fill (an executed order or trade). It is recorded with the fill. */
export type PaidGas = {
  /** The fill's share of the cost of its transaction, in base units of the chain's native coin. */
  readonly wei: BaseUnits;
  /**
   * Price in dollars of one whole native coin when the fill was recorded, as a decimal string. Missing when the price was not known at that
   * time.
   */
  readonly nativeUsd?: string;
};

const decimal: Form<string> = (value) => typeof value === 'string' && /^[0-9]+(\.[0-9]+)?$/.test(value);

export const paidGasForm = membersOf<PaidGas>({ wei: digits, nativeUsd: optional(decimal) });

/**
 * Chooses the gas cost to store when the same fill is recorded again. If the cost is unchanged, the stored dollar price is kept. If a chain
 * reorganization moved the transaction to another block and its cost changed, the new cost and price are stored.
 */
export function gasToKeep(stored: PaidGas | undefined, given: PaidGas | undefined): PaidGas | undefined {
  if (given === undefined) return stored;
  if (stored === undefined || stored.wei !== given.wei) return given;
  return stored.nativeUsd === undefined ? given : stored;
}
