import { countText } from '../../values/inspection/plain-number.ts';
import { whenText } from '../../values/inspection/plain-time.ts';
import type { OwnWhy } from '../../values/inspection/why.ts';
import type { AnyActorDefinition } from '../define/definition.ts';
import type { OutboxEntry } from '../record/record.ts';
import { DEFAULT_RETRY } from '../step/backoff.ts';

/** If an effect's maximum number of attempts is at least this number, its attempts are described as unlimited. */
const ENDLESS = 100_000;

export type EffectWhy = Pick<OwnWhy, 'code' | 'sentence'>;

/** Describes the state of one outbox effect in a sentence. */
export function effectWhy(entry: OutboxEntry, { effects }: Pick<AnyActorDefinition, 'effects'>, nowMs: number): EffectWhy {
  const { name, state, leasedBy, leaseUntilMs, attempts, nextAttemptAtMs, lastError } = entry;
  const most = effects[name]?.retry?.maxAttempts ?? DEFAULT_RETRY.maxAttempts;
  const attemptOf = (number: number) => (most >= ENDLESS ? `attempt ${number}` : `attempt ${number} of ${most}`);
  const failed = lastError === null ? '' : ` The last attempt failed: ${lastError.code}: ${lastError.message}`;

  if (leasedBy !== null && leaseUntilMs !== null) {
    if (leaseUntilMs <= nowMs) {
      const ended = `The effect "${name}" was started on ${leasedBy} and reported no result by ${whenText(leaseUntilMs, nowMs)}.`;
      return { code: 'effect-unknown', sentence: `${ended} ${whatIsDone(effects[name]?.safety)}` };
    }
    const doing = state === 'indeterminate' ? 'is being looked up' : 'is running';
    const bound = `its time limit is ${whenText(leaseUntilMs, nowMs)}.`;
    return { code: 'effect-running', sentence: `The effect "${name}" ${doing} on ${leasedBy}, ${attemptOf(attempts)}: ${bound}${failed}` };
  }
  if (state === 'indeterminate') {
    const sentence = `It is unknown whether the effect "${name}" happened. Its result is looked up at ${whenText(nextAttemptAtMs, nowMs)}, before it may run again.${failed}`;
    return { code: 'effect-unknown', sentence };
  }
  if (attempts === 0) return { code: 'effect-waiting', sentence: `The effect "${name}" begins at ${whenText(nextAttemptAtMs, nowMs)}.` };
  const again = `The effect "${name}" is tried again at ${whenText(nextAttemptAtMs, nowMs)}, ${attemptOf(attempts + 1)}.`;
  return { code: 'effect-waiting', sentence: `${again}${failed}` };
}

/**
 * Selects the outbox entry (unfinished effect) that best explains why an actor does not proceed. An effect whose outcome is unknown is
 * preferred, then a failed effect, then any other.
 */
export function tellingEntry(outbox: readonly OutboxEntry[], nowMs: number): OutboxEntry | null {
  const rank = (entry: OutboxEntry): number => {
    if (entry.state === 'indeterminate' || (entry.leaseUntilMs !== null && entry.leaseUntilMs <= nowMs)) return 0;
    return entry.lastError !== null ? 1 : entry.leasedBy !== null ? 2 : 3;
  };
  return [...outbox].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** Whether an effect has failed, or its outcome is unknown (also because its lease has expired). */
export function isInTrouble(entry: OutboxEntry, nowMs: number): boolean {
  return entry.lastError !== null || entry.state === 'indeterminate' || (entry.leaseUntilMs !== null && entry.leaseUntilMs <= nowMs);
}

export function moreEffects(count: number): string {
  return `The actor has also requested ${countText(count, 'more effect')}.`;
}

function whatIsDone(safety: 'idempotent' | 'reconcile' | undefined): string {
  return safety === 'reconcile'
    ? 'The result of the effect is looked up before it may run again.'
    : 'The effect is safe to repeat, and is started again.';
}
