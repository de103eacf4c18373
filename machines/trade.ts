// One trade of a wallet, from its registration by a client to the outcome that the chain or the aggregator reports.
//
//   pending: resting --SET_HASH--> in10s --LOOKED: open--> in20s --> in40s --> in80s --> in160s --> in300s --+
//            ^ nothing to look at    ^                                                              ^---------+
//            +------- HASH_LOST -----+
//   in300s --an hour of checks, and no chain has shown it--> in3600s --shown--> in300s
//   pending --LOOKED or OBSERVED: arrived--> success
//   pending --LOOKED or OBSERVED: reverted, refunded, ...--> failed
//   pending --TICK or LOOKED: a day is over; SET_ASIDE--> failed (status-unknown)
//   failed (status-unknown) --SET_HASH, SET_REFERENCE, or OBSERVED (the refresh route)--> pending, success, failed
//   success, failed as reported by the aggregator, shown by no chain --SET_HASH: another one--> pending
//   success, failed as shown by a chain --DOUBTED: its block is gone; what the chain shows now--> pending, success, failed
//   any --CLAIMED--> the same state, with the client's statement stored
//
// Exactly one status check is scheduled at any time. Its delay (`delayMs`) is stored in the outbox (the stored list of effects to run), so
// a restart does not lose the check.

import { assign, setup } from 'xstate';
import type { TransactionHash } from '../src/values/hash.ts';
import type { JsonObject } from '../src/values/json.ts';
import { STATUS_UNKNOWN, TOLD_ENDS } from '../src/values/trade-ends.ts';
import type { TradeObservation } from '../src/values/trade-terms.ts';
import { claimed, isNewClaim, noted, reopened, type TradeContext, type TradeInput } from './trade/context.ts';

type Timed<T> = T & { readonly at: number };

export type TradeEvent =
  /** A client submitted the hash of the trade's transaction. */
  | Timed<{ readonly type: 'SET_HASH'; readonly hash: TransactionHash }>
  /** The submitted transaction hash already belongs to another trade record, so this record loses the hash. */
  | Timed<{ readonly type: 'HASH_LOST'; readonly hash: TransactionHash }>
  /** The result of a check of the trade's status that this machine scheduled. */
  | Timed<{ readonly type: 'LOOKED'; readonly lookNo: number; readonly observation: TradeObservation }>
  | Timed<{ readonly type: 'LOOK_FAILED'; readonly lookNo: number; readonly reason: string }>
  /** The result of a check of the trade's status that a client requested with the refresh route. */
  | Timed<{ readonly type: 'OBSERVED'; readonly observation: TradeObservation }>
  /** The result of a status check after a reorg removed the block that showed the trade's outcome. */
  | Timed<{ readonly type: 'DOUBTED'; readonly observation: TradeObservation }>
  /** A client submitted the reference under which the aggregator finds the trade. The reference was not known when the trade was built. */
  | Timed<{ readonly type: 'SET_REFERENCE'; readonly reference: JsonObject }>
  /** A client's statement about the outcome of the trade. The statement is shown, but does not change the trade's status. */
  | Timed<{
      readonly type: 'CLAIMED';
      readonly status: 'pending' | 'success' | 'failed' | null;
      readonly destinationHash: string | null;
    }>
  /**
   * Ends the status checks of this trade record, because the wallet has too many open records. A client can still request a single check of
   * the trade.
   */
  | Timed<{ readonly type: 'SET_ASIDE' }>
  | Timed<{ readonly type: 'TICK' }>
  /** An operator restored an older state of the trade record, so the chain is checked again. */
  | Timed<{ readonly type: 'RESTORED' }>;

export type KeepHashParams = { readonly tradeId: string; readonly hash: TransactionHash; readonly previous: TransactionHash | null };
/** Parameters of a status check. The check reads the trade's current record when it runs, because the hash may have changed by then. */
export type LookParams = { readonly tradeId: string; readonly lookNo: number };

/** How long a trade's status is checked, in ms, before the status counts as unknown. */
export const GIVE_UP_AFTER_MS = 24 * 3_600_000;
/** Number of status checks in roughly the first hour of a trade. */
export const LOOKS_OF_AN_HOUR = 18;

const lookParams = ({ context }: { readonly context: TradeContext }): LookParams => ({
  tradeId: context.terms.tradeId,
  lookNo: context.lookNo,
});

/**
 * Builds the parameters of the effect `keepHash`, which reserves a transaction hash. They are built before the new hash is stored, so
 * `previous` is the old hash, which the effect releases.
 */
