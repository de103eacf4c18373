// Owns one key's nonce on one chain: signs transactions, stores them, sends them, watches them, and reports outcomes to requesters.
// One request is in flight at a time. The others wait in the queue and take turns by owner (`turns.ts`).
//
//   idle --(queue)--> preparing --PREPARED--> signing --SIGNED (stored)--> broadcasting --ANSWERED--> confirming
//    ^  \                |                       |                           ^   ^  |                  |  |  ^
//    |   \            NOT_SENT,              SIGN_FAILED,                    |   |  +--underpriced-+   |  |  |
//    |    \           WITHDRAW               WITHDRAW                        |   |                 |   |  +--+ wait: look again
//    |     \             |                       |                           |   |                 v   |
//    +<-----\------------+-----------------------+                           |   +--SIGNED-- replacing <-- stuck: higher fee, same nonce
//    |       \                                                               |   +--SIGNED-- cancelling <- past the deadline: 0 to itself
//    |        +--(a settled one, its receipt gone)--> confirming        |   +--SIGNED-- filling <---- a reorg removed earlier nonces
//    |                                                                       +------ the node no longer has it: sent again unchanged
//    +<--- the nonce's receipt is final, whichever version's: mined, reverted, expired
//          nonce used elsewhere, and proven that no version of ours is mined: confirming --> preparing
//
// The reply to the requester is a separate effect, so a slow requester does not delay the next request. An outcome is stored, and sent
// again, until it is acknowledged. After that only the request key is kept, until a repeated request can do no harm.

import { assign, type SnapshotFrom, setup } from 'xstate';
import {
  forgottenOf,
  isFull,
  isOpen,
  MAX_CALL_VERSIONS,
  MAX_VERSIONS,
  type SendRequest,
  settledOf,
  startContext,
  type TransactionSenderContext,
  type TransactionSenderInput,
} from './transaction-sender/context.ts';
import { type Decision, decide, watchOf } from './transaction-sender/decide.ts';
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
  keepSigned,
  noteProblem,
  noteSeen,
  noteSent,
  planCall,
  planFiller,
  planRebroadcast,
  planResend,
  planVersion,
  settleByReceipt,
  startOver,
} from './transaction-sender/send-versions.ts';
import {
  displace,
  endUnsent,
  enqueue,
  forget,
  overdueReply,
  postponeReminder,
  refuseKey,
  reopen,
  takeNext,
  withdrawQueued,
} from './transaction-sender/take-requests.ts';
import { displacedBy } from './transaction-sender/turns.ts';

type Args = { readonly context: TransactionSenderContext; readonly event: TransactionSenderEvent };

