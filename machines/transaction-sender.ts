// Sends all transactions of one key on one chain and assigns their nonces: it signs transactions, stores them, sends them, checks them on
// the chain, and reports outcomes to the requesters. One request at a time is prepared, signed and sent. From then on it is in flight with
// its own nonce (`flights`), and the next request can follow, until `maxInFlight` transactions wait for a block. Other requests wait in the
// queue, where the requests of different owners are taken in turn (`turns.ts`).
//
//   idle <--> confirming --(queue)--> preparing ------------CALL_SIGNED (stored)---------> broadcasting
//                 ^                       |    its nonce was taken: signing --SIGNED (stored)-->|
//                 +---- NOT_SENT, POSTPONED, WITHDRAW, SIGN_FAILED                              |
//                 +--------------------------------- ANSWERED, BROADCAST_FAILED ----------------+
//                 |
//                 +--> replacing --SIGNED--> broadcasting     stuck, or underpriced: higher fee, same nonce
//                 +--> cancelling --SIGNED--> broadcasting    past the deadline: 0 to itself at the same nonce
//                 +--> filling --SIGNED--> broadcasting       the chain misses a nonce before ours, and no bytes of it are left
//                 +--> broadcasting                           the node no longer has it: sent again unchanged
//
// While no other request is in flight or waits, the effect that sends a transaction also waits some seconds for its final receipt. The
// event ANSWERED then contains the receipt (`seen`), which saves a commit.
//
// In parallel, one check of the chain at a time covers all requests in flight (the event OBSERVED, in any state). The check settles the
// requests for which one of the signed versions has a final receipt (mined, reverted or expired). It puts a request back into the queue
// when another transaction has used its nonce, so that none of its versions can be mined. And it lists the tasks that the state
// `confirming` does one after another before the next request is prepared.
//
// The reply to the requester is a separate effect, so a slow requester does not delay the next request. An outcome is stored and sent again
// until the requester acknowledges it. After that, only the request key is kept, for as long as a repeated request could cause a second
// transaction.

import { assign, type SnapshotFrom, setup } from 'xstate';
import {
  flightOf,
  forgottenOf,
  isFull,
  isOpen,
  MAX_CALL_VERSIONS,
  MAX_VERSIONS,
  type SendRequest,
  settledOf,
  startContext,
  type Task,
  type TransactionSenderContext,
  type TransactionSenderInput,
} from './transaction-sender/context.ts';
import type { AwaitReceiptParams, BroadcastParams, PrepareParams, ReplyParams, SignParams } from './transaction-sender/effect-params.ts';
import {
  awaitReceiptParams,
  broadcastParams,
  displacedReply,
  prepareParams,
  replyParams,
  signParams,
  unsentReply,
} from './transaction-sender/effect-params.ts';
import type { TransactionSenderEvent } from './transaction-sender/events.ts';
import {
  isFinal,
  isSoon,
  mustLook,
  nextTask,
  noteLookFailed,
  noteSeen,
  obstacleOf,
  settleNext,
  startLook,
} from './transaction-sender/flights.ts';
import {
  dropPlan,
  isPlanWanted,
  keepSigned,
  nonceFor,
  noteSent,
  noteUnsigned,
  planCall,
  planFiller,
  planRebroadcast,
  planResend,
  planVersion,
  takeTask,
} from './transaction-sender/send-versions.ts';
import {
  displace,
  endUnsent,
  enqueue,
  forget,
  overdueReply,
  postpone,
  postponeReminder,
  refuseKey,
  reopen,
  takeNext,
  withdrawQueued,
} from './transaction-sender/take-requests.ts';
import { displacedBy } from './transaction-sender/turns.ts';

type Args = { readonly context: TransactionSenderContext; readonly event: TransactionSenderEvent };

const isThisRound = ({ context, event }: Args) => 'round' in event && event.round === context.round;
const isThisLook = ({ context, event }: Args) => context.isLooking && 'round' in event && event.round === context.lookRound;
const requestOf = ({ requestKey, replyTo, call, deadlineSec, turnOf, isExit }: SendRequest): SendRequest => ({
  ...{ requestKey, replyTo, call, deadlineSec },
  ...(turnOf === undefined ? {} : { turnOf }),
  ...(isExit === true ? { isExit } : {}),
});
const keyOf = (event: TransactionSenderEvent) => ('requestKey' in event ? event.requestKey : '');
const mustRaise = ({ context, event }: Args, kind: 'call' | 'cancellation', most: number) => {
  const versions = flightOf(context, context.focus)?.versions ?? [];
  const isOurs = event.type === 'ANSWERED' && event.round === context.round && context.resending === null;
  return isOurs && event.answer === 'underpriced' && versions.at(-1)?.kind === kind && versions.length < most;
};
const feesIn = ({ context, event }: Args) => (event.type === 'ANSWERED' ? event.fees : null) ?? context.facts?.fees ?? null;

