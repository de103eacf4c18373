import type { Config } from '../config.ts';
import { createTokens } from '../market/tokens/create-tokens.ts';
import { createSummaries, type Summaries } from '../operator/inspection/create-summaries.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import { actorWithoutEffects } from '../runtime/define/implement-actor.ts';
import { createExplainActors, type ExplainActors } from '../runtime/operator/explain-actors.ts';
import { createSummarize } from '../runtime/operator/summarize-actors.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import type { TypePause } from '../values/inspection/actor-type.ts';
import type { OpenStore } from './open-store.ts';
import { actorDefinitions } from './registry.ts';

type StoredDeps = { readonly config: Config; readonly clock: Clock; readonly pauses: () => readonly TypePause[] };

/**
 * Explains why stored actors do not act, from the results of their last evaluations. It is for a process that reads neither prices nor
 * chains.
 */
export function explainStored(store: Pick<ActorStore, 'load'>, deps: StoredDeps): Pick<ExplainActors, 'why' | 'afterRestore'> {
  return createExplainActors({ ...ownOf(deps), store, timers: systemTimers });
}

/** Builds the titles of stored actors. It takes the names of tokens from the token list of the same store. */
export function summarizeStored({ actors, records }: Pick<OpenStore, 'actors' | 'records'>, deps: StoredDeps): Pick<Summaries, 'titles'> {
  const tokens = createTokens({ records, clock: deps.clock });
  return createSummaries({ summarize: createSummarize(ownOf(deps)), outages: async () => [], store: actors, tokens });
}

function ownOf({ config, clock, pauses }: StoredDeps) {
  return {
    ...{ clock, tickEveryMs: config.tickIntervalMs },
    actors: actorDefinitions.map((definition) => actorWithoutEffects(definition)),
    pauseOf: (type: string) => pauses().find((pause) => pause.type === type) ?? null,
  };
}
