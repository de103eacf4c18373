import type { ProfitGives } from '../features/profit/module.ts';
import type { TodayGives } from '../features/today/module.ts';
import type { Catalog } from '../market/catalog/module.ts';
import type { OpenChains } from '../market/chains/open-chains.ts';
import type { StartedModules } from '../module/start-modules.ts';
import { createActorDetails, type ReadActorDetails } from '../operator/inspection/create-actor-details.ts';
import { createSuggest } from '../operator/inspection/create-suggest.ts';
import { createSummaries, type Summaries } from '../operator/inspection/create-summaries.ts';
import { createFindNamed, type FindNamed } from '../operator/inspection/find-named.ts';
import { leadWithOutage, outageOf } from '../operator/inspection/lead-with-outage.ts';
import { createBlockedTotals } from '../operator/overview/blocked-totals.ts';
import { createReadTransactionState } from '../platform/chain/transaction-receipt.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import { createExplainActors, type ExplainActors } from '../runtime/operator/explain-actors.ts';
import { createInspectActors } from '../runtime/operator/inspect-actors.ts';
import { createSummarize } from '../runtime/operator/summarize-actors.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import type { TypePause } from '../values/inspection/actor-type.ts';
import type { BlockedTotals } from '../values/inspection/blocked-totals.ts';
import type { Suggestions } from '../values/inspection/suggestion.ts';
import type { Today } from '../values/inspection/today.ts';
import type { Why } from '../values/inspection/why.ts';
import { asJson } from '../values/json.ts';
import type { Outages } from './open-outages.ts';
import type { OpenPlatform } from './open-platform.ts';

export type Inspection = {
  readonly why: (id: string) => Promise<Why | null>;
  readonly details: ReadActorDetails;
  readonly afterRestore: ExplainActors['afterRestore'];
  readonly summaries: Summaries;
  readonly named: FindNamed;
  readonly suggest: (text: string) => Promise<Suggestions>;
  readonly blocked: () => Promise<BlockedTotals>;
  readonly today: () => Promise<Today>;
};

/**
 * Combines everything that explains one actor to an operator: the explanations of the runtime and of the actor itself, the token list, and
 * the chain.
 */
export function openInspection(
  open: OpenPlatform,
  deps: {
    readonly actors: StartedModules['actors'];
    readonly transactionSearches: StartedModules['transactionSearches'];
    readonly system: ActorSystem;
    readonly catalog: Catalog;
    readonly profit: ProfitGives;
    readonly today: TodayGives;
    readonly chains: OpenChains;
    readonly outages: Outages;
    readonly pauses: () => readonly TypePause[];
  },
): Inspection {
  const { config, store, clock } = open.platform;
  const { actors, system } = deps;
  const { show, counts, find, blockedWhy } = system.operator;
  const { tokens, networks } = deps.catalog;
  const pauseOf = (type: string) => deps.pauses().find((pause) => pause.type === type) ?? null;
  const own = { actors, clock, tickEveryMs: config.tickIntervalMs, pauseOf };
  const explain = createExplainActors({ ...own, store, timers: systemTimers });
  const { holding } = deps.outages;
  const named = createFindNamed(deps.transactionSearches);
  const summaries = createSummaries({ summarize: createSummarize(own), outages: holding, store, tokens });
  return {
    summaries,
    named,
    suggest: createSuggest({ counts, find, named, titlesOf: summaries.titlesOf, clock }),
    blocked: createBlockedTotals({ counts, find, blockedWhy, clock }),
    async today() {
      const { newestFailures: failures, ...day } = await deps.today.read();
      const titled = new Map((await summaries.titles(failures.map(({ id }) => id))).map(({ id, title }) => [id, title]));
      return { ...day, newestFailures: failures.map((failure) => ({ ...failure, title: titled.get(failure.id) ?? null })) };
    },
    async why(id) {
      const record = await show(id);
      if (record === null) return null;
      const why = await explain.whyOf(record);
      // The outages are read last, because reading the reasons why an actor waits may reveal that a chain does not answer.
      return why === null ? null : leadWithOutage(why, outageOf(record, await holding()));
    },
    afterRestore: explain.afterRestore,
    details: createActorDetails({
      ...{ tokens, networks, clock, titles: summaries.titles, profitSections: deps.profit.sectionsOf },
      actors: createInspectActors({ actors, store, clock, factsOf: explain.factsOf }),
      async viewOf({ id, type }) {
        const definition = actors.find((actor) => actor.definition.type === type)?.definition;
        const found = definition === undefined ? null : await system.of(definition, id.slice(type.length + 1)).read();
        const view = found?.view;
        return typeof view === 'object' && view !== null ? asJson(view) : null;
      },
      readTransaction: createReadTransactionState({ chains: deps.chains.chains }),
    }),
  };
}
