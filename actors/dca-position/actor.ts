import { autoClaimFromMs } from '../../machines/dca-position/auto-claim.ts';
import type { DcaPositionContext } from '../../machines/dca-position/context.ts';
import { CHAIN_DECIDES } from '../../machines/dca-position/mirror.ts';
import { dcaPositionMachine } from '../../machines/dca-position.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import { chainTroubleKey } from '../../src/values/chain-trouble-key.ts';
import { CHAIN, WALLET } from '../keys.ts';
import { dcaPositionEvents } from './events.ts';
import { positionInspection } from './inspection.ts';
import { factKeyOf, readingOf } from './position-fact.ts';
import { statusOf, viewOf } from './view.ts';

/** A position is due at every tick, so that its stored copy of the vault's data is at most one tick old (API specification, "DCA", 4). */
const EVERY_TICK = 0;

const FROM_HALF_A_SECOND = { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 };

/** The actor of one DCA position. The actor's key is the id of the position's record. */
export const dcaPosition = defineActor({
  type: 'dca-position',
  version: 2,
  // Version 2 of the actor stores the changes caused by an executed order together with the order's outcome; version 1 stored them at the
  // next tick. Stored states of both versions have the same form.
  migrations: { 2: (snapshot) => snapshot },
  machine: dcaPositionMachine,
  events: dcaPositionEvents,
  effects: {
    planOrder: {
      safety: 'idempotent',
      deadlineMs: 30_000,
      retry: { maxAttempts: 3, firstDelayMs: 500, maxDelayMs: 5_000 },
      whenExhausted: 'fail',
      onFailure: ({ code, message }, { itemKey }) => ({
        type: 'ORDER_SKIPPED',
        itemKey,
        kind: 'plan-failed',
        detail: `${code}: ${message}`,
        nextAttemptAtMs: null,
      }),
    },
    // The completion of `joinBatch` is not stored immediately but with the actor's next commit, because the order's outcome usually follows
    // soon. If the effect runs again after a crash, the batch ignores an item that it already has.
    joinBatch: {
      safety: 'idempotent',
      deadlineMs: 20_000,
      endIsStored: 'with-next',
      waitsOnPurpose: true,
      retry: { maxAttempts: 8, firstDelayMs: 1_000, maxDelayMs: 15_000 },
      whenExhausted: 'fail',
      onFailure: ({ code, message }, { itemKey }) => ({ type: 'ORDER_RETURNED', itemKey, reason: `${code}: ${message}` }),
    },
    requestAutoClaim: {
      safety: 'idempotent',
      waitsOnPurpose: true,
      deadlineMs: 20_000,
      retry: { maxAttempts: 8, firstDelayMs: 1_000, maxDelayMs: 15_000 },
      whenExhausted: 'fail',
      onFailure: (_, { askedAt }) => ({ type: 'AUTO_CLAIM_RETURNED', askedAt }),
    },
    lookUpLink: { safety: 'idempotent', deadlineMs: 10_000, retry: FROM_HALF_A_SECOND },
  },
  isPublic: true,
  keys: {
    wallet: { ...WALLET, of: ({ context }) => context.terms.wallet },
    chainId: { ...CHAIN, of: ({ context }) => context.terms.chainId },
    status: statusOf,
  },
  view: viewOf,
  due: ({ value, context }) => {
    if (context.link === null) return value === 'reconciling' ? EVERY_TICK : null;
    const isOver = value === 'completed' || value === 'cancelled';
    if (!isOver || mustMirror(context)) return EVERY_TICK;
    return context.chain === null ? null : autoClaimFromMs(context, context.chain);
  },
  tick: {
    facts: ({ context }) => {
      const key = factKeyOf(context);
      return key === null ? [] : [key, chainTroubleKey(context.terms.chainId)];
    },
    event: (facts, { context }) => {
      const key = factKeyOf(context);
      const trouble = facts.get(chainTroubleKey(context.terms.chainId));
      const reading = key === null ? null : readingOf(facts.get(key));
      return { type: 'TICK' as const, reading, ...(typeof trouble === 'string' ? { trouble } : {}) };
    },
  },
  inspection: positionInspection,
  isBlocked: ({ value, context }) => value === 'failed' || (isLive(value) && isRefused(context)),
  // Whether the position's record can be deleted. The record can be deleted if no on-chain position is known for it and it was not created
  // for a position that was found on the chain.
  isForgettable: ({ value, context }) => value === 'pending' && context.link === null && context.chain === null && !context.isAdopted,
  restore: () => ({ type: 'RESTORED' as const }),
});

function isLive(value: unknown): boolean {
  return value === 'success' || typeof value === 'object';
}

/** Whether the position's last attempt at an order failed or was not sent, and no order has been executed since. */
function isRefused({ skipsInARow, failuresInARow, chain }: DcaPositionContext): boolean {
  return chain?.isAutoBuy === true && skipsInARow + failuresInARow > 0;
}

/** Whether a finished position must be read from the vault again, because its record may differ from the vault. */
function mustMirror({ mustLook, claims }: DcaPositionContext): boolean {
  return mustLook || Object.keys(claims).some((name) => CHAIN_DECIDES.has(name));
}
