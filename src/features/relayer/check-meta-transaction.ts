import type { MetaTransaction } from '../../platform/chain/relayer/relayer.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isNative } from '../../values/native.ts';
import type { BuiltTransaction } from './built-transactions.ts';

/**
 * Maximum number of seconds from now until the deadline of a signed swap. With a later deadline, the signature would still be valid when
 * the route of the swap is outdated.
 */
export const MOST_SECONDS_AHEAD = 3_600;

/**
 * Checks the deadline of a swap that is to be signed.
 * @throws TerminalError `invalid-deadline` (422) unless it is in the future by at most an hour
 */
export function checkDeadline({ deadline }: MetaTransaction, nowMs: number): void {
  const nowSec = BigInt(Math.floor(nowMs / 1_000));
  if (deadline > nowSec && deadline <= nowSec + BigInt(MOST_SECONDS_AHEAD)) return;
  const message = `The deadline must be within ${MOST_SECONDS_AHEAD} seconds from now, in Unix seconds; the time now is ${nowSec}.`;
  throw new TerminalError({ code: 'invalid-deadline', message, status: 422, details: { now: nowSec.toString() } });
}

/**
 * Compares a transaction that is to be signed with the transaction that the service built. Target, spender, calldata and value are already
 * known to be equal, because the built transaction was found by them.
 * @throws TerminalError `transaction-mismatch` (422), which lists the differences
 */
export function checkAgainstBuilt(metaTx: MetaTransaction, built: BuiltTransaction): void {
  const differs: readonly (readonly [name: string, isRight: boolean, accepted: string])[] = [
    ['from', isSameAddress(metaTx.from, built.wallet), built.wallet],
    ['fromToken', isSameToken(metaTx.fromToken, built.fromToken), built.fromToken],
    ['amountIn', metaTx.amountIn === BigInt(built.amountIn), built.amountIn],
    ['toToken', isSameToken(metaTx.toToken, built.toToken), built.toToken],
    ['amountOutMin', metaTx.amountOutMin >= BigInt(built.amountOutMin), `${built.amountOutMin} or more`],
    ['recipient', isSameAddress(metaTx.recipient, built.recipient), built.recipient],
  ];
  for (const [name, isRight, accepted] of differs) {
    if (isRight) continue;
    const message = `${name} differs from the built transaction: expected ${accepted}.`;
    throw new TerminalError({ code: 'transaction-mismatch', message, status: 422, details: { field: name } });
  }
}

function isSameToken(a: string, b: string): boolean {
  return isSameAddress(a, b) || (isNative(a) && isNative(b));
}

function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
