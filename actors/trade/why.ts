import type { TradeContext } from '../../machines/trade/context.ts';
import { clause, countText, shortHash } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';
import { STATUS_UNKNOWN } from '../../src/values/trade-ends.ts';
import { statusOf } from './view.ts';

type Snapshot = { readonly value: unknown; readonly context: TradeContext };

/** Explains to operators what a trade record waits for, or why the trade ended. */
export function whyTrade({ value, context }: Snapshot, nowMs: number): OwnWhy {
  const { terms, hash, reason, substatus, settledAtMs, giveUpAtMs } = context;
  const details = detailsOf(context, nowMs);
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  const when = settledAtMs === null ? '' : ` at ${whenText(settledAtMs, nowMs)}`;
  const word = substatus === null ? '' : ` (${substatus})`;
  switch (statusOf(value)) {
    case 'success':
      return say('success', `The ${terms.type} arrived${word}. This was detected${when}.`);
    case 'failed':
      if (reason === STATUS_UNKNOWN) {
        const sentence = `The outcome of the ${terms.type} is unknown, and the service no longer checks it${when === '' ? '' : ` since${when.slice(3)}`}. A refresh request makes the service check again.`;
        return say('status-unknown', sentence);
      }
      return say('failed', `The ${terms.type} failed${word}${reason === null ? '' : `: ${clause(reason)}`}. This was detected${when}.`);
    case 'pending': {
      if (hash === null && terms.reference === null) {
        const lost = reason === 'hash-of-another-record' ? ' The submitted hash belongs to another record.' : '';
        return say(
          'waiting-for-hash',
          `The record waits until the client submits the hash of its transaction.${lost} It stops waiting at ${whenText(giveUpAtMs, nowMs)}.`,
        );
      }
      const what = hash === null ? `${terms.aggregator ?? 'the aggregator'}'s status of the trade` : `transaction ${shortHash(hash)}`;
      return say(
        'waiting-for-outcome',
        `The service checks ${what} until there is an outcome, at the latest until ${whenText(giveUpAtMs, nowMs)}.${pendingWord(context)}`,
      );
    }
  }
}

function pendingWord({ reason, substatus }: TradeContext): string {
  if (reason !== null) return ` Result of the last check: ${clause(reason)}.`;
  return substatus === null ? '' : ` Result of the last check: ${clause(substatus)}.`;
}

function detailsOf({ lookNo, lastLookAtMs, destinationHash }: TradeContext, nowMs: number): readonly string[] {
  const lines: string[] = [];
  if (lookNo > 0) {
    const last = lastLookAtMs === null ? 'none of which has returned a result yet' : `the last result at ${whenText(lastLookAtMs, nowMs)}`;
    lines.push(`${countText(lookNo, 'check')} requested, ${last}.`);
  }
  if (destinationHash !== null) lines.push(`The transaction on the other chain is ${shortHash(destinationHash)}.`);
  return lines;
}
