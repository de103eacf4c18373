import { RetryableError } from '../values/errors/retryable-error.ts';
import { createClient } from './engine/create-client.ts';
import { noticingDamage } from './engine/notice-damage.ts';
import { createOutstanding } from './engine/outstanding.ts';
import { createForgetActors } from './operator/forget-actors.ts';
import { createOperator } from './operator/operator.ts';
import type { CompiledActor } from './step/compile-actor.ts';
import { LEASE_GRACE_MS, LEASED_AHEAD_MS } from './step/outbox.ts';
import type { ActorSystem, SystemOptions, SystemStats } from './system-options.ts';
import { openSystemParts } from './system-parts.ts';
import { createWakeRounds } from './tick/wake-rounds.ts';

/**
 * Combines the parts of the runtime into a system of actors on one store.
 *
 * @example
 * const { clock, timers } = createVirtualTime(0);
 * const store = createMemoryActorStore();
 * const system = createActorSystem({ actors: [lampActor], store, clock, timers, ids: sortableIds, random: Math.random, nodeId: 'a' });
 * system.start();
 * await system.of(lamp, 'hall').create(undefined);
 * await system.drain(1_000);
 * system.stats().types; // => ['lamp']
 */
export function createActorSystem(options: SystemOptions): ActorSystem {
  const { store, clock, timers, nodeId } = options;
  const { actors, ids, feed, residents, committer, runner, loader, engine, ticker, clientDeps, ...parts } = openSystemParts(options);
  let refusing = false;
  let draining = false;

  const wakeRounds = createWakeRounds({ timers, everyMs: options.wakeEveryMs ?? 1_000, wake: ticker.wake, onError: options.onError });

  const asks = createOutstanding();
  const refusal = () => {
    if (!refusing) return null;
    const message = 'This node is shutting down. Try again, or use another node.';
    return new RetryableError({ code: 'draining', retryAfterMs: 2_000, message });
  };
  const client = createClient({
    ...clientDeps,
    outstanding: asks,
    refuse: refusal,
    cause: options.outsideCause ?? (() => ({ kind: 'http' })),
  });

  function refuse(): void {
    refusing = true;
    wakeRounds.stop();
    runner.refuse();
  }

  async function drain(boundMs: number): Promise<{ readonly abortedEffects: number }> {
    refuse();
    draining = true;
    const late = Promise.withResolvers<void>();
    const cancel = timers.after(boundMs, late.resolve);
    const quiet = Promise.all([asks.idle(), ticker.idle()]);
    const [abortedEffects] = await Promise.all([runner.drain(boundMs), Promise.race([quiet, late.promise])]);
    cancel();
    await committer.idle();
    return { abortedEffects };
  }

  function stats(): SystemStats {
    return {
      nodeId,
      types: [...actors.keys()],
      residents: residents.size(),
      asksOutstanding: asks.count(),
      commitsOutstanding: committer.outstanding(),
      steps: Object.fromEntries([...actors].map(([type, { stepper }]) => [type, stepper.taken()])),
      effectsRunning: runner.running(),
      lastTickAtMs: ticker.lastTickAtMs(),
      draining: refusing,
    };
  }

  return {
    ...client,
    feed,
    operator: createOperator({
      ...{ actors, engine, residents, clock, timers, ids, nodeId, ...parts },
      store: noticingDamage(store, loader.setAside),
      refuse: refusal,
    }),
    tick: (tickAtMs, scope) => (draining ? Promise.resolve(null) : ticker.tick(tickAtMs, scope)),
    wake: ticker.wake,
    forget: createForgetActors({ actors, store, residents }),
    takeOver: () => ticker.takeOver(clock.now() + longestLeaseMs(actors)),
    start: wakeRounds.start,
    refuse,
    drain,
    stats,
  };
}

/** Returns the longest time, in ms, for which effects could remain leased to this node after it has died. */
function longestLeaseMs(actors: ReadonlyMap<string, CompiledActor>): number {
  const deadlines = [...actors.values()].flatMap(({ effects }) => [...effects.values()].map(({ deadlineMs }) => deadlineMs));
  return Math.max(0, ...deadlines) + LEASED_AHEAD_MS + LEASE_GRACE_MS;
}