export const transactionSenderMachine = setup({
  types: {
    context: {} as TransactionSenderContext,
    events: {} as TransactionSenderEvent,
    input: {} as TransactionSenderInput,
  },
  actions: {
    prepare: (_, _params: PrepareParams) => {},
    sign: (_, _params: SignParams) => {},
    broadcast: (_, _params: BroadcastParams) => {},
    awaitReceipt: (_, _params: AwaitReceiptParams) => {},
    awaitReceiptLater: (_, _params: AwaitReceiptParams) => {},
    reply: (_, _params: ReplyParams) => {},

    enqueue: assign(({ context, event }) => {
      if (event.type !== 'REQUEST') return {};
      return enqueue(context, requestOf(event));
    }),
    displace: assign(({ context, event }) => (event.type === 'REQUEST' ? displace(context, requestOf(event), event.at) : {})),
    takeNext: assign(({ context }) => takeNext(context)),
    refuseOverload: assign(({ context, event }) =>
      event.type === 'REQUEST'
        ? refuseKey(context, { requestKey: event.requestKey, withdrawn: false, deadlineSec: event.deadlineSec }, event.at)
        : {},
    ),
    forbid: assign(({ context, event }) => refuseKey(context, { requestKey: keyOf(event), withdrawn: true, deadlineSec: 0 }, event.at)),
    withdrawQueued: assign(({ context, event }) => withdrawQueued(context, keyOf(event), event.at)),
    withdrawCurrent: assign(({ context, event }) => endUnsent(context, 'withdrawn', null, event.at)),
    forget: assign(({ context, event }) => forget(context, keyOf(event), event.at)),
    reopen: assign(({ context, event }) => reopen(context, keyOf(event))),
    postponeReminder: assign(({ context, event }) => postponeReminder(context, event.at)),
    endUnsent: assign(({ context, event }) => {
      if (event.type === 'NOT_SENT') return endUnsent(context, event.outcome, event.reason, event.at);
      return event.type === 'SIGN_FAILED' ? endUnsent(context, 'refused', event.reason, event.at) : {};
    }),
    postpone: assign(({ context, event }) => (event.type === 'POSTPONED' ? postpone(context, event.reason) : {})),
    planCall: assign(({ context, event }) =>
      event.type === 'PREPARED' || event.type === 'CALL_SIGNED'
        ? planCall(context, { nonce: event.nonce, gas: event.gas, fees: event.fees, maxInFlight: event.maxInFlight })
        : {},
    ),
    takeTask: assign(({ context }) => takeTask(context)),
    planReplacement: assign((args) => planVersion(args.context, 'call', feesIn(args))),
    planCancellation: assign((args) => planVersion(args.context, 'cancellation', feesIn(args))),
    planFiller: assign(({ context }) => planFiller(context)),
    planRebroadcast: assign(({ context }) => planRebroadcast(context)),
    planResend: assign(({ context, event }) => planResend(context, event.at)),
    dropPlan: assign(({ context }) => dropPlan(context)),
    keepSigned: assign(({ context, event }) =>
      event.type === 'SIGNED' || event.type === 'CALL_SIGNED' ? keepSigned(context, { raw: event.raw, hash: event.hash }, event.at) : {},
    ),
    noteSent: assign(({ context, event }) => {
      if (event.type === 'ANSWERED' || event.type === 'BROADCAST_FAILED') return noteSent(context, event.reason, event.at);
      return {};
    }),
    noteUnsigned: assign(({ context, event }) => (event.type === 'SIGN_FAILED' ? noteUnsigned(context, event.reason) : {})),
    startLook: assign(({ context }) => startLook(context)),
    noteSeen: assign(({ context, event }) => (event.type === 'OBSERVED' ? noteSeen(context, event.seen, event.at) : {})),
    noteSeenAtOnce: assign(({ context, event }) => {
      if (event.type !== 'ANSWERED' || event.seen === undefined || context.isLooking || context.flights.length !== 1) return {};
      return noteSeen(context, event.seen, event.at);
    }),
    noteLookFailed: assign(({ event }) => (event.type === 'OBSERVE_FAILED' ? noteLookFailed(event.reason) : {})),
    settleNext: assign(({ context, event }) => settleNext(context, event.at)),
  },
  guards: {
    isThisRound,
    isThisLook,
    isSignedAtItsNonce: (args) =>
      isThisRound(args) && args.event.type === 'CALL_SIGNED' && args.event.nonce === nonceFor(args.context, args.event.nonce),
    isCurrent: ({ context, event }) => keyOf(event) === context.current?.request.requestKey,
    isQueuedUnsigned: ({ context, event }) => context.queue.some(({ request }) => request.requestKey === keyOf(event)),
    isSettled: ({ context, event }) => settledOf(context, keyOf(event)) !== undefined,
    isSettledByReceipt: ({ context, event }) => (settledOf(context, keyOf(event))?.versions.length ?? 0) > 0,
    isWithdrawn: ({ context, event }) => forgottenOf(context, keyOf(event))?.withdrawn === true,
    isKnown: ({ context, event }) =>
      isOpen(context, keyOf(event)) || settledOf(context, keyOf(event)) !== undefined || forgottenOf(context, keyOf(event)) !== undefined,
    isFull: ({ context }) => isFull(context),
    displaces: ({ context, event }) => event.type === 'REQUEST' && isFull(context) && displacedBy(context, requestOf(event)) !== undefined,
    isBusy: ({ context }) => context.queue.length > 0 || context.flights.length > 0,
    isIdle: ({ context }) => context.queue.length === 0 && context.flights.length === 0,
    mayTakeNext: ({ context }) => context.queue.length > 0 && obstacleOf(context) === null,
    nextTaskIs: ({ context }, params: { readonly what: Task['what'] }) => nextTask(context)?.what === params.what,
    hasFinal: ({ context }) => context.flights.some(isFinal),
    mustLookSoon: ({ context }) => mustLook(context) && isSoon(context),
    mustLook: ({ context }) => mustLook(context),
    isDropped: (args) => isThisRound(args) && !isPlanWanted(args.context),
    hasOverdueReply: ({ context, event }) => overdueReply(context, event.at) !== undefined,
    isNobodyThere: ({ event }) => event.type === 'REPLY_FAILED' && event.gone,
    mustRaiseCall: (args) => mustRaise(args, 'call', MAX_CALL_VERSIONS),
    mustRaiseCancellation: (args) => mustRaise(args, 'cancellation', MAX_VERSIONS),
  },
}).createMachine({
  id: 'transaction-sender',
  context: ({ input }) => startContext(input),
  initial: 'idle',
  always: [
    {
      guard: 'hasFinal',
      actions: ['settleNext', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
    },
    { guard: 'mustLookSoon', actions: ['startLook', { type: 'awaitReceipt', params: ({ context }) => awaitReceiptParams(context) }] },
    { guard: 'mustLook', actions: ['startLook', { type: 'awaitReceiptLater', params: ({ context }) => awaitReceiptParams(context) }] },
  ],
  on: {
    OBSERVED: { guard: 'isThisLook', actions: 'noteSeen' },
    OBSERVE_FAILED: { guard: 'isThisLook', actions: 'noteLookFailed' },
    REQUEST: [
      { guard: 'isSettled', actions: { type: 'reply', params: ({ context, event }) => replyParams(settledOf(context, event.requestKey)) } },
      {
        guard: 'isWithdrawn',
        actions: { type: 'reply', params: ({ event }) => unsentReply(event, 'withdrawn', 'withdrawn before it was requested') },
      },
      { guard: 'isKnown' },
      {
        guard: 'displaces',
        actions: [{ type: 'reply', params: ({ context, event }) => displacedReply(context, requestOf(event)) }, 'displace'],
      },
      {
        guard: 'isFull',
        actions: ['refuseOverload', { type: 'reply', params: ({ event }) => unsentReply(event, 'refused', 'overload') }],
      },
      { actions: 'enqueue' },
    ],
    WITHDRAW: [
      {
        guard: 'isQueuedUnsigned',
        actions: ['withdrawQueued', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
      },
      { guard: 'isKnown' },
      { actions: 'forbid' },
    ],
    ACKNOWLEDGE: [{ guard: 'isSettled', actions: 'forget' }, {}],
    RECHECK: [
      { guard: 'isSettledByReceipt', actions: 'reopen' },
      { guard: 'isSettled', actions: { type: 'reply', params: ({ context, event }) => replyParams(settledOf(context, event.requestKey)) } },
      {},
    ],
    REPLY_FAILED: [{ guard: 'isNobodyThere', actions: 'forget' }, {}],
    TICK: {
      guard: 'hasOverdueReply',
      actions: [{ type: 'reply', params: ({ context, event }) => replyParams(overdueReply(context, event.at)) }, 'postponeReminder'],
    },
  },
  states: {
    idle: { always: { guard: 'isBusy', target: 'confirming' } },
    confirming: {
      always: [
        { guard: { type: 'nextTaskIs', params: { what: 'fill-gap' } }, target: 'filling', actions: ['takeTask', 'planFiller'] },
        { guard: { type: 'nextTaskIs', params: { what: 'resend-gap' } }, target: 'broadcasting', actions: ['takeTask', 'planResend'] },
        { guard: { type: 'nextTaskIs', params: { what: 'cancel' } }, target: 'cancelling', actions: ['takeTask', 'planCancellation'] },
        { guard: { type: 'nextTaskIs', params: { what: 'replace' } }, target: 'replacing', actions: ['takeTask', 'planReplacement'] },
        {
          guard: { type: 'nextTaskIs', params: { what: 'rebroadcast' } },
          target: 'broadcasting',
          actions: ['takeTask', 'planRebroadcast'],
        },
        { guard: 'mayTakeNext', target: 'preparing', actions: 'takeNext' },
        { guard: 'isIdle', target: 'idle' },
      ],
    },
    preparing: {
      entry: { type: 'prepare', params: ({ context }) => prepareParams(context) },
      on: {
        CALL_SIGNED: [
          { guard: 'isSignedAtItsNonce', target: 'broadcasting', actions: ['planCall', 'keepSigned'] },
          // While the request was being signed, another request took its nonce. So the signed bytes are dropped, and the request is signed
          // again with another nonce.
          { guard: 'isThisRound', target: 'signing', actions: 'planCall' },
        ],
        PREPARED: { guard: 'isThisRound', target: 'signing', actions: 'planCall' },
        POSTPONED: { guard: 'isThisRound', target: 'confirming', actions: 'postpone' },
        NOT_SENT: {
          guard: 'isThisRound',
          target: 'confirming',
          actions: ['endUnsent', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
        },
        WITHDRAW: {
          guard: 'isCurrent',
          target: 'confirming',
          actions: ['withdrawCurrent', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
        },
      },
    },
    signing: {
      entry: { type: 'sign', params: ({ context }) => signParams(context) },
      on: {
        SIGNED: { guard: 'isThisRound', target: 'broadcasting', actions: 'keepSigned' },
        SIGN_FAILED: {
          guard: 'isThisRound',
          target: 'confirming',
          actions: ['endUnsent', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
        },
        // If the withdrawn request is being signed, the signature is ignored when it arrives. Ignoring it is safe because only stored bytes
        // are ever sent.
        WITHDRAW: {
          guard: 'isCurrent',
          target: 'confirming',
          actions: ['withdrawCurrent', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
        },
      },
    },
    replacing: {
      entry: { type: 'sign', params: ({ context }) => signParams(context) },
      on: {
        SIGNED: [
          { guard: 'isDropped', target: 'confirming', actions: 'dropPlan' },
          { guard: 'isThisRound', target: 'broadcasting', actions: 'keepSigned' },
        ],
        SIGN_FAILED: { guard: 'isThisRound', target: 'confirming', actions: 'noteUnsigned' },
      },
    },
    cancelling: {
      entry: { type: 'sign', params: ({ context }) => signParams(context) },
      on: {
        SIGNED: [
          { guard: 'isDropped', target: 'confirming', actions: 'dropPlan' },
          { guard: 'isThisRound', target: 'broadcasting', actions: 'keepSigned' },
        ],
        SIGN_FAILED: { guard: 'isThisRound', target: 'confirming', actions: 'noteUnsigned' },
      },
    },
    filling: {
      entry: { type: 'sign', params: ({ context }) => signParams(context) },
      on: {
        SIGNED: { guard: 'isThisRound', target: 'broadcasting', actions: 'keepSigned' },
        SIGN_FAILED: { guard: 'isThisRound', target: 'confirming', actions: 'noteUnsigned' },
      },
    },
    broadcasting: {
      entry: { type: 'broadcast', params: ({ context }) => broadcastParams(context) },
      on: {
        ANSWERED: [
          { guard: 'mustRaiseCall', target: 'replacing', actions: 'planReplacement' },
          { guard: 'mustRaiseCancellation', target: 'cancelling', actions: 'planCancellation' },
          { guard: 'isThisRound', target: 'confirming', actions: ['noteSent', 'noteSeenAtOnce'] },
        ],
        BROADCAST_FAILED: { guard: 'isThisRound', target: 'confirming', actions: 'noteSent' },
      },
    },
  },
});

export type TransactionSenderSnapshot = SnapshotFrom<typeof transactionSenderMachine>;
