import type { AutopilotAgentInput } from '../../../machines/autopilot-agent/context.ts';
import { firstEngineState } from '../../../machines/autopilot-agent/first-engine-state.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';
import type { OnChainAgent } from '../../../src/values/autopilot/facts.ts';
import type { AutopilotPolicy } from '../../../src/values/autopilot/policy.ts';
import { toBaseUnits } from '../../../src/values/base-units.ts';
import { parseHash } from '../../../src/values/hash.ts';
import { CHAIN_ID } from '../dca/sim-rpc.ts';

export const POLICY_HASH = parseHash(`0x${'01'.repeat(32)}`);
const [BUDGET, BOUGHT] = [parseAddress(`0x${'f0'.repeat(20)}`), parseAddress(`0x${'70'.repeat(20)}`)];
const FAR_SEC = 4_000_000_000;
const MUCH = toBaseUnits(10n ** 30n);
const limits = { maxPerTrade: MUCH, maxPerDay: MUCH, maxTradesPerDay: 200, expirySec: FAR_SEC };

export const recordIdOf = (agentId: number) => `agent-${agentId}`;

/** Number of agents that belong to one wallet. */
function walletOf(agentId: number): Address {
  return parseAddress(
    `0x${Math.floor(agentId / 4)
      .toString(16)
      .padStart(40, 'a')}`,
  );
}

/** Creates an agent that buys every minute, so that all agents trade at the same tick. */
export function inputOf(agentId: number, nowMs: number): AutopilotAgentInput {
  const policy: AutopilotPolicy = {
    ...{ version: 1, wallet: walletOf(agentId), chainId: CHAIN_ID, budgetToken: BUDGET, allowTokens: [BUDGET, BOUGHT] },
    limits: { maxPerTradeUsd: 1_000, maxPerDayUsd: 1_000_000, maxTradesPerDay: 200, expiry: FAR_SEC },
    ...{ safety: { minTokenScore: 0 }, slippageBps: 100 },
    strategies: [{ id: 'buy', type: 'dca', tokenOut: BOUGHT, amount: '1', intervalSeconds: 60 }],
  };
  const tokens = { [BUDGET]: { symbol: 'USD', decimals: 6 }, [BOUGHT]: { symbol: 'COIN', decimals: 18 } };
  const engineState = firstEngineState(policy, tokens, nowMs);
  return { recordId: recordIdOf(agentId), policyHash: POLICY_HASH, policySignature: '0x02', limits, engineState, paperBudget: null };
}

export function agentAt(agentId: number, blockTimeSec: number): OnChainAgent {
  return {
    ...{ agentId, owner: walletOf(agentId), budgetToken: BUDGET, policyHash: POLICY_HASH, active: true, limits, blockTimeSec },
    ...{ spentToday: toBaseUnits(0n), tradesToday: 0, dayStartSec: 0, sells: 0, balances: { [BUDGET]: MUCH } },
  };
}
