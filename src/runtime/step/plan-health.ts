import type { OutboxEntry } from '../record/record.ts';
import type { Envelope, Loaded, Work } from './cell.ts';
import { planOfUpkeep } from './commit-plans.ts';
import type { CompiledActor } from './compile-actor.ts';
import type { PlanContext, Planned } from './plan-context.ts';

/** Plans the commit that changes an actor's health: backing off, quarantine, or release. */
export function planHealth(
  actor: CompiledActor,
  loaded: Loaded,
  work: Extract<Work, { readonly kind: 'health' }>,
  envelope: Envelope,
  context: PlanContext,
): Planned {
  const { record } = loaded;
  const health = work.change(record.health);
  if (health === record.health) return { unchanged: true, accepted: true };
  const outbox = work.name === 'runtime.released' ? record.outbox.map((entry) => releasedEntry(entry, context.nowMs)) : record.outbox;
  const event = { type: work.name, error: health.lastError };
  return planOfUpkeep(actor, loaded, { outbox, health, event, starting: [] }, envelope, context);
}

/** Makes a waiting effect of a released actor due immediately, and resets its number of attempts. */
function releasedEntry(entry: OutboxEntry, nowMs: number): OutboxEntry {
  return entry.leasedBy === null ? { ...entry, attempts: 0, nextAttemptAtMs: nowMs } : entry;
}
