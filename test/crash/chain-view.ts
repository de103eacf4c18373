import { createPublicClient, type Hex, http, parseEventLogs } from 'viem';
import { createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import type { Deployment } from '../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../src/devnet/foundry.ts';
import { dcaVaultAbi } from '../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../src/platform/chain/abi/erc20.generated.ts';
import { type Address, parseAddress } from '../../src/values/address.ts';

/** The demo wallets, which own all positions in this test. */
const [first, ...others] = devnetAccounts.demo;
export const wallets: readonly [Address, ...Address[]] = [first.address, ...others.map(({ address }) => address)];

export type ChainStatus = 'active' | 'completed' | 'cancelled';
export type ChainPosition = {
  readonly wallet: Address;
  readonly positionId: number;
  readonly amount: bigint;
  readonly frequency: number;
  readonly processed: number;
  readonly status: ChainStatus;
};
export type ChainOrder = {
  readonly wallet: Address;
  readonly positionId: number;
  readonly orderIndex: number;
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly amountIn: string;
  readonly amountOut: string;
};
export type ChainFailure = { readonly wallet: Address; readonly positionId: number; readonly reason: Hex; readonly blockNumber: number };
export type SentTransaction = { readonly hash: Hex; readonly nonce: number };

const STATUSES: readonly (ChainStatus | null)[] = [null, 'active', 'completed', 'cancelled'];
const AT_ONCE = 100;
const BLOCKS_AT_ONCE = 50;

/** Reads the chain directly, without the service. The simulated owners and the checks use it. */
export function createChainView(rpcUrl: string, deployment: Deployment) {
  const vault = deployment.contracts.dcaVault;
  const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0, timeout: 10_000 }), cacheTime: 0 });
  const writer = createChainWriter(rpcUrl, devnetAccounts.deployer.address);

  return {
    rpcUrl,
    /** Returns all positions of the demo wallets. */
    async positions(): Promise<ChainPosition[]> {
      const counts = await Promise.all(
        wallets.map((wallet) => client.readContract({ address: vault, abi: dcaVaultAbi, functionName: 'positionCount', args: [wallet] })),
      );
      const keys = wallets.flatMap((wallet, i) => Array.from({ length: counts[i] ?? 0 }, (_, id) => ({ wallet, positionId: id + 1 })));
      const found: ChainPosition[] = [];
      for (let from = 0; from < keys.length; from += AT_ONCE) {
        const args = [keys.slice(from, from + AT_ONCE)] as const;
        for (const raw of await client.readContract({ address: vault, abi: dcaVaultAbi, functionName: 'positions', args })) {
          const status = STATUSES[raw.status];
          if (!status) throw new Error(`position ${raw.wallet}/${raw.positionId} is not there`);
          const { positionId, amount, frequency, processed } = raw;
          found.push({ wallet: parseAddress(raw.wallet), positionId, amount, frequency, processed, status });
        }
      }
      return found;
    },

    /** Returns executed orders, and orders that the vault refused, in the order of their events on chain. */
    async orders(): Promise<{ executed: ChainOrder[]; failed: ChainFailure[] }> {
      const logs = await client.getLogs({ address: vault, fromBlock: 0n, toBlock: 'latest' });
      const executed: ChainOrder[] = [];
      const failed: ChainFailure[] = [];
      for (const event of parseEventLogs({ abi: dcaVaultAbi, logs })) {
        const blockNumber = Number(event.blockNumber);
        if (event.eventName === 'OrderFailed') {
          const { wallet, positionId, reason } = event.args;
          failed.push({ wallet: parseAddress(wallet), positionId, reason, blockNumber });
        } else if (event.eventName === 'OrderExecuted') {
          const { wallet, positionId, orderIndex, amountIn, amountOut } = event.args;
          const { transactionHash: txHash, blockHash } = event;
          const amounts = { amountIn: amountIn.toString(), amountOut: amountOut.toString() };
          executed.push({ wallet: parseAddress(wallet), positionId, orderIndex, txHash, blockNumber, blockHash, ...amounts });
        }
      }
      return { executed, failed };
    },

    async blockTimeSec(blockNumber: number): Promise<number> {
      return Number((await client.getBlock({ blockNumber: BigInt(blockNumber) })).timestamp);
    },

    /** Returns every mined transaction of an account, in the order of the chain. */
    async transactionsOf(account: Address): Promise<SentTransaction[]> {
      const head = Number(await client.getBlockNumber());
      const found: SentTransaction[] = [];
      for (let from = 0; from <= head; from += BLOCKS_AT_ONCE) {
        const numbers = Array.from({ length: Math.min(BLOCKS_AT_ONCE, head - from + 1) }, (_, i) => BigInt(from + i));
        const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })));
        for (const { transactions } of blocks) {
          for (const { from: sender, hash, nonce } of transactions) if (parseAddress(sender) === account) found.push({ hash, nonce });
        }
      }
      return found;
    },

    async nonces(account: Address): Promise<{ mined: number; withPool: number }> {
      const [mined, withPool] = await Promise.all([
        client.getTransactionCount({ address: account, blockTag: 'latest' }),
        client.getTransactionCount({ address: account, blockTag: 'pending' }),
      ]);
      return { mined, withPool };
    },

    /** Returns the number of pending transactions of all accounts. */
    async inPool(): Promise<number> {
      const { pending, queued } = poolCounts(await writer.rpc('txpool_status'));
      return pending + queued;
    },

    /** Gives the vault a practically unlimited allowance for one token of a wallet, unless it has one. */
    async allow(wallet: Address, token: Address): Promise<void> {
      const allowance = await client.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [wallet, vault] });
      if (allowance > 2n ** 128n) return;
      await writer.send({ from: wallet, to: token, abi: erc20Abi, functionName: 'approve', args: [vault, 2n ** 255n] });
    },

    async open(of: {
      wallet: Address;
      fromToken: Address;
      toToken: Address;
      amount: bigint;
      frequency: number;
      intervalSec: number;
      autoClaim: boolean;
    }): Promise<void> {
      const args = [of.fromToken, of.toToken, of.amount, of.frequency, of.intervalSec, true, of.autoClaim];
      await writer.send({ from: of.wallet, to: vault, abi: dcaVaultAbi, functionName: 'createPosition', args });
    },

    async cancel(wallet: Address, positionId: number): Promise<void> {
      await writer.send({ from: wallet, to: vault, abi: dcaVaultAbi, functionName: 'cancel', args: [positionId] });
    },
  };
}

export type ChainView = ReturnType<typeof createChainView>;

function poolCounts(pool: unknown): { pending: number; queued: number } {
  if (typeof pool !== 'object' || pool === null || !('pending' in pool) || !('queued' in pool)) throw new Error('no pool status');
  return { pending: Number(pool.pending), queued: Number(pool.queued) };
}
