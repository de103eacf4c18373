import { createEffectRunner } from './effects/effect-runner.ts';
import { createCommitter } from './engine/committer.ts';
import { createClient } from './engine/create-client.ts';
import { createEngine } from './engine/engine.ts';
import { createEventIds } from './engine/event-ids.ts';
import { createFeed } from './engine/feed.ts';
import { createLoader } from './engine/loader.ts';
import { createOutstanding } from './engine/outstanding.ts';
import { createResidents } from './engine/residents.ts';
import { compileActors } from './step/compile-actor.ts';
import { DEFAULT_SUPERVISION } from './step/supervision.ts';
import type { SystemOptions } from './system-options.ts';
import { createTicker } from './tick/ticker.ts';

/** Creates and connects the parts of an actor system that work on one store. */
export function openSystemParts(options: SystemOptions) {
  const { store, clock, timers, random, nodeId } = options;
  const ids = createEventIds(options.ids);
  const tickEveryMs = options.tickEveryMs ?? 60_000;
  const factsDeadlineMs = options.factsDeadlineMs ?? 20_000;
  const actors = compileActors(options.actors);
  const feed = createFeed(options.onError ?? (() => undefined));
  const residents = createResidents(options.maxResidents ?? 100_000);
  const committer = createCommitter({ store, timers, ...(options.maxBatch === undefined ? {} : { maxBatch: options.maxBatch }) });
  const isPaused = options.isPaused ?? (() => false);

  const runner = createEffectRunner({
    nodeId,
    clock,
    timers,
    feed,
    random,
    isPaused,
    limit: options.maxEffects ?? 512,
    ids,
    actors: (by) => createClient({ ...internal, cause: () => ({ kind: 'actor', by }) }),
    around: options.aroundEffect ?? ((_effect, attempt) => attempt()),
    deliver: (id, envelope, bounded) => engine.deliver(id, envelope, bounded),
  });
  const loader = createLoader({ actors, store, committer, residents, clock, timers, feed, nodeId });
  const engine = createEngine({
    actors,
    loader,
    store,
    committer,
    residents,
    clock,
    timers,
    feed,
    nodeId,
    tickEveryMs,
    mailboxLimit: options.mailboxLimit ?? 128,
    freezeContexts: options.freezeContexts ?? false,
    isPaused,
    room: runner.room,
    reserve: runner.reserve,
    onOutbox: runner.onOutbox,
  });
  const ticker = createTicker({
    actors,
    store,
    engine,
    loader,
    runner,
    clock,
    timers,
    feed,
    isPaused,
    tickEveryMs,
    random,
    supervision: options.supervision ?? DEFAULT_SUPERVISION,
    factsDeadlineMs,
  });

  const clientDeps = { actors, store, engine, residents, ids, setAside: loader.setAside, maxOutstanding: options.maxOutstanding ?? 20_000 };
  /**
   * Actor clients for effects accept messages to actors even during a drain (orderly shutdown), so that running effects can finish. Clients
   * for external callers refuse messages during a drain.
   */
  const internal = { ...clientDeps, outstanding: createOutstanding(), refuse: () => null };
  return { actors, ids, feed, residents, committer, isPaused, runner, loader, engine, ticker, clientDeps, tickEveryMs, factsDeadlineMs };
}