const isThisRound = ({ context, event }: Args) => 'round' in event && event.round === context.round;
const requestOf = ({ requestKey, replyTo, call, deadlineSec, turnOf, isExit }: SendRequest): SendRequest => ({
  ...{ requestKey, replyTo, call, deadlineSec },
  ...(turnOf === undefined ? {} : { turnOf }),
  ...(isExit === true ? { isExit } : {}),
});
const keyOf = (event: TransactionSenderEvent) => ('requestKey' in event ? event.requestKey : '');
const mustRaise = ({ context, event }: Args, kind: 'call' | 'cancellation', most: number) => {
  const versions = context.current?.versions ?? [];
  const isOurs = event.type === 'ANSWERED' && event.round === context.round && context.resending === null;
  return isOurs && event.answer === 'underpriced' && versions.at(-1)?.kind === kind && versions.length < most;
};

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
    planCall: assign(({ context, event }) =>
      event.type === 'PREPARED' ? planCall(context, { nonce: event.nonce, gas: event.gas, fees: event.fees }) : {},
    ),
    planReplacement: assign(({ context, event }) => planVersion(context, 'call', feesIn(event), null)),
    planCancellation: assign(({ context, event }) =>
      planVersion(context, 'cancellation', feesIn(event), event.type === 'OBSERVED' ? event.seen.cancelGas : null),
    ),
    planFiller: assign(({ context, event }) => (event.type === 'OBSERVED' ? planFiller(context, event.seen) : {})),
    planRebroadcast: assign(({ context }) => planRebroadcast(context)),
    planResend: assign(({ context, event }) => (event.type === 'OBSERVED' ? planResend(context, event.seen, event.at) : {})),
    keepSigned: assign(({ context, event }) =>
      event.type === 'SIGNED' ? keepSigned(context, { raw: event.raw, hash: event.hash }, event.at) : {},
    ),
    noteSent: assign(({ context, event }) => {
      if (event.type === 'ANSWERED' || event.type === 'BROADCAST_FAILED') return noteSent(context, event.reason, event.at);
      return {};
    }),
    noteSeen: assign(({ context, event }) => (event.type === 'OBSERVED' ? noteSeen(context, event.seen) : {})),
    noteProblem: assign(({ context, event }) => ('reason' in event && event.reason !== null ? noteProblem(context, event.reason) : {})),
    startOver: assign(({ context }) => startOver(context)),
    settleByReceipt: assign(({ context, event }) => (event.type === 'OBSERVED' ? settleByReceipt(context, event.seen, event.at) : {})),
  },
  guards: {
    isThisRound,
    isCurrent: ({ context, event }) => keyOf(event) === context.current?.request.requestKey,
    isQueuedUnsigned: ({ context, event }) =>
      context.queue.some(({ request, versions }) => request.requestKey === keyOf(event) && versions.length === 0),
    isSettled: ({ context, event }) => settledOf(context, keyOf(event)) !== undefined,
    isSettledByReceipt: ({ context, event }) => (settledOf(context, keyOf(event))?.versions.length ?? 0) > 0,
    isWithdrawn: ({ context, event }) => forgottenOf(context, keyOf(event))?.withdrawn === true,
    isKnown: ({ context, event }) =>
      isOpen(context, keyOf(event)) || settledOf(context, keyOf(event)) !== undefined || forgottenOf(context, keyOf(event)) !== undefined,
    isFull: ({ context }) => isFull(context),
    displaces: ({ context, event }) => event.type === 'REQUEST' && isFull(context) && displacedBy(context, requestOf(event)) !== undefined,
    nextIsSigned: ({ context }) => (context.queue[0]?.versions.length ?? 0) > 0,
    hasNext: ({ context }) => context.queue.length > 0,
    hasOverdueReply: ({ context, event }) => overdueReply(context, event.at) !== undefined,
    isNobodyThere: ({ event }) => event.type === 'REPLY_FAILED' && event.gone,
    mustRaiseCall: (args) => mustRaise(args, 'call', MAX_CALL_VERSIONS),
    mustRaiseCancellation: (args) => mustRaise(args, 'cancellation', MAX_VERSIONS),
    isFirstAnswer: (args) =>
      isThisRound(args) && args.context.resending === null && args.context.current?.versions.at(-1)?.sentAtMs === null,
    decides: ({ context, event }, params: { readonly what: Decision }) =>
      event.type === 'OBSERVED' &&
      event.round === context.round &&
      context.current !== null &&
      decide(watchOf(context, context.current), event.seen, event.at) === params.what,
  },
}).createMachine({
  id: 'transaction-sender',
  context: ({ input }) => startContext(input),
  initial: 'idle',
  on: {
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
    idle: {
      always: [
        {
          guard: 'nextIsSigned',
          target: 'confirming',
          actions: ['takeNext', { type: 'awaitReceipt', params: ({ context }) => awaitReceiptParams(context) }],
        },
        { guard: 'hasNext', target: 'preparing', actions: 'takeNext' },
      ],
    },
    preparing: {
      entry: { type: 'prepare', params: ({ context }) => prepareParams(context) },
      on: {
        PREPARED: { guard: 'isThisRound', target: 'signing', actions: 'planCall' },
        NOT_SENT: {
          guard: 'isThisRound',
          target: 'idle',
          actions: ['endUnsent', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
        },
        WITHDRAW: {
          guard: 'isCurrent',
          target: 'idle',
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
          target: 'idle',
          actions: ['endUnsent', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
        },
        // A signature that is in progress is dropped when it arrives: only stored bytes are ever sent.
        WITHDRAW: {
          guard: 'isCurrent',
          target: 'idle',
          actions: ['withdrawCurrent', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
        },
      },
    },
    replacing: {
      entry: { type: 'sign', params: ({ context }) => signParams(context) },
      on: {
        SIGNED: { guard: 'isThisRound', target: 'broadcasting', actions: 'keepSigned' },
        SIGN_FAILED: {
          guard: 'isThisRound',
          target: 'confirming',
          actions: ['noteProblem', { type: 'awaitReceiptLater', params: ({ context }) => awaitReceiptParams(context) }],
        },
      },
    },
    cancelling: {
      entry: { type: 'sign', params: ({ context }) => signParams(context) },
      on: {
        SIGNED: { guard: 'isThisRound', target: 'broadcasting', actions: 'keepSigned' },
        SIGN_FAILED: {
          guard: 'isThisRound',
          target: 'confirming',
          actions: ['noteProblem', { type: 'awaitReceiptLater', params: ({ context }) => awaitReceiptParams(context) }],
        },
      },
    },
    filling: {
      entry: { type: 'sign', params: ({ context }) => signParams(context) },
      on: {
        SIGNED: { guard: 'isThisRound', target: 'broadcasting', actions: 'keepSigned' },
        SIGN_FAILED: {
          guard: 'isThisRound',
          target: 'confirming',
          actions: ['noteProblem', { type: 'awaitReceiptLater', params: ({ context }) => awaitReceiptParams(context) }],
        },
      },
    },
    broadcasting: {
      entry: { type: 'broadcast', params: ({ context }) => broadcastParams(context) },
      on: {
        ANSWERED: [
          { guard: 'mustRaiseCall', target: 'replacing', actions: 'planReplacement' },
          { guard: 'mustRaiseCancellation', target: 'cancelling', actions: 'planCancellation' },
          {
            guard: 'isFirstAnswer',
            target: 'confirming',
            actions: ['noteSent', { type: 'awaitReceipt', params: ({ context }) => awaitReceiptParams(context) }],
          },
          {
            guard: 'isThisRound',
            target: 'confirming',
            actions: ['noteSent', { type: 'awaitReceiptLater', params: ({ context }) => awaitReceiptParams(context) }],
          },
        ],
        BROADCAST_FAILED: {
          guard: 'isThisRound',
          target: 'confirming',
          actions: ['noteSent', { type: 'awaitReceiptLater', params: ({ context }) => awaitReceiptParams(context) }],
        },
      },
    },
    confirming: {
      on: {
        OBSERVED: [
          {
            guard: { type: 'decides', params: { what: 'settle' } },
            target: 'idle',
            actions: ['settleByReceipt', { type: 'reply', params: ({ context }) => replyParams(context.settled.at(-1)) }],
          },
          { guard: { type: 'decides', params: { what: 'start-over' } }, target: 'preparing', actions: 'startOver' },
          { guard: { type: 'decides', params: { what: 'fill-gap' } }, target: 'filling', actions: 'planFiller' },
          { guard: { type: 'decides', params: { what: 'resend-gap' } }, target: 'broadcasting', actions: 'planResend' },
          { guard: { type: 'decides', params: { what: 'cancel' } }, target: 'cancelling', actions: 'planCancellation' },
          { guard: { type: 'decides', params: { what: 'replace' } }, target: 'replacing', actions: 'planReplacement' },
          { guard: { type: 'decides', params: { what: 'rebroadcast' } }, target: 'broadcasting', actions: 'planRebroadcast' },
          {
            guard: { type: 'decides', params: { what: 'wait' } },
            actions: ['noteSeen', { type: 'awaitReceiptLater', params: ({ context }) => awaitReceiptParams(context) }],
          },
        ],
        OBSERVE_FAILED: {
          guard: 'isThisRound',
          actions: ['noteProblem', { type: 'awaitReceiptLater', params: ({ context }) => awaitReceiptParams(context) }],
        },
      },
    },
  },
});

export type TransactionSenderSnapshot = SnapshotFrom<typeof transactionSenderMachine>;

function feesIn(event: TransactionSenderEvent) {
  if (event.type === 'OBSERVED') return event.seen.fees;
  return event.type === 'ANSWERED' ? event.fees : null;
}