const keepParams = ({
  context,
  event,
}: {
  readonly context: TradeContext;
  readonly event: { readonly hash: TransactionHash };
}): KeepHashParams => ({
  tradeId: context.terms.tradeId,
  hash: event.hash,
  previous: context.hash,
});

/** Whether the scheduled status check of the trade ended without an outcome, so that another check is needed. */
function goesOn(context: TradeContext, event: TradeEvent): boolean {
  if (!('lookNo' in event) || event.lookNo !== context.lookNo || event.at >= context.giveUpAtMs) return false;
  return event.type === 'LOOK_FAILED' || event.observation.status === 'pending' || event.observation.hash !== context.hash;
}

/** Whether a status check has shown that the trade record's wallet sent the trade's transaction. */
function isFromWallet(event: TradeEvent): event is Extract<TradeEvent, { readonly type: 'LOOKED' }> {
  return event.type === 'LOOKED' && event.observation.sender === 'wallet';
}

export const tradeMachine = setup({
  types: {
    context: {} as TradeContext,
    events: {} as TradeEvent,
    input: {} as TradeInput,
  },
  actions: {
    lookIn10s: (_, _params: LookParams) => {},
    lookIn20s: (_, _params: LookParams) => {},
    lookIn40s: (_, _params: LookParams) => {},
    lookIn80s: (_, _params: LookParams) => {},
    lookIn160s: (_, _params: LookParams) => {},
    lookIn300s: (_, _params: LookParams) => {},
    lookIn3600s: (_, _params: LookParams) => {},
    /** Reserves a transaction hash exclusively for this trade record, and releases the record's previous hash. */
    keepHash: (_, _params: KeepHashParams) => {},
    countLook: assign({ lookNo: ({ context }) => context.lookNo + 1 }),
    note: assign(({ context, event }) => ('observation' in event ? noted(context, event.observation, event.at) : {})),
    reopen: assign(({ context, event }) => (event.type === 'DOUBTED' ? reopened(context, event.observation, event.at) : {})),
    noteFailedLook: assign(({ event }) => (event.type === 'LOOK_FAILED' ? { reason: event.reason, lastLookAtMs: event.at } : {})),
    takeHash: assign(({ event }) => (event.type === 'SET_HASH' ? { hash: event.hash, reason: null, substatus: null } : {})),
    takeReference: assign(({ context, event }) =>
      event.type === 'SET_REFERENCE' ? { terms: { ...context.terms, reference: event.reference } } : {},
    ),
    noteClaim: assign(({ context, event }) => (event.type === 'CLAIMED' ? claimed(context, event, event.at) : {})),
    dropHash: assign({ hash: null, reason: 'hash-of-another-record', substatus: null }),
    giveUp: assign(({ event }) => ({ reason: STATUS_UNKNOWN, settledAtMs: event.at })),
    startAgain: assign(({ event }) => ({ giveUpAtMs: event.at + GIVE_UP_AFTER_MS, settledAtMs: null })),
  },
  guards: {
    canLook: ({ context }) => context.hash !== null || context.terms.reference !== null,
    isStaleLook: ({ context, event }) => 'lookNo' in event && event.lookNo !== context.lookNo,
    goesOn: ({ context, event }) => goesOn(context, event),
    /**
     * Whether the next status checks are hourly, because no chain has shown the transaction within an hour of checks. Checks become rarer
     * because anyone can submit hashes of transactions that do not exist, and each check costs a write to the store.
     */
    goesOnUnseen: ({ context, event }) =>
      goesOn(context, event) && !context.hashIsFixed && context.lookNo >= LOOKS_OF_AN_HOUR && !isFromWallet(event),
    goesOnSeen: ({ context, event }) => goesOn(context, event) && isFromWallet(event) && event.observation.hash === context.hash,
    isOver: ({ context, event }) => event.at >= context.giveUpAtMs,
    saysSuccess: ({ context, event }) =>
      'observation' in event && event.observation.hash === context.hash && event.observation.status === 'success',
    saysFailed: ({ context, event }) =>
      'observation' in event && event.observation.hash === context.hash && event.observation.status === 'failed',
    isAboutThisHash: ({ context, event }) => 'observation' in event && event.observation.hash === context.hash,
    /**
     * Whether no chain has shown the trade's outcome: the outcome is unknown, or only the aggregator has reported it. A reorg cannot change
     * such an outcome.
     */
    isNotShown: ({ context }) => context.reason === STATUS_UNKNOWN || (TOLD_ENDS.includes(context.reason) && !context.hashIsFixed),
    /** Whether the status check that follows a reorg shows the same successful outcome as the one that is stored for the trade. */
    saysTheSame: ({ context, event }) =>
      event.type === 'DOUBTED' &&
      event.observation.hash === context.hash &&
      event.observation.status === 'success' &&
      event.observation.amountOut === context.amountOutActual &&
      event.observation.reason === context.reason &&
      event.observation.destinationHash === context.destinationHash,
    isFirstHash: ({ context, event }) => event.type === 'SET_HASH' && context.hash === null,
    isOtherHash: ({ context, event }) => event.type === 'SET_HASH' && context.hash !== event.hash && !context.hashIsFixed,
    losesHash: ({ context, event }) => event.type === 'HASH_LOST' && context.hash === event.hash && !context.hashIsFixed,
    isKnownToFail: ({ context }) => context.reason !== STATUS_UNKNOWN,
    needsReference: ({ context }) => context.terms.reference === null,
    isUnknownWithoutReference: ({ context }) => context.reason === STATUS_UNKNOWN && context.terms.reference === null,
    claimsSomethingNew: ({ context, event }) => event.type === 'CLAIMED' && isNewClaim(context, event),
    /** Whether a client submits another transaction hash for an outcome that only the aggregator has reported and no chain has shown. */
    isToldOfAnotherHash: ({ context, event }) =>
      event.type === 'SET_HASH' && TOLD_ENDS.includes(context.reason) && context.hash !== event.hash && !context.hashIsFixed,
    isUnknownAndFree: ({ context, event }) =>
      context.reason === STATUS_UNKNOWN && event.type === 'SET_HASH' && (context.hash === event.hash || !context.hashIsFixed),
  },
}).createMachine({
  id: 'trade',
  context: ({ input }) => ({
    terms: input.terms,
    requestDigest: input.requestDigest,
    hash: null,
    hashIsFixed: false,
    substatus: null,
    reason: null,
    amountOutActual: null,
    destinationHash: null,
    lastLookAtMs: null,
    settledAtMs: null,
    lookNo: 0,
    giveUpAtMs: input.createdAtMs + GIVE_UP_AFTER_MS,
  }),
  initial: 'pending',
  on: {
    RESTORED: { target: '.pending', reenter: true, actions: 'startAgain' },
    SET_REFERENCE: {},
    CLAIMED: [{ guard: 'claimsSomethingNew', actions: 'noteClaim' }, {}],
  },
  states: {
    pending: {
      initial: 'choosing',
      on: {
        SET_HASH: [
          {
            guard: 'isFirstHash',
            target: '.in10s',
            actions: [{ type: 'keepHash', params: keepParams }, 'takeHash'],
          },
          // A new hash does not change the schedule of status checks. If it did, anyone could postpone the checks by submitting one hash
          // after another.
          {
            guard: 'isOtherHash',
            actions: [{ type: 'keepHash', params: keepParams }, 'takeHash'],
          },
          {},
        ],
        HASH_LOST: [{ guard: 'losesHash', target: '.choosing', actions: 'dropHash' }, {}],
        SET_REFERENCE: [{ guard: 'needsReference', actions: 'takeReference' }, {}],
        OBSERVED: [
          { guard: 'saysSuccess', target: 'success', actions: 'note' },
          { guard: 'saysFailed', target: 'failed', actions: 'note' },
          { guard: 'isAboutThisHash', actions: 'note' },
          {},
        ],
        // The event DOUBTED reports that a reorg removed a block. A pending trade ignores the event, because its scheduled status checks
        // will notice the reorg.
        DOUBTED: {},
        LOOKED: [
          { guard: 'isStaleLook' },
          { guard: 'saysSuccess', target: 'success', actions: 'note' },
          { guard: 'saysFailed', target: 'failed', actions: 'note' },
          { guard: 'isOver', target: 'failed', actions: ['note', 'giveUp'] },
          // The trade lost its transaction hash while the status check was running, so the result of the check is ignored.
          {},
        ],
        LOOK_FAILED: [{ guard: 'isStaleLook' }, { guard: 'isOver', target: 'failed', actions: 'giveUp' }, {}],
        SET_ASIDE: { target: 'failed', actions: 'giveUp' },
        TICK: [{ guard: 'isOver', target: 'failed', actions: 'giveUp' }, {}],
      },
      states: {
        choosing: { always: [{ guard: 'canLook', target: 'in10s' }, { target: 'resting' }] },
        /** A state without scheduled checks: the trade has no transaction hash, and no aggregator can report its status without one. */
        resting: { on: { SET_REFERENCE: { guard: 'needsReference', target: 'choosing', actions: 'takeReference' } } },
        in10s: {
          entry: ['countLook', { type: 'lookIn10s', params: lookParams }],
          on: {
            LOOKED: { guard: 'goesOn', target: 'in20s', actions: 'note' },
            LOOK_FAILED: { guard: 'goesOn', target: 'in20s', actions: 'noteFailedLook' },
          },
        },
        in20s: {
          entry: ['countLook', { type: 'lookIn20s', params: lookParams }],
          on: {
            LOOKED: { guard: 'goesOn', target: 'in40s', actions: 'note' },
            LOOK_FAILED: { guard: 'goesOn', target: 'in40s', actions: 'noteFailedLook' },
          },
        },
        in40s: {
          entry: ['countLook', { type: 'lookIn40s', params: lookParams }],
          on: {
            LOOKED: { guard: 'goesOn', target: 'in80s', actions: 'note' },
            LOOK_FAILED: { guard: 'goesOn', target: 'in80s', actions: 'noteFailedLook' },
          },
        },
        in80s: {
          entry: ['countLook', { type: 'lookIn80s', params: lookParams }],
          on: {
            LOOKED: { guard: 'goesOn', target: 'in160s', actions: 'note' },
            LOOK_FAILED: { guard: 'goesOn', target: 'in160s', actions: 'noteFailedLook' },
          },
        },
        in160s: {
          entry: ['countLook', { type: 'lookIn160s', params: lookParams }],
          on: {
            LOOKED: { guard: 'goesOn', target: 'in300s', actions: 'note' },
            LOOK_FAILED: { guard: 'goesOn', target: 'in300s', actions: 'noteFailedLook' },
          },
        },
        in300s: {
          entry: ['countLook', { type: 'lookIn300s', params: lookParams }],
          on: {
            LOOKED: [
              { guard: 'goesOnUnseen', target: 'in3600s', actions: 'note' },
              { guard: 'goesOn', target: 'in300s', reenter: true, actions: 'note' },
            ],
            LOOK_FAILED: [
              { guard: 'goesOnUnseen', target: 'in3600s', actions: 'noteFailedLook' },
              { guard: 'goesOn', target: 'in300s', reenter: true, actions: 'noteFailedLook' },
            ],
          },
        },
        in3600s: {
          entry: ['countLook', { type: 'lookIn3600s', params: lookParams }],
          on: {
            LOOKED: [
              { guard: 'goesOnSeen', target: 'in300s', actions: 'note' },
              { guard: 'goesOn', target: 'in3600s', reenter: true, actions: 'note' },
            ],
            LOOK_FAILED: { guard: 'goesOn', target: 'in3600s', reenter: true, actions: 'noteFailedLook' },
          },
        },
      },
    },
    success: {
      on: {
        SET_HASH: [
          {
            guard: 'isToldOfAnotherHash',
            target: 'pending',
            actions: [{ type: 'keepHash', params: keepParams }, 'takeHash', 'startAgain'],
          },
          {},
        ],
        DOUBTED: [
          { guard: 'isNotShown' },
          { guard: 'saysFailed', target: 'failed', actions: 'reopen' },
          { guard: 'saysTheSame' },
          { guard: 'saysSuccess', actions: 'reopen' },
          { guard: 'isAboutThisHash', target: 'pending', actions: ['reopen', 'startAgain'] },
          {},
        ],
        HASH_LOST: {},
        LOOKED: {},
        LOOK_FAILED: {},
        OBSERVED: {},
        SET_ASIDE: {},
        TICK: {},
      },
    },
    failed: {
      on: {
        SET_HASH: [
          {
            guard: 'isUnknownAndFree',
            target: 'pending',
            actions: [{ type: 'keepHash', params: keepParams }, 'takeHash', 'startAgain'],
          },
          {
            guard: 'isToldOfAnotherHash',
            target: 'pending',
            actions: [{ type: 'keepHash', params: keepParams }, 'takeHash', 'startAgain'],
          },
          {},
        ],
        OBSERVED: [
          { guard: 'isKnownToFail' },
          { guard: 'saysSuccess', target: 'success', actions: 'note' },
          { guard: 'saysFailed', actions: 'note' },
          { guard: 'isAboutThisHash', target: 'pending', actions: ['note', 'startAgain'] },
          {},
        ],
        SET_REFERENCE: [{ guard: 'isUnknownWithoutReference', target: 'pending', actions: ['takeReference', 'startAgain'] }, {}],
        DOUBTED: [
          { guard: 'isNotShown' },
          { guard: 'saysSuccess', target: 'success', actions: 'reopen' },
          { guard: 'saysFailed' },
          { guard: 'isAboutThisHash', target: 'pending', actions: ['reopen', 'startAgain'] },
          {},
        ],
        HASH_LOST: {},
        LOOKED: {},
        LOOK_FAILED: {},
        SET_ASIDE: {},
        TICK: {},
      },
    },
  },
});
