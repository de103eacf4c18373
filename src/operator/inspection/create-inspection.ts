import { createSketches } from '../../../actors/sketches.ts';
import type { Config } from '../../config.ts';
import { createTradeBook } from '../../features/autopilot/trade-book.ts';
import { createFillBook } from '../../features/dca/fill-book.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { PriceSeries } from '../../market/price-series/price-series.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { createReadTransactionState } from '../../platform/chain/transaction-receipt.ts';
import { systemTimers } from '../../platform/clock/system-timers.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { ActorStore } from '../../runtime/actor-store.ts';
import { createExplainActors } from '../../runtime/explain-actors.ts';
import type { ImplementedActor } from '../../runtime/implement-actor.ts';
import type { ActorSystem } from '../../runtime/system.ts';
import type { Clock } from '../../values/clock.ts';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { Why } from '../../values/inspection/why.ts';
import { asJson } from '../../values/json.ts';
import { createActorDetails, type ReadActorDetails } from './create-actor-details.ts';

export type Inspection = { readonly why: (id: string) => Promise<Why | null>; readonly details: ReadActorDetails };

/** Joins what explains one actor to an operator: the runtime's word, the actor's own, the books, and the chain. */
export function createInspection(
  config: Config,
  deps: {
    readonly actors: readonly ImplementedActor[];
    readonly system: ActorSystem;
    readonly store: Pick<ActorStore, 'load' | 'history'>;
    readonly records: RecordStore;
    readonly tokens: Tokens;
    readonly networks: Networks;
    readonly series: PriceSeries;
    readonly openChains: OpenChains;
    readonly pauses: () => readonly TypePause[];
    readonly clock: Clock;
  },
): Inspection {
  const { actors, system, store, records, tokens, networks, series, clock } = deps;
  const { chains, executorOf } = deps.openChains;
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
