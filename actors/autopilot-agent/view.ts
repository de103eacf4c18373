import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { readPaperVault } from '../../machines/autopilot-agent/paper-vault.ts';
import type { AgentReading, AgentRecord, ShownLimits, StrategyReading } from '../../src/features/autopilot/agent-record.ts';
import type { ViewMeta } from '../../src/runtime/define/definition.ts';
import { isoOf } from '../../src/values/iso-time.ts';
import { factKeysOf } from './agent-facts.ts';

type Snapshot = { readonly value: unknown; readonly context: AutopilotAgentContext };

/** Returns the agent's public status, active or paused (API specification, "Autopilot agent record"). */
export function statusOf({ context }: Snapshot): 'active' | 'paused' {
  return context.isPaused ? 'paused' : 'active';
}

export function viewOf(snapshot: Snapshot, meta: ViewMeta): AgentReading {
  const { value, context } = snapshot;
  const { engineState, link, paper, policyHash } = context;
  const { policy } = engineState;
  const record: AgentRecord = {
    _id: meta.key,
    id: meta.key,
    wallet: policy.wallet,
    chainId: policy.chainId,
    agentId: link?.agentId ?? null,
    vault: link?.vault ?? null,
    status: statusOf(snapshot),
    /** The current state of the agent's state machine. The agent record of the API specification does not have this field. */
    phase: String(value),
    paper: paper !== null,
    policy,
    policyHash,
    limits: shownLimits(context.limits),
    ...chainPart(context, meta),
    lastFillAt: Object.fromEntries(policy.strategies.map(({ id }) => [id, isoOf(engineState.strategies[id]?.lastFillAtMs ?? null)])),
    strategies: policy.strategies.map((strategy) => strategyReading(context, strategy)),
    costBasis: engineState.basis,
    protection: protectionOf(context),
    trade:
      context.trade === null
        ? null
        : { ...context.trade.intent, tradeId: context.trade.tradeId, startedAt: isoOf(context.trade.startedAtMs) },
    lastFailure: context.lastFailure === null ? null : { message: context.lastFailure.message, at: isoOf(context.lastFailure.atMs) },
    createdAt: isoOf(meta.createdAtMs),
    updatedAt: isoOf(meta.updatedAtMs),
  };
  return {
    recordId: meta.key,
    wallet: policy.wallet,
    chainId: policy.chainId,
    policyHash,
    link,
    isPaper: paper !== null,
    isPaused: context.isPaused,
    policy,
    factKeys: factKeysOf(context),
    record,
  };
}

/** The agent's on-chain state at the last synchronization; for a dry run, the state of its simulated vault. */
function chainPart(context: AutopilotAgentContext, meta: ViewMeta): Pick<AgentRecord, 'onChain' | 'balances' | 'syncedAt'> {
  const { paper, engineState, policyHash, limits, chain, chainSeenAtMs } = context;
  const { wallet, budgetToken } = engineState.policy;
  const seen = paper === null ? chain : readPaperVault(paper, { owner: wallet, budgetToken, policyHash, limits }, meta.updatedAtMs);
  if (seen === null) return { onChain: null, balances: {}, syncedAt: null };
  const { balances, dayStartSec, limits: onChainLimits, guard, ...rest } = seen;
  return {
    onChain: {
      ...rest,
      limits: shownLimits(onChainLimits),
      dayStart: dayStartSec,
      ...(guard === undefined ? {} : { guard: { ...guard } }),
    },
    balances: { ...balances },
    syncedAt: isoOf(paper === null ? chainSeenAtMs : meta.updatedAtMs),
  };
}

/** Converts the stored limits to the public field names: the expiry is named `expiry`, as in the policy, and is in unix seconds. */
function shownLimits({ expirySec, ...amounts }: AutopilotAgentContext['limits']): ShownLimits {
  return { ...amounts, expiry: expirySec };
}

function strategyReading(context: AutopilotAgentContext, { id, type }: { id: string; type: string }): StrategyReading {
  const own = context.engineState.strategies[id];
  const outcome = context.outcomes[id];
  return {
    id,
    type,
    outcome: outcome?.kind ?? null,
    outcomeSince: isoOf(outcome?.sinceMs ?? null),
    runs: own?.runs ?? 0,
    lastFillAt: isoOf(own?.lastFillAtMs ?? null),
    nextAt: isoOf(own?.nextAtMs ?? null),
    cooldownUntil: own === undefined || own.cooldownUntilMs === 0 ? null : isoOf(own.cooldownUntilMs),
  };
}

/**
 * State of the protections: whether buys are blocked, why, and until when. It is separate from the user's own status (active or paused).
 */
function protectionOf({ engineState: { protection, policy } }: AutopilotAgentContext): AgentRecord['protection'] {
  const { buyStop, losses, tokenCooldowns, peakValue } = protection;
  const stopped = buyStop === null ? null : { reason: buyStop.reason, detail: buyStop.detail, until: isoOf(buyStop.untilMs) };
  return {
    buying: policy.protections?.exitsOnly === true ? 'exits-only' : stopped === null ? 'on' : 'stopped',
    stop: stopped,
    losses: losses.map(({ atMs, token, lossBaseUnits }) => ({ at: isoOf(atMs), token, lossBaseUnits })),
    tokenCooldowns: Object.fromEntries(Object.entries(tokenCooldowns).map(([token, untilMs]) => [token, isoOf(untilMs)])),
    peakValue,
  };
}
