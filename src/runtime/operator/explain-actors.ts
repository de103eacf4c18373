import type { Clock } from '../../values/clock.ts';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { Consequence } from '../../values/inspection/consequence.ts';
import type { Why } from '../../values/inspection/why.ts';
import { redactUrls } from '../../values/redact-urls.ts';
import type { AnyActorDefinition, Facts } from '../define/definition.ts';
import type { ImplementedActor } from '../define/implement-actor.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorStore } from '../record/actor-store.ts';
import type { ActorId, ActorRecord } from '../record/record.ts';
import { snapshotOf } from '../step/hydrate.ts';
import { fetchFacts } from '../tick/fetch-facts.ts';
import { consequencesOf } from './after-restore.ts';
import type { RestorePreview } from './restore-actor.ts';
import { whyOf } from './why.ts';

/** The external data (facts) that a tick would receive now, or a sentence which explains why it is not available. */
export type FactsNow = { readonly facts: Facts | null; readonly problem: string | null };

export type ExplainActors = {
  /** Explains an actor; null when the actor does not exist, or its type is unknown. */
  readonly why: (id: ActorId) => Promise<Why | null>;
  /** Explains an actor by its record; null when its type is unknown. */
  readonly whyOf: (record: ActorRecord) => Promise<Why | null>;
  readonly factsOf: (record: ActorRecord) => Promise<FactsNow>;
  /**
   * Lists the consequences of the previewed restore. Those that prevent the actor from acting come first. The list is empty when the
   * restore would be refused.
   */
  readonly afterRestore: (preview: Pick<RestorePreview, 'record' | 'current'>) => Promise<readonly Consequence[]>;
};

/**
 * Time limit in ms for fetching the external data (facts) of a tick. Because an operator waits for the explanation, it is given without
 * data that takes longer.
 */
const FACTS_WITHIN_MS = 3_000;

/**
 * Explains what actors wait for. The facts (current external data such as prices) are fetched for each actor separately. No actor processes
 * an event or is changed.
 */
export function createExplainActors(deps: {
  readonly actors: readonly Pick<ImplementedActor, 'definition' | 'facts'>[];
  readonly store: Pick<ActorStore, 'load'>;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  readonly tickEveryMs: number;
  readonly pauseOf: (type: string) => TypePause | null;
}): ExplainActors {
  const { store, clock, timers, tickEveryMs, pauseOf } = deps;
  const actors = new Map(deps.actors.map((actor) => [actor.definition.type, actor]));

  async function factsOf(record: ActorRecord): Promise<FactsNow> {
    const actor = actors.get(record.type);
    const source = actor?.facts ?? null;
    if (actor === undefined || source === null || record.snapshot.status !== 'active') return { facts: null, problem: null };
    try {
      const keys = factKeysOf(actor.definition, record);
      if (keys.length === 0) return { facts: new Map<string, unknown>(), problem: null };
      return { facts: await fetchFacts(source, keys, { atMs: clock.now(), deadlineMs: FACTS_WITHIN_MS, timers }), problem: null };
    } catch (error) {
      const reason = redactUrls(error instanceof Error ? error.message : String(error));
      return { facts: null, problem: `Data that the actor needs to be processed, such as prices, is not available now: ${reason}` };
    }
  }

  async function explain(record: ActorRecord): Promise<Why | null> {
    const definition = actors.get(record.type)?.definition;
    if (definition === undefined) return null;
    const { facts, problem } = definition.inspection?.why === undefined ? { facts: null, problem: null } : await factsOf(record);
    const why = whyOf({ record, definition, nowMs: clock.now(), pause: pauseOf(record.type), tickEveryMs, facts });
    return problem === null ? why : { ...why, details: [...why.details, problem] };
  }

  return {
    factsOf,
    async afterRestore({ record: restored, current }) {
      const definition = actors.get(current.type)?.definition;
      if (restored === null || definition === undefined) return [];
      const now = definition.inspection?.consequences === undefined ? { facts: null, problem: null } : await factsOf(restored);
      return consequencesOf({ definition, restored, current, now, nowMs: clock.now(), pause: pauseOf(current.type) });
    },
    async why(id) {
      const [found = null] = await store.load([id]);
      return found === null ? null : await explain(found.record);
    },
    whyOf: explain,
  };
}

function factKeysOf(definition: AnyActorDefinition, record: ActorRecord): readonly string[] {
  return definition.tick?.facts?.(snapshotOf(definition, record)) ?? [];
}
