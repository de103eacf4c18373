import type { priceAlertMachine } from '../../machines/price-alert.ts';
import type { EffectHandlers, FactSource, TopicSource } from '../../src/runtime/define/definition.ts';
import { implementActor } from '../../src/runtime/define/implement-actor.ts';
import type { QuoteOutcome, QuoteParams, TellParams } from '../../src/values/price-alert.ts';
import { priceAlert } from './actor.ts';

/** The effects of an alert that fires: requesting a quote, and sending a notification. Both effects may run twice without harm. */
export type AlertWork = {
  /** Requests a new quote for a limit order. */
  readonly quote: (params: QuoteParams, signal: AbortSignal) => Promise<QuoteOutcome>;
  /** Stores a notification for the wallet of an alert. Repeating the call with the same alert id adds no second notification. */
  readonly tell: (alertId: string, params: TellParams) => Promise<void>;
};

export type AlertPrices = { readonly facts: FactSource; readonly topicValues: TopicSource };

export function createPriceAlertActor({ work, prices }: { readonly work: AlertWork; readonly prices: AlertPrices }) {
  const effects: EffectHandlers<typeof priceAlertMachine, (typeof priceAlert)['effects']> = {
    quote: { run: async (params, { signal }) => ({ type: 'QUOTED', outcome: await work.quote(params, signal) }) },
    tell: {
      async run(params, { actorId }) {
        await work.tell(actorId.slice(priceAlert.type.length + 1), params);
        return { type: 'TOLD' };
      },
    },
  };
  return implementActor(priceAlert, { effects, ...prices });
}
