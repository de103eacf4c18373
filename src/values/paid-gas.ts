import type { BaseUnits } from './base-units.ts';
import { digits, type Form, membersOf, optional } from './document-form.ts';

/** The gas that the service paid for a fill (an executed order or trade). It is recorded with the fill. */
export type PaidGas = {
  /** The fill's share of the cost of its transaction, in base units of the chain's native coin. */
  readonly wei: BaseUnits;
  /** Dollars for one whole native coin when the fill was recorded, as a decimal string. Missing when the price was not known in time. */
  readonly nativeUsd?: string;
};

const decimal: Form<string> = (value) => typeof value === 'string' && /^[0-9]+(\.[0-9]+)?$/.test(value);

export const paidGasForm = membersOf<PaidGas>({ wei: digits, nativeUsd: optional(decimal) });

/**
 * Chooses the gas to record when a fill is recorded again. The same cost keeps the price of the first time. A transaction that a reorg
 * moved to another block has another cost, and replaces it.
 */
export function gasToKeep(stored: PaidGas | undefined, given: PaidGas | undefined): PaidGas | undefined {
  if (given === undefined) return stored;
  if (stored === undefined || stored.wei !== given.wei) return given;
  return stored.nativeUsd === undefined ? given : stored;
}
