import type { Hash } from '../../../values/hash.ts';
import { autopilotVaultAbi as abi } from '../abi/autopilot-vault.generated.ts';
import type { Hex } from '../chain.ts';
import { encodeCall } from '../encode-call.ts';
import type { CreateAgentCall, UpdatePolicyCall, VaultLimits, VaultTrade } from './autopilot-vault.ts';

export function encodeExecuteTrade(agentId: number, tradeId: Hash, trade: VaultTrade, deadlineSec: number): Hex {
  return encodeCall({ abi, functionName: 'executeTrade', args: [BigInt(agentId), tradeId, trade, BigInt(deadlineSec)] });
}

export function encodeCreateAgent(call: CreateAgentCall): Hex {
  const { policyHash, budgetToken, allowTokens, limits, depositAmount } = call;
  return encodeCall({ abi, functionName: 'createAgent', args: [policyHash, budgetToken, allowTokens, limitsOf(limits), depositAmount] });
}

export function encodeUpdatePolicy(call: UpdatePolicyCall): Hex {
  const { agentId, policyHash, allowTokens, limits } = call;
  return encodeCall({ abi, functionName: 'updatePolicy', args: [BigInt(agentId), policyHash, allowTokens, limitsOf(limits)] });
}

function limitsOf({ maxPerTrade, maxPerDay, maxTradesPerDay, expirySec }: VaultLimits) {
  return { maxPerTrade, maxPerDay, maxTradesPerDay, expiry: BigInt(expirySec) };
}
