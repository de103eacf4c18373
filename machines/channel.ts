// Delivers the messages of one notification channel of a wallet, one after the other. A message keeps its content and its id until the
// receiver has acknowledged it, so that the receiver can recognize a repeated message.
//
// idle --TELL--> sending --DELIVERED--> sending, while more wait
// ^                |  |  \--DELIVERED, nothing waits--> idle
// |                |  \--FAILED, twice at most--> sending; effects: deliverSoon, deliverLater
// |                \--FAILED, HELD--> waiting --TICK, when its time has come--> sending
// |                                      \--TELL: urgent, in quiet hours--> sending
// +--FAILED: for a day, nothing waits; for a week: effect switchOff
// +--GONE: the channel was removed or switched off
//
// The delivery of a message that has failed for a day is given up. The next message then states how many notifications were not delivered.

import { assign, setup } from 'xstate';
import type { Address } from '../src/values/address.ts';
import type { ChannelContext, ChannelDelivery, ChannelEvent, DeliverParams, SwitchOffParams } from '../src/values/channel-delivery.ts';
import type { ChannelKind } from '../src/values/channel-kinds.ts';
import * as deliveries from './channel/deliveries.ts';

type Input = { readonly wallet: Address; readonly kind: ChannelKind; readonly channelId: string };

const NOTHING = {
  ...{ queue: [], delivery: null, missed: 0, isBacklog: false, heldUntilMs: null, resumeAtMs: null, failingSinceMs: null },
} as const;

function deliverParams({ context: { wallet, channelId, delivery } }: { readonly context: ChannelContext }): DeliverParams {
  const { ids, missed, isUrgent, failures } = present(delivery);
  return { wallet, channelId, ids, missed, isUrgent, failures };
}

function present(delivery: ChannelDelivery | null): ChannelDelivery {
  if (delivery === null) throw new TypeError('A delivery is under way, but the state of the channel contains no delivery');
  return delivery;
}

const deliver = { type: 'deliver', params: deliverParams } as const;

