import { createSketches } from '../../actors/sketches.ts';
import { createTradeBook } from '../features/autopilot/trade-book.ts';
import { createFillBook } from '../features/dca/fill-book.ts';
import type { Catalog } from '../market/catalog/module.ts';
import type { OpenChains } from '../market/chains/open-chains.ts';
import type { PriceHistory } from '../market/price-series/module.ts';
import type { StartedModules } from '../module/start-modules.ts';
import { createActorDetails, type ReadActorDetails } from '../operator/inspection/create-actor-details.ts';
import { createReadTransactionState } from '../platform/chain/transaction-receipt.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import { createExplainActors } from '../runtime/operator/explain-actors.ts';
import type { ActorSystem } from '../runtime/system.ts';
import type { TypePause } from '../values/inspection/actor-type.ts';
import type { Why } from '../values/inspection/why.ts';
import { asJson } from '../values/json.ts';
import type { OpenPlatform } from './open-platform.ts';

export type Inspection = { readonly why: (id: string) => Promise<Why | null>; readonly details: ReadActorDetails };

/** Joins what explains one actor to an operator: the runtime's word, the actor's own, the books, and the chain. */
export function openInspection(
  open: OpenPlatform,
  deps: {
    readonly actors: StartedModules['actors'];
    readonly system: ActorSystem;
    readonly catalog: Catalog;
    readonly chains: OpenChains;
    readonly priceHistory: PriceHistory;
    readonly pauses: () => readonly TypePause[];
  },
): Inspection {
  const { config, store, records, clock } = open.platform;
  const { actors, system } = deps;
  const { tokens, networks } = deps.catalog;
  const { series } = deps.priceHistory;
  const { chains, executorOf } = deps.chains;
  const explain = createExplainActors({
    ...{ actors, store, clock },
    timers: systemTimers,
    tickEveryMs: config.tickIntervalMs,
    pauseOf: (type) => deps.pauses().find((pause) => pause.type === type) ?? null,
  });
  const load = async (id: string) => (await store.load([id]))[0]?.record ?? null;
  return {
    why: explain.why,
    details: createActorDetails({
      ...{ load, tokens, networks, series, clock },
      history: (id, limit) => store.history(id, { limit }),
      ...createSketches({
        actors: system,
        executorOf,
        nowMs: clock.now,
        async factsOf(id) {
          const record = await load(id);
          return record === null ? null : (await explain.factsOf(record)).facts;
        },
      }),
      async viewOf({ id, type }) {
        const definition = actors.find((actor) => actor.definition.type === type)?.definition;
        const found = definition === undefined ? null : await system.of(definition, id.slice(type.length + 1)).read();
        const view = found?.view;
        return typeof view === 'object' && view !== null ? asJson(view) : null;
      },
      trades: createTradeBook({ records }),
      fills: createFillBook({ records }),
      readTransaction: createReadTransactionState({ chains }),
      executorOf,
    }),
  };
}
