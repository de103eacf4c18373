// One purchase, sale or exchange at a ramp provider (a service that exchanges money and crypto). The order's status is the one that the
// provider reports when it is asked; a webhook only causes the provider to be asked sooner.
//
//   created --OPENED, HINTED, REFRESH, TICK: the time to ask the provider has come--> the same status; effect: ask
//   any open status --ANSWERED--> the status that the provider reports
//   any open status --ANSWERED: completed, but the chain does not show the delivery yet--> delivering
//   created --TICK: for a day, the provider has not known the order--> expired (not-begun)
//   any other open status --TICK: no change for 30 days--> unknown (no-news)
//   failed, cancelled, expired --ANSWERED--> completed, refunded; or any status, when the person began a new order under the same reference
//   completed --ANSWERED--> refunded
//   completed --DELIVERY_GONE: a reorg removed the block in which the crypto had arrived--> delivering
//   expired (not-begun), unknown --ANSWERED--> the status that the provider reports
//
// Each change of the status requests the effect `tell`, which notifies the wallet. At most one request to the provider is in progress; the
// answer to an earlier request is ignored.

import { assign, setup } from 'xstate';
import type { AskParams, RampOrderContext, RampOrderEvent, RampOrderInput, RampOwnEnd, TellParams } from '../src/values/ramp-order.ts';
import { type RampStatus, rampStatuses } from '../src/values/ramp-status.ts';
import * as orders from './ramp-order/context.ts';
import { endsAtMs, isFinal } from './ramp-order/schedule.ts';

type Move = { readonly from: RampStatus; readonly to: RampStatus };
type Given = { readonly context: RampOrderContext };

const rampOrderSetup = setup({
  types: { context: {} as RampOrderContext, events: {} as RampOrderEvent, input: {} as RampOrderInput },
  actions: {
    ask: (_, _params: AskParams) => {},
    tell: (_, _params: TellParams) => {},
    noteAsk: assign(({ context, event }) => orders.asking(context, event.at)),
    askSoon: assign(({ context }) => orders.askSoon(context)),
    noteHint: assign(({ context, event }, { from }: { readonly from: RampStatus }) =>
      event.type === 'HINTED' ? orders.hinted(context, event, from) : {},
    ),
    noteOpening: assign(({ context, event }, { from }: { readonly from: RampStatus }) =>
      event.type === 'OPENED' ? orders.opened(context, event, from) : {},
    ),
    take: assign(({ context, event }, { from, to }: Move) => {
      if (event.type !== 'ANSWERED') return {};
      return orders.answered(context, event, {
        from,
        status: to,
        isChange: from !== to || (to === 'completed' && orders.tellsMore(context, event)),
      });
    }),
    loseDelivery: assign(({ context, event }) => orders.deliveryGone(context, event.at)),
    noteFailure: assign(({ context, event }, { from }: { readonly from: RampStatus }) =>
      event.type === 'ASK_FAILED' ? orders.failed(context, event.reason, from, event.at) : {},
    ),
    end: assign(({ context, event }, { ownEnd }: { readonly ownEnd: RampOwnEnd }) => ({
      ...{ ownEnd, nextAskAtMs: null, statusSinceMs: event.at, changes: context.changes + 1 },
    })),
    askAfterRestore: assign(({ context, event }) => ({
      ...{ askNo: context.askNo + 1, isAsking: false, mustAskAgain: false, ownEnd: null, quiet: 0 },
      nextAskAtMs: orders.canAsk(context) ? event.at : null,
    })),
  },
  guards: {
    isStale: ({ context, event }) => 'askNo' in event && (event.askNo !== context.askNo || !context.isAsking),
    moves: ({ context, event }, { from, to }: Move) => event.type === 'ANSWERED' && orders.statusAfter(context, from, event) === to,
    hasArrived: ({ context }) => context.arrival?.kind === 'arrived',
    tellsMore: ({ context, event }) => event.type === 'ANSWERED' && orders.tellsMore(context, event),
    mayAskNow: ({ context, event }) => orders.canAsk(context) && orders.mayAskNow(context, event.at),
    /** A webhook contains the provider's id of the order, with which the provider can be asked about the order. */
    mayAskNowOfHint: ({ context, event }) =>
      event.type === 'HINTED' && (orders.canAsk(context) || event.orderId !== null) && orders.mayAskNow(context, event.at),
    canAskOfHint: ({ context, event }) => event.type === 'HINTED' && (orders.canAsk(context) || event.orderId !== null),
    canAsk: ({ context }) => orders.canAsk(context),
    isDue: ({ context, event }) => !context.isAsking && context.nextAskAtMs !== null && event.at >= context.nextAskAtMs,
    isOver: ({ context, event }, { from }: { readonly from: RampStatus }) => {
      const endMs = endsAtMs(context, from);
      return !context.isAsking && endMs !== null && event.at >= endMs;
    },
    isNotBegun: ({ context, event }, { from }: { readonly from: RampStatus }) => {
      const endMs = endsAtMs(context, from);
      return !context.isAsking && context.report === null && endMs !== null && event.at >= endMs;
    },
  },
});

