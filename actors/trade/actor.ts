import { type LookParams, tradeMachine } from '../../machines/trade.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import type { EffectFailure } from '../../src/runtime/define/definition.ts';
import { CHAIN, WALLET } from '../keys.ts';
import { tradeEvents } from './events.ts';
import { tradeInspection } from './inspection.ts';
import { keyStatusOf, statusOf, viewOf } from './view.ts';

/**
 * Options of a status check that runs `delayMs` after the commit that requested it. A failed check is reported to the machine, which
 * schedules the next check.
 */
const looking = <const Ms extends number>(delayMs: Ms) => ({
  safety: 'idempotent' as const,
  delayMs,
  deadlineMs: 30_000,
  retry: { maxAttempts: 2, firstDelayMs: 1_000, maxDelayMs: 5_000 },
  whenExhausted: 'fail' as const,
  onFailure: ({ code }: EffectFailure, { lookNo }: LookParams) => ({ type: 'LOOK_FAILED' as const, lookNo, reason: code }),
});

/** The actor of one trade record. Key: the UUID under which a client created the record. */
export const trade = defineActor({
  type: 'trade',
  version: 1,
  machine: tradeMachine,
  events: tradeEvents,
  effects: {
    lookIn10s: looking(10_000),
    lookIn20s: looking(20_000),
    lookIn40s: looking(40_000),
    lookIn80s: looking(80_000),
    lookIn160s: looking(160_000),
    lookIn300s: looking(300_000),
    lookIn3600s: looking(3_600_000),
    keepHash: { safety: 'idempotent', deadlineMs: 10_000, retry: { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 } },
  },
  isPublic: true,
  keys: {
    wallet: { ...WALLET, of: ({ context }) => context.terms.wallet },
    chainId: { ...CHAIN, of: ({ context }) => context.terms.fromChainId },
    status: keyStatusOf,
  },
  view: viewOf,
  due: ({ value, context }) => (statusOf(value) === 'pending' ? context.giveUpAtMs : null),
  tick: { event: () => ({ type: 'TICK' as const }) },
  inspection: tradeInspection,
  // Whether the trade's record can be deleted: no status check is scheduled. If the trade has a transaction, its hash is also in the store
  // of transaction hashes.
  isForgettable: ({ value }) => statusOf(value) !== 'pending',
  restore: () => ({ type: 'RESTORED' as const }),
});
