import { parseAbi } from 'viem';
import type { Hash } from '../../../values/hash.ts';
import { autopilotVaultAbi as abi } from '../abi/autopilot-vault.generated.ts';
import type { Hex } from '../chain.ts';
import { encodeCall } from '../encode-call.ts';
import type { CreateAgentCall, UpdatePolicyCall, VaultLimits, VaultTrade, VaultTradeItem } from './autopilot-vault.ts';

/** ABI of vaults of older versions, whose trade functions do not take a policy hash. */
const abiWithoutHash = parseAbi([
  'struct Trade { address tokenIn; address tokenOut; uint256 amountIn; uint256 amountOutMin; address target; address spender; bytes data; }',
  'function executeTrade(uint256 agentId, bytes32 tradeId, Trade trade, uint256 deadline)',
]);

export function encodeExecuteTrade(agentId: number, tradeId: Hash, { policyHash, ...trade }: VaultTrade, deadlineSec: number): Hex {
  const args = [BigInt(agentId), tradeId, trade, BigInt(deadlineSec)] as const;
  if (policyHash === null) return encodeCall({ abi: abiWithoutHash, functionName: 'executeTrade', args });
  return encodeCall({ abi, functionName: 'executeTrade', args: [...args, policyHash] });
}

export function encodeExecuteTrades(items: readonly VaultTradeItem[], deadlineSec: number): Hex {
  const encoded = items.map(({ agentId, tradeId, trade: { policyHash, ...trade }, gasLimit }) => ({
    ...{ agentId: BigInt(agentId), tradeId, trade, policyHash, gasLimit },
  }));
  return encodeCall({ abi, functionName: 'executeTrades', args: [encoded, BigInt(deadlineSec)] });
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
