import type { MinedTransaction, SimBlock } from '../dca/sim-chain.ts';
import type { Outcome } from './requester-actor.ts';

export type Requested = { readonly requestKey: string; readonly data: `0x${string}`; readonly deadlineSec: number };

/**
 * Checks that no call is mined twice on the simulated chain.
 * @returns the problem, or null
 */
export function checkMined(blocks: readonly SimBlock[]): string | null {
  const calls = new Map<string, string>();
  for (const { hash, data } of transactionsOf(blocks)) {
    if (data === '0x') continue;
    const other = calls.get(data);
    if (other !== undefined) return `one call was mined twice, as ${other} and ${hash}`;
    calls.set(data, hash);
  }
  return null;
}

/**
 * Checks that each request to the sender has the outcome that the chain shows.
 * @returns the problem, or null
 */
export function checkOutcomes(
  blocks: readonly SimBlock[],
  requested: readonly Requested[],
  outcomes: ReadonlyMap<string, Outcome>,
): string | null {
  const mined = new Map(transactionsOf(blocks).map((transaction) => [transaction.data, transaction]));
  for (const { requestKey, data } of requested) {
    const told = outcomes.get(requestKey);
    if (told === undefined) return `${requestKey} has no outcome`;
    const { outcome, txHash } = told;
    const transaction = mined.get(data);
    const shown = transaction === undefined ? null : transaction.status === 'success' ? 'mined' : 'reverted';
    const isCall = outcome === 'mined' || outcome === 'reverted';
    if (isCall && (shown !== outcome || transaction?.hash !== txHash))
      return `${requestKey} is ${outcome} by ${txHash}, and the chain shows ${shown} by ${transaction?.hash}`;
    if (!isCall && shown !== null) return `${requestKey} is ${outcome}, and the chain shows ${shown}`;
  }
  return null;
}

function transactionsOf(blocks: readonly SimBlock[]): readonly MinedTransaction[] {
  return blocks.flatMap(({ transactions }) => transactions);
}
