import type { Address } from './address.ts';
import { TerminalError } from './errors/terminal-error.ts';

/** The transaction of a batch, as passed to the transaction sender. Gas is a decimal string. */
export type BatchCall = {
  readonly executor: Address;
  readonly call: { readonly to: string; readonly data: string; readonly value: string; readonly gas: string };
  /**
   * Deadline in unix seconds, compared with the time of the chain's blocks. After it, the vault refuses the call and the transaction sender
   * cancels the transaction.
   */
  readonly deadlineSec: number;
};

/**
 * Gas that a vault reserves for each item of a batch, in addition to the item's own gas limit, by kind of vault. Equal to
 * `ITEM_RESERVE_GAS` in DcaVault.sol and AutopilotVault.sol.
 */
export const ITEM_RESERVE_GAS = { dca: 260_000, autopilot: 60_000 } as const;
/** Gas of a batch, in gas units, for the transaction itself, the batch's checks and the reentrancy guard. */
const BASE_GAS = 100_000n;

/**
 * Computes the gas limit of a batch, so that the vault has enough gas left before each item and no item fails for lack of gas. A call can
 * forward at most 63/64 of the remaining gas.
 * @param gasLimits the gas limits of the single items
 * @param data the calldata of the batch, in hex
 */
export function batchGas(gasLimits: readonly bigint[], reserveGas: number, data: string): bigint {
  const calldata = BigInt(data.length / 2) * 16n;
  return gasLimits.reduce((sum, limit) => sum + (limit * 64n) / 63n + 1n + BigInt(reserveGas), BASE_GAS + calldata);
}

/**
 * Validates the calldata of a route. @param whose the beginning of the error message, which names the origin of the calldata @throws
 * TerminalError `invalid-calldata`
 */
export function parseCalldata(text: string, whose: string): `0x${string}` {
  if (!/^0x([0-9a-f]{2})*$/i.test(text))
    throw new TerminalError({ code: 'invalid-calldata', message: `${whose} calldata is not hex: 0x followed by pairs of hex digits.` });
  return `0x${text.slice(2)}`;
}
