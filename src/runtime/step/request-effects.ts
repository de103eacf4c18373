import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ActorRecord, OutboxEntry } from '../record/record.ts';
import type { AskedAction } from './asked-action.ts';
import type { CompiledActor } from './compile-actor.ts';
import { enqueue } from './outbox.ts';
import type { PlanContext } from './plan-context.ts';

const NOTHING: readonly OutboxEntry[] = [];

/**
 * Adds the effects that a step has requested to the outbox. `starting` are those for which this node has capacity; they are leased to it in
 * the same write.
 * @throws TerminalError `unknown-effect`
 */
export function requestEffects(
  actor: CompiledActor,
  { id: actorId, revision, epoch }: ActorRecord,
  actions: readonly AskedAction[],
  kept: readonly OutboxEntry[],
  { room, nodeId, nowMs }: PlanContext,
): { readonly outbox: readonly OutboxEntry[]; readonly starting: readonly OutboxEntry[] } {
  if (actions.length === 0) return { outbox: kept, starting: NOTHING };
  let left = room;
  const requested = actions.map((action, n) => {
    const spec = actor.effects.get(action.type);
    if (!spec) {
      const message = `${actorId} requested "${action.type}", which is not a declared effect.`;
      throw new TerminalError({ code: 'unknown-effect', message });
    }
    const leaseTo = left > 0 ? nodeId : null;
    const entry = enqueue(action, n, spec, { actorId, revision: revision + 1, epoch, nowMs, leaseTo });
    if (entry.leasedBy !== null) left -= 1;
    return entry;
  });
  return { outbox: [...kept, ...requested], starting: requested.filter((entry) => entry.leasedBy !== null) };
}
