import type { Clock } from '../../values/clock.ts';
import type { Feed } from '../engine/feed.ts';
import type { Timers } from '../engine/timers.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { Cell } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { type BackOff, tickFailure } from './back-off.ts';
import { fetchFacts } from './fetch-facts.ts';
import type { SharedFactsOfTick } from './shared-facts.ts';
import type { TickCounts } from './tick-counts.ts';

export type GatherFactsDeps = {
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  readonly feed: Feed;
  readonly factsDeadlineMs: number;
  readonly backOff: BackOff;
};

/**
 * The facts (external data) of one tick: those already fetched, by actor type, and those shared with ticks of other shard groups in the
 * same minute.
 */
export type TickFacts = { readonly byType: Map<string, Map<string, unknown>>; readonly shared: SharedFactsOfTick };

/** The external data (facts) for a group of actors of one type. `able` are the actors whose needed keys could be determined. */
export type GatheredFacts = {
  /**
   * The fetched external data by key. Null when the source failed or was too slow; no actor of the group is then processed, since
   * incomplete data is not enough.
   */
  readonly known: ReadonlyMap<string, unknown> | null;
  readonly able: readonly Cell[];
};

export type GatherFacts = (
  actor: CompiledActor,
  group: readonly Cell[],
  facts: TickFacts,
  tickAtMs: number,
  counts: TickCounts,
) => Promise<GatheredFacts>;

/**
 * Fetches the external data (facts) that a group's actors need. Each key is fetched once per tick, and only once for all shard groups
 * (groups of actors) within a minute.
 */
export function createGatherFacts(deps: GatherFactsDeps): GatherFacts {
  const { clock, timers, feed, backOff } = deps;

  /**
   * Collects the keys of the external data (facts) that a group's actors need. If the keys of one actor cannot be determined, that actor
   * backs off, and the other actors are still processed.
   */
  async function wantedKeys(
    actor: CompiledActor,
    group: readonly Cell[],
    tickAtMs: number,
    counts: TickCounts,
  ): Promise<{ readonly wanted: ReadonlySet<string>; readonly able: readonly Cell[] }> {
    const wanted = new Set<string>();
    const keysOf = actor.definition.tick?.facts;
    if (!keysOf || !actor.facts) return { wanted, able: group };
    const able: Cell[] = [];
    const unable: Promise<void>[] = [];
    for (const cell of group) {
      try {
        if (cell.loaded) for (const key of keysOf(cell.loaded.snapshot)) wanted.add(key);
        able.push(cell);
      } catch (error) {
        counts.failed += 1;
        unable.push(new Promise((over) => backOff(cell, tickFailure(deps, cell, error), tickAtMs, over)));
      }
    }
    await Promise.all(unable);
    return { wanted, able };
  }

  async function factsFor(
    actor: CompiledActor,
    wanted: ReadonlySet<string>,
    { byType, shared }: TickFacts,
    atMs: number,
    counts: TickCounts,
  ): Promise<ReadonlyMap<string, unknown> | null> {
    const known = byType.get(actor.type) ?? new Map<string, unknown>();
    byType.set(actor.type, known);
    const missing = [...wanted].filter((key) => !known.has(key));
    const source = actor.facts;
    if (missing.length === 0 || !source) return known;
    const fetch = (keys: readonly string[]) => fetchFacts(source, keys, { atMs, deadlineMs: deps.factsDeadlineMs, timers });
    try {
      const { values, fetched } = await shared.get(actor.type, missing, fetch);
      counts.factsFetched += fetched;
      for (const [key, value] of values) known.set(key, value);
      return known;
    } catch (error) {
      feed.publish(() => ({
        kind: 'facts-failed',
        atMs: clock.now(),
        type: actor.type,
        keys: missing.length,
        error: recordedError(error, clock.now()),
      }));
      return null;
    }
  }

  return async (actor, group, facts, tickAtMs, counts) => {
    const { wanted, able } = await wantedKeys(actor, group, tickAtMs, counts);
    return { known: await factsFor(actor, wanted, facts, tickAtMs, counts), able };
  };
}
