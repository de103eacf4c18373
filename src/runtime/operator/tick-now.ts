import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorStore } from '../record/actor-store.ts';
import type { ActorId } from '../record/record.ts';
import type { Work } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { hydrate } from '../step/hydrate.ts';
import { fetchFacts } from '../tick/fetch-facts.ts';

export type TickNowDeps = {
  readonly store: Pick<ActorStore, 'load'>;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  readonly factsDeadlineMs: number;
};

/**
 * Creates the event that a tick would send one actor now, even if it is not due. The external data (facts) for the tick is fetched for this
 * actor alone.
 * @throws TerminalError `actor-not-found`, `not-ticked` (409), `facts-unavailable` (409: this process has no source of external data),
 * `step-failed`; RetryableError `facts-deadline`; errors of the source
 */
export async function tickNow(actor: CompiledActor, id: ActorId, deps: TickNowDeps): Promise<Work> {
  const { tick } = actor.definition;
  if (tick === undefined) {
    throw new TerminalError({
      code: 'not-ticked',
      status: 409,
      message: `Actors of the type "${actor.type}" are never processed regularly (they get no ticks).`,
    });
  }
  const [found = null] = await deps.store.load([id]);
  if (found === null) throw new TerminalError({ code: 'actor-not-found', status: 404, message: `The actor ${id} does not exist.` });
  const { snapshot } = hydrate(actor, found);
  const keys = asStep(id, () => tick.facts?.(snapshot) ?? []);
  const facts = keys.length === 0 ? new Map<string, unknown>() : await fetched(actor, keys, deps);
  const event = asStep(id, () => tick.event(facts, snapshot));
  return { kind: 'tick', event };
}

function fetched(actor: CompiledActor, keys: readonly string[], deps: TickNowDeps): Promise<ReadonlyMap<string, unknown>> {
  if (actor.facts === null) {
    const message = `An actor of the type "${actor.type}" can only be processed with data from outside (${keys.join(', ')}), which only a running node can read. Add --url with the address of a node.`;
    throw new TerminalError({ code: 'facts-unavailable', status: 409, message });
  }
  return fetchFacts(actor.facts, keys, { atMs: deps.clock.now(), deadlineMs: deps.factsDeadlineMs, timers: deps.timers });
}

/** Converts an error of a definition's own code to a failed step. */
function asStep<T>(id: ActorId, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof CoxswainError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'step-failed', status: 500, message: `${id} failed when it was processed (tick): ${why}`, cause });
  }
}
