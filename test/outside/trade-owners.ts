import * as v from 'valibot';
import { createPublicClient, encodeFunctionData, http, parseEventLogs } from 'viem';
import { createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import { deployedToken } from '../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../src/devnet/foundry.ts';
import { erc20Abi } from '../../src/platform/chain/abi/erc20.generated.ts';
import { uniswapV3SwapRouterAbi } from '../../src/platform/chain/abi/uniswap-v3-swap-router.generated.ts';
import { wallets } from '../crash/chain-view.ts';
import { explain } from '../crash/explain.ts';
import type { SeededRandom } from '../crash/seeded-random.ts';
import type { OutsideWorld } from './open-world.ts';

/** A trade whose transaction the wallet itself sends, with the data that the service has acknowledged. */
type OwnTrade = {
  readonly id: string;
  readonly wallet: string;
  readonly toToken: `0x${string}`;
  readonly txHash: `0x${string}`;
  /** Whether the service has accepted the transaction's hash. Until then, the owner reports it repeatedly. */
  isTold: boolean;
};

const CHANCE = 0.06;
const MAX_UINT256 = 2n ** 256n - 1n;
const TIMEOUT_MS = 15_000;
const tradeSchema = v.looseObject({
  data: v.looseObject({
    status: v.string(),
    verified: v.nullable(v.boolean()),
    amountOutActual: v.nullable(v.string()),
    reason: v.nullable(v.string()),
  }),
});

/** Simulates wallets that record a trade, send its transaction directly to the chain, and report its hash to the service. */
export function createTradeOwners(world: OutsideWorld, random: SeededRandom) {
  const { deployment, rpcUrl } = world.devnet;
  const { chainId, contracts } = deployment;
  const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 });
  const writer = createChainWriter(rpcUrl, devnetAccounts.deployer.address);
  const fromToken = deployedToken(deployment, 'USDC').address;
  const trades: OwnTrade[] = [];
  const refused: string[] = [];

  async function begin(): Promise<void> {
    const wallet = random.pick(wallets);
    const symbol = random.pick(['WETH', 'WBTC'] as const);
    const toToken = deployedToken(deployment, symbol).address;
    const fee = deployment.pools.find(({ symbols }) => symbols.includes('USDC') && symbols.includes(symbol))?.fee ?? 3000;
    const amountIn = BigInt(random.integer(1, 50)) * 10n ** 6n;
    const id = `00000000-0000-4000-8000-${String(trades.length + refused.length).padStart(12, '0')}`;
    const body = { txHash: id, walletAddress: wallet, type: 'swap', fromChainId: chainId, toChainId: chainId, fromToken, toToken };
    await call('POST', '/defi/transaction', { ...body, amountIn: amountIn.toString(), amountOutMin: '1' });
    await writer.send({ from: wallet, to: fromToken, abi: erc20Abi, functionName: 'approve', args: [contracts.swapRouter, MAX_UINT256] });
    const swap = { tokenIn: fromToken, tokenOut: toToken, fee, recipient: wallet, deadline: MAX_UINT256, amountIn } as const;
    const data = encodeFunctionData({
      abi: uniswapV3SwapRouterAbi,
      functionName: 'exactInputSingle',
      args: [{ ...swap, amountOutMinimum: 1n, sqrtPriceLimitX96: 0n }],
    });
    const txHash = await writer.sendData({ from: wallet, to: contracts.swapRouter, data, what: 'a swap' });
    trades.push({ id, wallet, toToken, txHash, isTold: false });
  }

  async function tell(trade: OwnTrade): Promise<void> {
    await call('PATCH', `/defi/transaction/hash/${trade.id}`, { txHash: trade.txHash });
    trade.isTold = true;
  }

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${world.service.url}${path}`, { method, ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return await response.json();
    throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  }

  /** Returns the outcome of a trade on chain; null if the chain does not have the transaction. */
  async function outcomeOf({ txHash, toToken, wallet }: OwnTrade): Promise<{ readonly amountOut: string } | null> {
    const receipt = await client.getTransactionReceipt({ hash: txHash }).catch(() => null);
    if (receipt === null) return null;
    const moved = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs });
    const own = moved.filter(({ address, args }) => address.toLowerCase() === toToken && args.to.toLowerCase() === wallet);
    return { amountOut: own.reduce((sum, { args }) => sum + args.value, 0n).toString() };
  }

  return {
    refused: refused as readonly string[],
    count: () => trades.length,
    /**
     * Performs the wallets' actions.
     * @param isNew whether new trades are started
     */
    async act(isNew: boolean): Promise<void> {
      if (isNew && random.chance(CHANCE)) await begin().catch((error: unknown) => void refused.push(explain(error)));
      for (const trade of trades.filter(({ isTold }) => !isTold))
        await tell(trade).catch((error: unknown) => void refused.push(explain(error)));
    },
    /** Checks that exactly the trades on chain are recorded as successes, each with the amount that the wallet received. */
    async differences(): Promise<readonly string[]> {
      for (const wallet of wallets) await call('GET', `/defi/txn/${wallet}?limit=1`);
      const problems: string[] = [];
      for (const trade of trades.filter(({ isTold }) => isTold)) {
        const { status, verified, amountOutActual, reason } = v.parse(tradeSchema, await call('GET', `/defi/tx/${trade.id}`)).data;
        const outcome = await outcomeOf(trade);
        const name = `the trade ${trade.id} (${trade.txHash})`;
        if (outcome === null && status === 'success') problems.push(`${name} is told as a success, and the chain does not have it`);
        if (outcome === null) continue;
        if (status !== 'success' || verified !== true)
          problems.push(`${name} succeeded, and is told as ${status} (${reason}), verified: ${verified}`);
        else if (amountOutActual !== outcome.amountOut)
          problems.push(`${name} brought ${outcome.amountOut}, and is told to have brought ${amountOutActual}`);
      }
      return problems;
    },
  };
}

export type TradeOwners = ReturnType<typeof createTradeOwners>;
