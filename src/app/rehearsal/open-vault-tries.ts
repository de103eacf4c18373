import { createHash } from 'node:crypto';
import { createChainWriter } from '../../devnet/deploy/chain-writer.ts';
import type { Fork } from '../../devnet/fork/start-fork.ts';
import type { RouteRequest } from '../../market/routes/route-source.ts';
import { dcaVaultAbi } from '../../platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import { createAutopilotVault } from '../../platform/chain/autopilot-vault/create-autopilot-vault.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { createDcaVault } from '../../platform/chain/dca-vault/create-dca-vault.ts';
import type { Address } from '../../values/address.ts';
import { executionGas } from '../../values/cost-estimate.ts';
import { parseHash } from '../../values/hash.ts';
import { afterVaultFee } from '../../values/vault-fee.ts';
import type { ForkVault } from './open-rehearsal.ts';
import type { VaultTry } from './run-provider.ts';

export type VaultTries = { readonly order: VaultTry; readonly trade: VaultTry };

type Terms = {
  /** The wallet on the fork that owns the position and the agent. It holds twice the traded amount of the spent token, once for each. */
  readonly wallet: Address;
  readonly amount: bigint;
  readonly request: Omit<RouteRequest, 'recipient' | 'amountIn'>;
  readonly dca: ForkVault;
  readonly autopilot: ForkVault;
};

/**
 * Length of the position's time window in seconds. The only order of the position is due immediately, so the rest of the window is not
 * used.
 */
const INTERVAL_SEC = 3_600;
const AGENT_LIFETIME_SEC = 86_400;
/** Hash of the agent's policy in a rehearsal. The hash is made up and exists only on the fork of the chain. */
const POLICY = parseHash(`0x${createHash('sha256').update('rehearsed policy').digest('hex')}`);
/** Id of the agent's trade in a rehearsal. The id is made up and exists only on the fork of the chain. */
const TRADE = parseHash(`0x${createHash('sha256').update('rehearsed trade').digest('hex')}`);

/** Opens, as a wallet of the fork, a position with one due order and an agent with a deposit. @throws DevnetError when a vault refuses */
export async function openVaultTries(fork: Fork, chain: Chain, terms: Terms): Promise<VaultTries> {
  return { order: await openOrder(fork, chain, terms), trade: await openTrade(fork, chain, terms) };
}

async function openOrder(fork: Fork, chain: Chain, { wallet, amount, request, dca }: Terms): Promise<VaultTry> {
  const { deadlineSec, tokenIn, tokenOut } = request;
  const vault = createDcaVault(chain, dca.address);
  await approve(fork, { wallet, token: tokenIn, spender: vault.address, amount });
  const writer = createChainWriter(fork.rpcUrl, wallet);
  const args = [tokenIn, tokenOut, amount, 1, INTERVAL_SEC, true, false];
  await writer.send({ from: wallet, to: vault.address, abi: dcaVaultAbi, functionName: 'createPosition', args });
  const [positionId = 0] = await vault.positionCounts([wallet]);
  const { positions } = await vault.positions([{ wallet, positionId }]);
  const [position] = positions;
  const amountIn = afterVaultFee(BigInt(position?.nextOrderAmount ?? amount), position?.feeBps ?? 0);
  const itemOf = (call: Parameters<VaultTry['encode']>[0], amountOutMin: bigint, gasLimit: bigint) => ({
    ...{ wallet, positionId, orderIndex: 0, target: call.target, spender: call.spender, data: call.data, amountOutMin, gasLimit },
  });
  return {
    ...{ vault: vault.address, executor: dca.executor, request: { ...request, amountIn, recipient: vault.address } },
    estimate: async (call, least) => executionGas(await vault.estimateOrder(itemOf(call, least, 0n), deadlineSec, dca.executor)),
    encode: (call, least, gas) => vault.encodeExecute([itemOf(call, least, gas)], deadlineSec),
    async received(hash) {
      const mined = await vault.eventsOf(hash);
      for (const event of mined?.events ?? []) {
        if (event.kind === 'order-executed') return event.amountOut;
        if (event.kind === 'order-failed') return `The vault refused the trade in the sent transaction: ${event.reason}.`;
      }
      return 'The transaction emitted no event of the vault.';
    },
  };
}

async function openTrade(fork: Fork, chain: Chain, { wallet, amount, request, autopilot }: Terms): Promise<VaultTry> {
  const { deadlineSec, tokenIn, tokenOut } = request;
  const vault = createAutopilotVault(chain, autopilot.address);
  await approve(fork, { wallet, token: tokenIn, spender: vault.address, amount });
  const limits = { maxPerTrade: amount, maxPerDay: amount, maxTradesPerDay: 10, expirySec: deadlineSec + AGENT_LIFETIME_SEC };
  const created = { policyHash: POLICY, budgetToken: tokenIn, allowTokens: [tokenIn, tokenOut], limits, depositAmount: amount };
  const writer = createChainWriter(fork.rpcUrl, wallet);
  await writer.sendData({ from: wallet, to: vault.address, data: vault.encodeCreateAgent(created), what: 'createAgent' });
  const agentId = await vault.agentCount();
  const { agents } = await vault.agents([agentId]);
  const deposited = BigInt(agents[0]?.balances[tokenIn] ?? amount);
  const amountIn = afterVaultFee(deposited, agents[0]?.feeBps ?? 0);
  const tradeOf = (call: Parameters<VaultTry['encode']>[0], amountOutMin: bigint) => ({
    ...{ tokenIn, tokenOut, amountIn: deposited, amountOutMin, policyHash: POLICY },
    ...{ target: call.target, spender: call.spender, data: call.data },
  });
  return {
    ...{ vault: vault.address, executor: autopilot.executor, request: { ...request, amountIn, recipient: vault.address } },
    estimate: async (call, least) =>
      executionGas(await vault.estimateTrade(agentId, TRADE, tradeOf(call, least), deadlineSec, autopilot.executor)),
    encode: (call, least) => vault.encodeExecuteTrade(agentId, TRADE, tradeOf(call, least), deadlineSec),
    async received(hash) {
      const mined = await vault.eventsOf(hash);
      const trade = mined?.events.find((event) => event.kind === 'trade');
      return trade?.kind === 'trade' ? trade.amountOut : 'The transaction emitted no event of the vault.';
    },
  };
}

/**
 * Sets the token allowance to zero before setting the new value, because tokens such as USDT refuse to change an allowance that is not
 * zero.
 */
async function approve(
  fork: Fork,
  {
    wallet,
    token,
    spender,
    amount,
  }: { readonly wallet: Address; readonly token: Address; readonly spender: Address; readonly amount: bigint },
): Promise<void> {
  const writer = createChainWriter(fork.rpcUrl, wallet);
  for (const allowance of [0n, amount]) {
    await writer.send({ from: wallet, to: token, abi: erc20Abi, functionName: 'approve', args: [spender, allowance] });
  }
}