const ask = [
  'noteAsk',
  { type: 'ask', params: ({ context: { terms, askNo } }: Given): AskParams => ({ reference: terms.reference, askNo }) },
] as const;

function told({ from, to }: Move) {
  return {
    type: 'tell',
    params: ({ context: { terms, changes } }: Given): TellParams => ({
      reference: terms.reference,
      change: changes,
      status: to,
      was: from,
    }),
  } as const;
}

function noteHint(from: RampStatus) {
  return { type: 'noteHint', params: { from } } as const;
}

/** Returns the statuses to which a provider's answer can change an order whose current status is `from`. */
function targetsOf(from: RampStatus): readonly RampStatus[] {
  const others = rampStatuses.filter((to) => to !== from);
  return orders.BEGUN_AGAIN.includes(from) ? others : (orders.AFTER_END[from] ?? others);
}

/**
 * When the status that the provider last reported is unknown to this service, the provider is not asked again, and the order keeps its
 * status.
 */
const stopped = {
  guard: { type: 'isOver', params: { from: 'unknown' } },
  actions: { type: 'end', params: { ownEnd: 'no-news' } },
} as const;

const lasting = (from: RampStatus) => ({
  on: {
    OPENED: { actions: { type: 'noteOpening' as const, params: { from } } },
    HINTED: [
      { guard: 'mayAskNowOfHint' as const, actions: [noteHint(from), ...ask] },
      { guard: 'canAskOfHint' as const, actions: [noteHint(from), 'askSoon' as const] },
      { actions: noteHint(from) },
    ],
    ANSWERED: [
      { guard: 'isStale' as const },
      ...targetsOf(from).map((to) => ({
        guard: { type: 'moves' as const, params: { from, to } },
        target: to,
        actions: [{ type: 'take' as const, params: { from, to } }, told({ from, to })],
      })),
      ...(from === 'completed'
        ? [
            {
              guard: 'tellsMore' as const,
              actions: [{ type: 'take' as const, params: { from, to: from } }, told({ from, to: from })],
            },
          ]
        : []),
      { actions: { type: 'take' as const, params: { from, to: from } } },
    ],
    ...(from === 'completed'
      ? {
          DELIVERY_GONE: [
            {
              guard: 'hasArrived' as const,
              target: 'delivering' as const,
              actions: ['loseDelivery' as const, told({ from, to: 'delivering' })],
            },
            {},
          ],
        }
      : {}),
    ASK_FAILED: [{ guard: 'isStale' as const }, { actions: { type: 'noteFailure' as const, params: { from } } }],
    TICK: [
      ...(from === 'created' ? [ending(from, 'expired', 'not-begun')] : []),
      ...(from === 'unknown' ? [stopped] : isFinal(from) ? [] : [ending(from, 'unknown', 'no-news')]),
      { guard: 'isDue' as const, actions: [...ask] },
      {},
    ],
  },
});

function ending(from: RampStatus, to: RampStatus, ownEnd: RampOwnEnd) {
  return {
    guard: { type: ownEnd === 'not-begun' ? ('isNotBegun' as const) : ('isOver' as const), params: { from } },
    target: to,
    actions: [{ type: 'end' as const, params: { ownEnd } }, told({ from, to })],
  };
}

export const rampOrderMachine = rampOrderSetup.createMachine({
  id: 'ramp-order',
  context: ({ input }) => orders.firstContext(input),
  initial: 'created',
  on: {
    REFRESH: [{ guard: 'mayAskNow', actions: [...ask] }, { guard: 'canAsk', actions: 'askSoon' }, {}],
    DELIVERY_GONE: {},
    RESTORED: { actions: 'askAfterRestore' },
  },
  states: {
    created: lasting('created'),
    'awaiting-payment': lasting('awaiting-payment'),
    paying: lasting('paying'),
    paid: lasting('paid'),
    delivering: lasting('delivering'),
    'on-hold': lasting('on-hold'),
    completed: lasting('completed'),
    failed: lasting('failed'),
    expired: lasting('expired'),
    cancelled: lasting('cancelled'),
    refunded: lasting('refunded'),
    unknown: lasting('unknown'),
  },
});
