import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { AnyEffectSpec } from '../define/definition.ts';
import type { ActorRecord, OutboxEntry } from '../record/record.ts';
import { isLeasable } from './outbox.ts';

/**
 * Makes the effect with the key `key` due now, or every effect of the outbox when `key` is null. Returns the changed outbox and the keys of
 * the effects that became due; null when no effect is waiting. Running effects are not changed. Attempts restart at 1, as after a release,
 * so that an early retry does not use up the last attempt. Effects that may have happened are still checked first.
 */
export function retryEntries(
  effects: ReadonlyMap<string, AnyEffectSpec>,
  outbox: readonly OutboxEntry[],
  key: string | null,
  nowMs: number,
): { readonly outbox: readonly OutboxEntry[]; readonly keys: readonly string[] } | null {
  const keys: string[] = [];
  const retried = outbox.map((entry) => {
    if ((key !== null && entry.key !== key) || isRunning(entry, nowMs)) return entry;
    keys.push(entry.key);
    return dueNow(entry, effects.get(entry.name), nowMs);
  });
  return keys.length === 0 ? null : { outbox: retried, keys };
}

/**
 * Whether the lease of an effect is still valid. If it is valid, the node that has the lease either runs the effect or has died; this node
 * cannot distinguish the two.
 */
function isRunning(entry: OutboxEntry, nowMs: number): boolean {
  return entry.leasedBy !== null && !isLeasable(entry, nowMs);
}

function dueNow(entry: OutboxEntry, spec: AnyEffectSpec | undefined, nowMs: number): OutboxEntry {
  // An effect that is still recorded as leased, although it is not running, did not report a result before its lease expired. So it may
  // have happened.
  const isUnsure = entry.state === 'indeterminate' || (entry.leasedBy !== null && spec?.safety !== 'idempotent');
  const nextAttemptAtMs = Math.min(entry.nextAttemptAtMs, nowMs);
  return { ...entry, state: isUnsure ? 'indeterminate' : 'ready', attempts: 0, nextAttemptAtMs, leasedBy: null, leaseUntilMs: null };
}

/** Explains why no effect of an actor's outbox could be retried. */
export function retryRefusal({ id, outbox }: ActorRecord, key: string | null): TerminalError {
  if (key !== null && !outbox.some((entry) => entry.key === key)) {
    const held = outbox.length === 0 ? 'its outbox is empty' : `its outbox contains ${outbox.map((entry) => entry.key).join(', ')}`;
    return new TerminalError({ code: 'effect-not-found', status: 404, message: `${id} has no effect with the key "${key}": ${held}.` });
  }
  const running = outbox.find((entry) => entry.leasedBy !== null && (key === null || entry.key === key));
  if (running === undefined) {
    return new TerminalError({ code: 'nothing-waits', status: 409, message: `${id} has no waiting effect, so there is nothing to retry.` });
  }
  const until = running.leaseUntilMs === null ? '' : `, until ${new Date(running.leaseUntilMs).toISOString()} at the latest`;
  const message = `"${running.name}" (${running.key}) runs on ${running.leasedBy}${until}; until then it is unknown whether the effect has happened.`;
  return new TerminalError({ code: 'effect-running', status: 409, message });
}