export const channelMachine = setup({
  types: { context: {} as ChannelContext, events: {} as ChannelEvent, input: {} as Input },
  actions: {
    deliver: (_, _params: DeliverParams) => {},
    deliverSoon: (_, _params: DeliverParams) => {},
    deliverLater: (_, _params: DeliverParams) => {},
    switchOff: (_, _params: SwitchOffParams) => {},
    take: assign(({ context, event }) => (event.type === 'TELL' ? deliveries.told(context, event.news) : {})),
    formNext: assign(({ context, event }) => deliveries.withNext(context, event.at)),
    noteSuccess: assign(({ context, event }) => ({
      ...{ delivery: null, failingSinceMs: null, lastFailure: null, lastDeliveredAtMs: event.at },
      delivered: context.delivered + (context.delivery?.ids.length ?? 0),
    })),
    noteFailure: assign(({ context, event }) => {
      if (event.type !== 'FAILED') return {};
      const { code, message, at } = event;
      return { failingSinceMs: context.failingSinceMs ?? context.delivery?.sinceMs ?? at, lastFailure: { code, message, atMs: at } };
    }),
    countFailure: assign(({ context: { delivery } }) => ({
      delivery: delivery === null ? null : { ...delivery, failures: delivery.failures + 1 },
    })),
    pause: assign(({ context, event }) => ({ resumeAtMs: event.at + deliveries.pauseMs(context, event), isBacklog: true })),
    giveUp: assign(({ context }) => deliveries.givenUp(context)),
    putBack: assign(({ context }) => deliveries.putBack(context)),
    hold: assign(({ event }) => (event.type === 'HELD' ? { heldUntilMs: event.untilMs, resumeAtMs: event.untilMs, isBacklog: true } : {})),
    waitForHold: assign(({ context }) => ({ resumeAtMs: context.heldUntilMs })),
    endHold: assign({ heldUntilMs: null, resumeAtMs: null }),
    endBacklog: assign({ isBacklog: false, heldUntilMs: null, resumeAtMs: null }),
    forgetAll: assign(NOTHING),
    /**
     * A restored state of a channel may contain old notifications that wait for delivery. They are dropped, because they were delivered
     * after the restored state was stored, or because the owner can read them in the list of notifications.
     */
    restore: assign(NOTHING),
  },
  guards: {
    isKnown: ({ context, event }) => event.type === 'TELL' && context.recent.includes(event.news.id),
    isUrgentInHold: ({ context, event }) =>
      event.type === 'TELL' &&
      event.news.isUrgent &&
      context.delivery === null &&
      context.heldUntilMs !== null &&
      event.at < context.heldUntilMs,
    hasNext: ({ context, event }) => deliveries.hasNext(context, event.at),
    hasWaiting: ({ context }) => context.queue.length > 0,
    isHopeless: ({ context, event }) =>
      event.type === 'FAILED' && deliveries.isHopeless({ ...context, failingSinceMs: context.failingSinceMs ?? event.at }, event.at),
    isOverdueWithNext: ({ context, event }) => deliveries.isOverdue(context, event.at) && deliveries.hasNext(context, event.at),
    isOverdueWithWaiting: ({ context, event }) => deliveries.isOverdue(context, event.at) && context.queue.length > 0,
    isOverdue: ({ context, event }) => deliveries.isOverdue(context, event.at),
    isSoon: ({ context, event }) => deliveries.pauseMs(context, event) <= deliveries.SOON_MS,
    isLater: ({ context, event }) => deliveries.pauseMs(context, event) <= deliveries.LATER_MS,
    isUnsentWithUrgent: ({ context, event }) => event.type === 'HELD' && event.isUnsent && context.queue.some(({ isUrgent }) => isUrgent),
    isUnsent: ({ event }) => event.type === 'HELD' && event.isUnsent,
    isDueWithDelivery: ({ context, event }) => context.delivery !== null && context.resumeAtMs !== null && event.at >= context.resumeAtMs,
    isDue: ({ context, event }) => context.resumeAtMs !== null && event.at >= context.resumeAtMs && context.queue.length > 0,
  },
}).createMachine({
  id: 'channel',
  context: ({ input: { wallet, kind, channelId } }) => ({
    ...{ wallet, kind, channelId, ...NOTHING, recent: [], lastFailure: null },
    ...{ lastDeliveredAtMs: null, delivered: 0 },
  }),
  initial: 'idle',
  on: { GONE: { target: '.idle', actions: 'forgetAll' }, RESTORED: { target: '.idle', actions: 'restore' }, TICK: {} },
  states: {
    idle: {
      entry: 'endBacklog',
      on: { TELL: [{ guard: 'isKnown' }, { target: 'sending', actions: ['take', 'formNext', deliver] }] },
    },
    sending: {
      on: {
        TELL: [{ guard: 'isKnown' }, { actions: 'take' }],
        DELIVERED: [
          { guard: 'hasNext', target: 'sending', actions: ['noteSuccess', 'formNext', deliver] },
          { guard: 'hasWaiting', target: 'waiting', actions: ['noteSuccess', 'waitForHold'] },
          { target: 'idle', actions: 'noteSuccess' },
        ],
        FAILED: [
          {
            guard: 'isHopeless',
            target: 'idle',
            actions: [
              'noteFailure',
              {
                type: 'switchOff',
                params: ({ context: { wallet, channelId, failingSinceMs }, event: { at } }) => ({
                  ...{ wallet, channelId, sinceMs: failingSinceMs ?? at, atMs: at },
                }),
              },
              'forgetAll',
            ],
          },
          { guard: 'isOverdueWithNext', target: 'sending', actions: ['noteFailure', 'giveUp', 'formNext', deliver] },
          { guard: 'isOverdueWithWaiting', target: 'waiting', actions: ['noteFailure', 'giveUp', 'waitForHold'] },
          { guard: 'isOverdue', target: 'idle', actions: ['noteFailure', 'giveUp'] },
          { guard: 'isSoon', actions: ['noteFailure', 'countFailure', { type: 'deliverSoon', params: deliverParams }] },
          { guard: 'isLater', actions: ['noteFailure', 'countFailure', { type: 'deliverLater', params: deliverParams }] },
          { target: 'waiting', actions: ['noteFailure', 'pause', 'countFailure'] },
        ],
        HELD: [
          { guard: 'isUnsentWithUrgent', target: 'sending', actions: ['putBack', 'hold', 'formNext', deliver] },
          { guard: 'isUnsent', target: 'waiting', actions: ['putBack', 'hold'] },
          { target: 'waiting', actions: 'hold' },
        ],
      },
    },
    waiting: {
      on: {
        TELL: [
          { guard: 'isKnown' },
          { guard: 'isUrgentInHold', target: 'sending', actions: ['take', 'formNext', deliver] },
          { actions: 'take' },
        ],
        TICK: [
          { guard: 'isDueWithDelivery', target: 'sending', actions: ['endHold', deliver] },
          { guard: 'isDue', target: 'sending', actions: ['endHold', 'formNext', deliver] },
          {},
        ],
      },
    },
  },
});
