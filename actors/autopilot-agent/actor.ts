import { isBlocked, wakeConditionsOf } from '../../machines/autopilot-agent/blocked.ts';
import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { TradeParams } from '../../machines/autopilot-agent/effect-params.ts';
import { warningDueMs } from '../../machines/autopilot-agent/expiry.ts';
import { autopilotAgentMachine } from '../../machines/autopilot-agent.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import type { EffectFailure } from '../../src/runtime/define/definition.ts';
import type { PersistedSnapshot } from '../../src/runtime/record/record.ts';
import { CHAIN, WALLET } from '../keys.ts';
import { factKeysOf, factsOf, troubleKeysOf } from './agent-facts.ts';
import { autopilotAgentEvents } from './events.ts';
import { agentInspection } from './inspection.ts';
import { statusOf, viewOf } from './view.ts';

/**
 * Retry policy of effects that must not give up: 1,000,000 attempts. A trade in progress must finish, however long the chain or the store
 * is unavailable.
 */
const UNTIL_IT_WORKS = { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 };

/** Delay in milliseconds between the transaction sender's report of a trade's outcome and the second check that confirms this outcome. */
const RECORD_AFTER_MS = 5_000;

/**
 * Options of the effects that look for a trade route or simulate a trade in a dry run. When such an effect fails, the strategy pauses and
 * then tries again.
 */
const planning = {
  safety: 'idempotent' as const,
  deadlineMs: 30_000,
  retry: { maxAttempts: 3, firstDelayMs: 500, maxDelayMs: 5_000 },
  whenExhausted: 'fail' as const,
  onFailure: ({ code, message }: EffectFailure, { trade }: TradeParams) => ({
    type: 'TRADE_SKIPPED' as const,
    tradeId: trade.tradeId,
    kind: 'chain-unreadable' as const,
    detail: `${code}: ${message}`,
  }),
};

/** The actor of one Autopilot agent. The actor's key is the id of the agent's record. */
export const autopilotAgent = defineActor({
  type: 'autopilot-agent',
  version: 2,
  migrations: { 2: nameEngineState },
  machine: autopilotAgentMachine,
  events: autopilotAgentEvents,
  effects: {
    planTrade: planning,
    tradeOnPaper: planning,
    // The completion of `submitTrade` and `note` is not stored immediately but with the actor's next commit. If such an effect runs again
    // after a crash, the batch or the transaction sender ignores the repeated trade, and the list of notifications recognizes the repeated
    // note by its key.
    submitTrade: {
      safety: 'idempotent',
      waitsOnPurpose: true,
      deadlineMs: 20_000,
      endIsStored: 'with-next',
      retry: UNTIL_IT_WORKS,
      onFailure: ({ code, message }, { trade }) => ({ type: 'TRADE_RETURNED', tradeId: trade.tradeId, reason: `${code}: ${message}` }),
    },
    withdrawTrade: { safety: 'idempotent', deadlineMs: 20_000, retry: UNTIL_IT_WORKS },
    // The delay of `recordTrade` is for local test chains, which have no confirmation depth and can lose the blocks of the last seconds.
    // During the delay, the transaction sender still has the signed transaction, and sends it again if the chain lost it. The deadline is
    // short because, after a crash of this node, another node may only take over the effect after the deadline.
    recordTrade: { safety: 'idempotent', delayMs: RECORD_AFTER_MS, deadlineMs: 10_000, retry: UNTIL_IT_WORKS },
    recordBatched: { safety: 'idempotent', deadlineMs: 10_000, retry: UNTIL_IT_WORKS },
    note: { safety: 'idempotent', deadlineMs: 10_000, endIsStored: 'with-next', retry: UNTIL_IT_WORKS },
    reconcile: { safety: 'idempotent', deadlineMs: 30_000, retry: UNTIL_IT_WORKS },
  },
  isPublic: true,
  keys: {
    wallet: { ...WALLET, of: ({ context }) => context.engineState.policy.wallet },
    chainId: { ...CHAIN, of: ({ context }) => context.engineState.policy.chainId },
    status: statusOf,
  },
  view: viewOf,
  due: ({ value, context }) => {
    // The expiry warning can become due in every state. A trade can be in flight for a long time, and the warning must not wait for it.
    return earliest(warningDueMs(context), isRunning(value, context) ? stepDueMs(context) : null);
  },
  triggers: ({ value, context }) => (isRunning(value, context) ? wakeConditionsOf(context.engineState).triggers : []),
  tick: {
    facts: ({ context }) => [...factKeysOf(context), ...troubleKeysOf(context)],
    event: (facts, { context }) => ({ type: 'TICK' as const, facts: factsOf(context, facts) }),
  },
  inspection: agentInspection,
  isBlocked: ({ value, context }) => isRunning(value, context) && isBlocked(context),
  // Whether the agent's record can be deleted. The record can be deleted if no on-chain agent is known for it and no trade is in flight, or
  // if it belongs to a stopped dry run (an agent with simulated money).
  isForgettable: ({ value, context: { link, chain, paper, trade, isPaused } }) =>
    paper === null
      ? value === 'unlinked' && link === null && chain === null && trade === null
      : value === 'watching' && isPaused && trade === null,
  restore: () => ({ type: 'RESTORED' as const }),
});

function isRunning(value: unknown, { isPaused }: AutopilotAgentContext): boolean {
  return value === 'watching' && !isPaused;
}

const EVERY_TICK = 0;

/**
 * Returns when the agent must be evaluated next (UTC ms; null for never). If something prevents a due agent from acting, it is evaluated at
 * every tick and is not reported as late.
 */
function stepDueMs(context: AutopilotAgentContext): number | null {
  return isBlocked(context) ? EVERY_TICK : wakeConditionsOf(context.engineState).dueAtMs;
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** Migrates version 1 of the stored state, in which the field `engineState` was named `standing`. */
function nameEngineState(snapshot: PersistedSnapshot): PersistedSnapshot {
  const { standing, ...context } = snapshot.context;
  return standing === undefined ? snapshot : { ...snapshot, context: { ...context, engineState: standing } };
}
