// Waits for a price of a token, fires once, and then does nothing more. It never trades: when it fires, the wallet receives a notification,
// which for a limit order also contains a quote.
//
// waiting --TICK: after its end--> expired
//    |  |
//    |  +---TICK: the price fulfils the condition--> telling (alerts); effect: tell
//    |  \---the same of a limit order--> quoting; effect: quote --QUOTED--> telling
//    +--CANCEL--> cancelled                                          telling --TOLD--> fired
//
// any --REMOVE: the owner deletes the account of the alert's wallet--> removed
//
// The quote is stored in the alert's record, and the notification is created from this record. So repeating the effect `tell` creates the
// same notification.

import { assign, setup } from 'xstate';
import type { PriceFact } from '../src/values/autopilot/facts.ts';
import {
  type AlertCanceller,
  firesAt,
  type PriceAlertContext,
  type PriceAlertInput,
  type QuoteOutcome,
  type QuoteParams,
  type TellParams,
} from '../src/values/price-alert.ts';

type Timed<T> = T & { readonly at: number };

export type PriceAlertEvent =
  | Timed<{ readonly type: 'TICK'; readonly price: PriceFact | null }>
  | Timed<{ readonly type: 'CANCEL'; readonly by: AlertCanceller }>
  | Timed<{ readonly type: 'REMOVE' }>
  | Timed<{ readonly type: 'QUOTED'; readonly outcome: QuoteOutcome }>
  | Timed<{ readonly type: 'TOLD' }>;

function tellParams({ context }: { readonly context: PriceAlertContext }): TellParams {
  const { cancelledBy: _never, fired, ...told } = context;
  if (fired === null) throw new TypeError('A notification is requested for an alert that has not fired');
  return { ...told, fired };
}

function quoteParams({ context: { wallet, order } }: { readonly context: PriceAlertContext }): QuoteParams {
  if (order === null) throw new TypeError('A quote is requested for an alert without an order');
  return { wallet, order };
}

export const priceAlertMachine = setup({
  types: { context: {} as PriceAlertContext, events: {} as PriceAlertEvent, input: {} as PriceAlertInput },
  actions: {
    quote: (_, _params: QuoteParams) => {},
    tell: (_, _params: TellParams) => {},
    fire: assign(({ event }) => {
      if (event.type !== 'TICK' || event.price?.kind !== 'price') return {};
      const { usd, source, atMs: priceAtMs } = event.price;
      return { fired: { usd, source, priceAtMs, atMs: event.at } };
    }),
    keepQuote: assign(({ event }) => (event.type === 'QUOTED' ? { outcome: event.outcome } : {})),
    noteCancel: assign(({ event }) => (event.type === 'CANCEL' ? { cancelledBy: event.by } : {})),
  },
  guards: {
    isOver: ({ context, event }) => event.at >= context.expiresAtMs,
    isOrderReached: ({ context, event }) => event.type === 'TICK' && context.order !== null && firesAt(context.condition, event.price),
    isReached: ({ context, event }) => event.type === 'TICK' && firesAt(context.condition, event.price),
    // A chat message that states a wallet without proof cannot cancel an alert that the wallet itself created.
    mayCancel: ({ context, event }) => event.type === 'CANCEL' && (event.by !== 'chat' || context.origin === 'chat'),
  },
}).createMachine({
  id: 'price-alert',
  context: ({ input }) => ({ ...input, fired: null, outcome: null, cancelledBy: null }),
  initial: 'waiting',
  // A tick or the result of an effect can arrive after the alert has left the state that handles it. Such an event is ignored.
  on: { TICK: {}, QUOTED: {}, TOLD: {}, REMOVE: '.removed' },
  states: {
    waiting: {
      on: {
        TICK: [
          { guard: 'isOver', target: 'expired' },
          { guard: 'isOrderReached', target: 'quoting', actions: 'fire' },
          { guard: 'isReached', target: 'telling', actions: 'fire' },
          {},
        ],
        CANCEL: { guard: 'mayCancel', target: 'cancelled', actions: 'noteCancel' },
      },
    },
    quoting: {
      entry: { type: 'quote', params: quoteParams },
      on: { QUOTED: { target: 'telling', actions: 'keepQuote' } },
    },
    telling: {
      entry: { type: 'tell', params: tellParams },
      on: { TOLD: 'fired' },
    },
    fired: {},
    expired: {},
    cancelled: {},
    removed: {},
  },
});
