import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { TradeParams } from '../../machines/autopilot-agent/effect-params.ts';
import { warningDueMs } from '../../machines/autopilot-agent/expiry.ts';
import { isHeldBack, wishesOf } from '../../machines/autopilot-agent/held-back.ts';
import { autopilotAgentMachine } from '../../machines/autopilot-agent.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import type { EffectFailure } from '../../src/runtime/define/definition.ts';
import { CHAIN, WALLET } from '../keys.ts';
import { factKeysOf, factsOf, troubleKeysOf } from './agent-facts.ts';
import { autopilotAgentEvents } from './events.ts';
import { agentInspection } from './inspection.ts';
import { statusOf, viewOf } from './view.ts';

/** What was begun has to be finished, however long the chain or the store is away. */
const UNTIL_IT_WORKS = { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 };

/** What was told of a transaction is looked at again after so long, and only then believed. */
const RECORD_AFTER_MS = 5_000;

/** Looking for a route, for a trade or a dry run: what cannot be had now is asked for again by the strategy, after its pause. */
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

/** One Autopilot agent. Key: the record's id. */
export const autopilotAgent = defineActor({
  type: 'autopilot-agent',
  version: 1,
  machine: autopilotAgentMachine,
  events: autopilotAgentEvents,
  effects: {
    planTrade: planning,
    tradeOnPaper: planning,
    submitTrade: {
      safety: 'idempotent',
      deadlineMs: 20_000,
      retry: UNTIL_IT_WORKS,
      onFailure: ({ code, message }, { trade }) => ({ type: 'TRADE_RETURNED', tradeId: trade.tradeId, reason: `${code}: ${message}` }),
    },
    withdrawTrade: { safety: 'idempotent', deadlineMs: 20_000, retry: UNTIL_IT_WORKS },
    // Not at once: a local chain has no depth to wait for, saves itself every second or two, and can come back that much older. Until the
    // outcome is acknowledged, the sender sends the same bytes again. The deadline is short, because after a crash nobody takes it up before.
    recordTrade: { safety: 'idempotent', delayMs: RECORD_AFTER_MS, deadlineMs: 10_000, retry: UNTIL_IT_WORKS },
    note: { safety: 'idempotent', deadlineMs: 10_000, retry: UNTIL_IT_WORKS },
    reconcile: { safety: 'idempotent', deadlineMs: 30_000, retry: UNTIL_IT_WORKS },
  },
  keys: {
    wallet: { ...WALLET, of: ({ context }) => context.standing.policy.wallet },
    chainId: { ...CHAIN, of: ({ context }) => context.standing.policy.chainId },
    status: statusOf,
  },
  view: viewOf,
  due: ({ value, context }) => {
    // In every state: a trade may be on its way for long.
    return earliest(warningDueMs(context), isRunning(value, context) ? stepDueMs(context) : null);
  },
  triggers: ({ value, context }) => (isRunning(value, context) ? wishesOf(context.standing).triggers : []),
  tick: {
    facts: ({ context }) => [...factKeysOf(context), ...troubleKeysOf(context)],
    event: (facts, { context }) => ({ type: 'TICK' as const, facts: factsOf(context, facts) }),
  },
  inspection: agentInspection,
  isHeldBack: ({ value, context }) => isRunning(value, context) && isHeldBack(context),
  // A record without an on-chain agent (the links know which one has one, and whether the chain took it back), or a dry run that was stopped.
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

/** What something holds back is looked at again at each tick, and is not late. */
function stepDueMs(context: AutopilotAgentContext): number | null {
  return isHeldBack(context) ? EVERY_TICK : wishesOf(context.standing).dueAtMs;
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
