import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { readPaperVault } from '../../machines/autopilot-agent/paper-vault.ts';
import { tokenOf } from '../../machines/autopilot-agent/strategies/scene.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import type { LimitBar } from '../../src/values/inspection/actor-details.ts';
import type { ActorSketch, AgentSketch } from '../../src/values/inspection/actor-sketch.ts';
import { amountText } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import { parseAmount } from '../../src/values/parse-amount.ts';
import { factsOf } from './agent-facts.ts';
import { outcomesNow } from './outcomes-now.ts';

type Snapshot = { readonly value: unknown; readonly context: AutopilotAgentContext };

/** An agent as the inspector shows it. `facts`: what its tick would know now. */
export function sketchAutopilotAgent({ value, context }: Snapshot, nowMs: number, facts: Facts | null): ActorSketch {
  const { standing, trade, paper } = context;
  const { policy, tokens } = standing;
  const { chainId, budgetToken } = policy;
  const outcomes = new Map(outcomesNow(context, nowMs, facts).map(({ strategy, kind, text }) => [strategy.id, { kind, text }]));
  const domain: AgentSketch = {
    kind: 'agent',
    recordId: context.recordId,
    chainId,
    phase: context.isPaused ? 'paused' : String(value),
    isPaper: paper !== null,
    budgetToken,
    strategies: policy.strategies.map(({ id, type }) => {
      const own = standing.strategies[id];
      return {
        id,
        type,
        runs: own?.runs ?? 0,
        lastFillAtMs: own?.lastFillAtMs ?? null,
        pausedUntilMs: own !== undefined && own.cooldownUntilMs > nowMs ? own.cooldownUntilMs : null,
        outcome: outcomes.get(id) ?? null,
      };
    }),
    limits: limitBars(context, vaultNow(context, nowMs, facts), nowMs),
    charted: chartedTokens(policy.strategies, budgetToken),
  };
  return {
    tokens: Object.entries(tokens).map(([address, token]) => ({ chainId, address, symbol: token.symbol, decimals: token.decimals })),
    related: [],
    transactions: [],
    domain,
    sendsOn: paper === null ? chainId : null,
    requests: trade === null ? [] : [{ key: trade.tradeId, what: `${trade.intent.strategyId}: ${trade.intent.reason}` }],
  };
}

/** The vault as it is now, else as it was last seen. */
function vaultNow(context: AutopilotAgentContext, nowMs: number, facts: Facts | null): OnChainAgent | null {
  const { paper, standing, policyHash, limits, chain } = context;
  const { wallet, budgetToken } = standing.policy;
  if (paper !== null) return readPaperVault(paper, { owner: wallet, budgetToken, policyHash, limits }, nowMs);
  return (facts === null ? null : factsOf(context, facts)?.agent) ?? chain;
}

function limitBars(context: AutopilotAgentContext, vault: OnChainAgent | null, nowMs: number): readonly LimitBar[] {
  const { standing } = context;
  const limits = vault?.limits ?? context.limits;
  const budget = tokenOf(standing, standing.policy.budgetToken);
  const largest = largestBuy(standing.policy.strategies, budget.decimals);
  const money = (amount: string) => amountText(amount, budget);
  const spent = vault?.spentToday ?? '0';
  const trades = vault?.tradesToday ?? 0;
  const bars: LimitBar[] = [
    { name: 'Spent in 24 hours', used: money(spent), of: money(limits.maxPerDay), share: shareOf(BigInt(spent), BigInt(limits.maxPerDay)) },
    {
      name: 'Buys in 24 hours',
      used: String(trades),
      of: String(limits.maxTradesPerDay),
      share: shareOf(BigInt(trades), BigInt(limits.maxTradesPerDay)),
    },
  ];
  if (largest > 0n) {
    const used = money(largest.toString());
    bars.unshift({
      name: 'Largest buy of a strategy',
      used,
      of: money(limits.maxPerTrade),
      share: shareOf(largest, BigInt(limits.maxPerTrade)),
    });
  }
  return [...bars, expiryBar(Math.min(limits.expirySec, standing.policy.limits.expiry) * 1_000, nowMs)];
}

/** How near the end is, within the last 30 days of it. */
function expiryBar(expiryMs: number, nowMs: number): LimitBar {
  const days = 30;
  const share = Math.min(1, Math.max(0, 1 - (expiryMs - nowMs) / (days * 86_400_000)));
  const name = `${expiryMs <= nowMs ? 'Expired' : 'Expires'} ${whenText(expiryMs, nowMs)}`;
  return { name, used: `${Math.floor(share * days)} gone`, of: `the last ${days} days before`, share };
}

function largestBuy(strategies: readonly Strategy[], decimals: number): bigint {
  let largest = 0n;
  for (const strategy of strategies) {
    if (strategy.enabled === false || !('amount' in strategy)) continue;
    const amount = parseAmount(strategy.amount, decimals);
    if (amount > largest) largest = amount;
  }
  return largest;
}

/** In thousandths, which is all that a bar shows. */
function shareOf(used: bigint, of: bigint): number {
  if (of === 0n) return used === 0n ? 0 : 1;
  return Math.min(1_000, Number((used * 1_000n) / of)) / 1_000;
}

function chartedTokens(strategies: readonly Strategy[], budgetToken: string): readonly string[] {
  const traded = strategies.flatMap((strategy): readonly string[] => {
    if (strategy.type === 'rebalance') return strategy.weights.map(({ token }) => token);
    return ['token' in strategy ? strategy.token : strategy.tokenOut];
  });
  return [...new Set(traded)].filter((token) => token !== budgetToken);
}
