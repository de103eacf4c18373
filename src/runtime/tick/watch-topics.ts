import type { Clock } from '../../values/clock.ts';
import type { TopicSource } from '../define/definition.ts';
import type { Feed } from '../engine/feed.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorStore, DueRow, StoreRef } from '../record/actor-store.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { fetchFacts } from './fetch-facts.ts';
import type { TickScope } from './tick-rounds.ts';

export type TopicWatchDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: Pick<ActorStore, 'topics' | 'triggered'>;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  readonly feed: Feed;
  readonly deadlineMs: number;
};

/**
 * A page of actors of one type that have a fulfilled trigger according to the store, and the topic values with which the store was
 * searched.
 */
export type TriggeredPage = { readonly rows: readonly DueRow[]; readonly values: ReadonlyMap<string, number> };

export type TopicWatch = {
  /** Whether actors of this type can have triggers. */
  readonly watches: (actor: CompiledActor) => boolean;
  /**
   * Lists the actors whose triggers are fulfilled by the current topic values, page by page, except those in `served`. Each listed actor is
   * added to `served`, so that it is listed only once.
   */
  readonly triggered: (tickAtMs: number, scope: TickScope, limit: number, served: Set<StoreRef>) => AsyncGenerator<TriggeredPage>;
};

/**
 * Fetches the current values of the topics (such as prices) that actors watch, and searches the store for the actors whose triggers they
 * fulfil. The cost of a tick depends on the number of topics and of triggered actors, not on the number of waiting actors. A type without
 * triggers costs nothing.
 */
export function createTopicWatch(deps: TopicWatchDeps): TopicWatch {
  const { actors, store, clock, feed, timers } = deps;
  const watches = ({ definition, topicValues }: CompiledActor) => definition.triggers !== undefined && topicValues !== null;

  /**
   * Fetches the values of topics (such as prices); null when the source failed or was too slow. The actors that these values would have
   * triggered then wait for the next tick.
   */
  async function valuesOf(
    type: string,
    source: TopicSource,
    topics: readonly string[],
    atMs: number,
  ): Promise<ReadonlyMap<string, number> | null> {
    try {
      const found = await fetchFacts(source, topics, { atMs, deadlineMs: deps.deadlineMs, timers });
      return new Map([...found].filter(([, value]) => Number.isFinite(value)));
    } catch (error) {
      feed.publish(() => ({
        kind: 'topics-failed',
        atMs: clock.now(),
        type,
        topics: topics.length,
        error: recordedError(error, clock.now()),
      }));
      return null;
    }
  }

  async function* triggered(tickAtMs: number, { types, shards }: TickScope, limit: number, served: Set<StoreRef>) {
    for (const actor of actors.values()) {
      const { type, topicValues } = actor;
      if (topicValues === null || !watches(actor) || (types !== undefined && !types.includes(type))) continue;
      const topics = await store.topics(type);
      const values = topics.length === 0 ? null : await valuesOf(type, topicValues, topics, tickAtMs);
      if (values === null) continue;
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await store.triggered({ type, values, limit, ...(shards ? { shards } : {}), ...(cursor ? { cursor } : {}) });
        const rows = page.rows.filter(({ ref }) => !served.has(ref) && served.add(ref));
        if (rows.length > 0) yield { rows, values };
        cursor = page.cursor;
      }
    }
  }

  return { watches, triggered };
}
