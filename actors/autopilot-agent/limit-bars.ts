import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { readPaperVault } from '../../machines/autopilot-agent/paper-vault.ts';
import { tokenOf } from '../../machines/autopilot-agent/strategies/evaluation-context.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import { amount, text } from '../../src/values/inspection/section-values.ts';
import type { Value } from '../../src/values/inspection/sections.ts';
import { parseAmount } from '../../src/values/parse-amount.ts';
import { factsOf } from './agent-facts.ts';

/** One limit of an agent's policy, and how much of the limit is used. */
export type LimitBar = { readonly name: string; readonly used: Value; readonly of: Value; readonly share: number /** 0 to 1. */ };

const DAY_MS = 86_400_000;
const LAST_DAYS = 30;

/** Returns an agent's limits and their use. Uses the vault's current data when available, otherwise the last stored data. */
export function limitBars(context: AutopilotAgentContext, nowMs: number, facts: Facts | null): readonly LimitBar[] {
  const { engineState } = context;
  const { policy } = engineState;
  const vault = vaultNow(context, nowMs, facts);
  const limits = vault?.limits ?? context.limits;
  const largest = largestBuy(policy.strategies, tokenOf(engineState, policy.budgetToken).decimals);
  const money = (baseUnits: string) => amount({ amount: baseUnits, token: policy.budgetToken, chainId: policy.chainId });
  const spending = (name: string, used: string, of: string): LimitBar => ({
    ...{ name, used: money(used), of: money(of) },
    share: shareOf(BigInt(used), BigInt(of)),
  });
  const trades = vault?.tradesToday ?? 0;
  return [
    ...(largest > 0n ? [spending('Largest single buy of a strategy', largest.toString(), limits.maxPerTrade)] : []),
    spending('Spent in 24 hours', vault?.spentToday ?? '0', limits.maxPerDay),
    {
      ...{ name: 'Buys in 24 hours', used: text(String(trades)), of: text(String(limits.maxTradesPerDay)) },
      share: shareOf(BigInt(trades), BigInt(limits.maxTradesPerDay)),
    },
    expiryBar(Math.min(limits.expirySec, policy.limits.expiry) * 1_000, nowMs),
  ];
}

function vaultNow(context: AutopilotAgentContext, nowMs: number, facts: Facts | null): OnChainAgent | null {
  const { paper, engineState, policyHash, limits, chain } = context;
  const { wallet, budgetToken } = engineState.policy;
  if (paper !== null) return readPaperVault(paper, { owner: wallet, budgetToken, policyHash, limits }, nowMs);
  return (facts === null ? null : factsOf(context, facts)?.agent) ?? chain;
}

/** Builds the bar that shows how close the expiry of the agent's policy is. The bar is shown only in the policy's last days. */
function expiryBar(expiryMs: number, nowMs: number): LimitBar {
  const share = Math.min(1, Math.max(0, 1 - (expiryMs - nowMs) / (LAST_DAYS * DAY_MS)));
  const name = `${expiryMs <= nowMs ? 'Expired' : 'Expires'} ${whenText(expiryMs, nowMs)}`;
  return { name, used: text(`${Math.floor(share * LAST_DAYS)} gone`), of: text(`the last ${LAST_DAYS} days before the expiry`), share };
}

function largestBuy(strategies: readonly Strategy[], decimals: number): bigint {
  let largest = 0n;
  for (const strategy of strategies) {
    if (strategy.enabled === false || !('amount' in strategy)) continue;
    const buy = parseAmount(strategy.amount, decimals);
    if (buy > largest) largest = buy;
  }
  return largest;
}

/**
 * Returns which share of one of a policy's limits is used, from 0 to 1, in steps of a thousandth. Such steps are precise enough for a bar
 * of a chart.
 */
function shareOf(used: bigint, of: bigint): number {
  if (of === 0n) return used === 0n ? 0 : 1;
  return Math.min(1_000, Number((used * 1_000n) / of)) / 1_000;
}
