import type { AutopilotVault, AutopilotVaultEvent } from '../../../src/platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Chain, ChainBlock, ChainReads, ChainReceipt, Chains } from '../../../src/platform/chain/chain.ts';
import type { DcaVault, VaultEvent } from '../../../src/platform/chain/dca-vault/dca-vault.ts';
import type { Signers } from '../../../src/platform/chain/signer.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';
import { IndeterminateError } from '../../../src/values/errors/indeterminate-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import type { Hash } from '../../../src/values/hash.ts';
import { encodeCall, encodeSigned } from './call-bytes.ts';
import { type MinedTransaction, type SimBlock, type SimChain, VAULT } from './sim-chain.ts';
import { positionKey, refusalOf, viewOf } from './vault-model.ts';

export const CHAIN_ID = 8453;
export const EXECUTOR: Address = parseAddress(`0x${'e0'.repeat(20)}`);
export const CONFIRMATIONS = 3;
const STUCK_AFTER_MS = 45_000;
const GWEI = 1_000_000_000n;

export type SimRpc = {
  readonly chains: Chains;
  readonly signers: Signers;
  readonly vaultAt: (chainId: number, address: string) => DcaVault;
  /** The agents' vault, reduced to the functions that trades need. */
  readonly tradeVaultAt: (chainId: number, address: string) => AutopilotVault;
};

export type SimRpcDeps = {
  readonly chain: SimChain;
  readonly random: () => number;
  /** Returns the current probability (0 to 1) that an RPC endpoint does not answer, lags, or returns wrong data. */
  readonly trouble: () => number;
  /** Waits for virtual time to pass. */
  readonly pause: (ms: number) => Promise<void>;
  /** Returns an older view of the chain, which lagging endpoints still return as the newest; null when no endpoint lags. */
  readonly stalled: () => readonly SimBlock[] | null;
  /** Whether nodes still answer that they do not know a receipt, although its transaction is mined. */
  readonly isHidden: (hash: Hash) => boolean;
  /** Number of blocks after which a receipt is final; default: `CONFIRMATIONS`. */
  readonly confirmations?: number;
};

type View = readonly SimBlock[];

/**
 * Creates the service's access to the simulated chain for one process: the interfaces through which it reads and sends. Endpoints may fail.
 */
export function createSimRpc(deps: SimRpcDeps): SimRpc {
  const { chain, random, trouble, pause, stalled, isHidden, confirmations = CONFIRMATIONS } = deps;

  /** Simulates a request to an endpoint, which may take long or never be answered. */
  async function asked<T>(answer: () => T): Promise<T> {
    const dice = random();
    if (dice < trouble() * 0.3) throw new RetryableError({ code: 'rpc-unavailable', message: 'no endpoint answered' });
    if (dice < trouble() * 0.4) {
      await pause(1_000 + Math.floor(random() * 9_000));
      throw new RetryableError({ code: 'rpc-timeout', message: 'timed out' });
    }
    if (dice < trouble() * 0.5) await pause(Math.floor(random() * 4_000));
    return answer();
  }

  const baseFee = () => (chain.price() === 0n ? GWEI : chain.price());
  const anyView = (): View => {
    const late = stalled();
    return late !== null && random() < 0.5 ? late : chain.blocks();
  };

  /**
   * Creates the read functions of an endpoint. `view` returns the blocks that it shows; with one endpoint they are always the same, with
   * any endpoint they may differ at each call.
   */
  function readsOf(view: () => View): ChainReads {
    const unused = (what: string) => (): never => {
      throw new Error(`the simulated chain has no ${what}`);
    };
    const reads: ChainReads = {
      chainId: CHAIN_ID,
      getChainId: async () => CHAIN_ID,
      getBlockNumber: () => asked(() => headOf(view()).number),
      // The cast is needed because the function is overloaded: for `latest` it never returns null.
      getBlock: (async (at: 'latest' | number) =>
        asked(() => {
          const block = at === 'latest' ? headOf(view()) : view()[at];
          return block === undefined ? null : toBlock(block, baseFee());
        })) as ChainReads['getBlock'],
      getReceipt: (hash) =>
        asked(() => {
          const found = isHidden(hash) ? null : minedIn(view(), hash);
          return found === null ? null : toReceipt(found.block, found.transaction);
        }),
      getTransaction: (hash) =>
        asked(() => {
          const found = minedIn(view(), hash);
          const waits = chain.pooled().find((one) => one.hash === hash);
          const transaction = found?.transaction ?? waits;
          if (transaction === undefined) return null;
          const { nonce, data } = transaction;
          return { hash, from: EXECUTOR, to: VAULT, nonce, value: 0n, data, blockNumber: found?.block.number ?? null };
        }),
      getNonce: (_address, at) =>
        asked(() => {
          if (typeof at === 'number') return view()[at]?.nonce ?? headOf(view()).nonce;
          let { nonce } = headOf(view());
          if (at === 'pending') for (const waits of chain.pooled()) if (waits.nonce === nonce) nonce += 1;
          return nonce;
        }),
      getBalance: () => asked(() => 10n ** 18n),
      getCode: unused('code'),
      getStorageAt: unused('storage'),
      simulateInOrder: unused('simulations'),
      getLogs: unused('logs'),
      isFinal: (receipt, depth) =>
        asked(() => {
          const isDeep = headOf(view()).number - receipt.blockNumber >= depth;
          return isDeep && view()[receipt.blockNumber]?.hash === receipt.blockHash;
        }),
      call: () => asked(() => '0x' as const),
      measureGas: unused('measured gas'),
      simulate: () => reads.estimateGas({}).then(() => '0x' as const),
      estimateGas: () =>
        asked(() => {
          if (random() >= trouble() * 0.3) return 200_000n;
          throw new TerminalError({ code: 'execution-reverted', message: 'reverted', details: { reason: 'BatchSize' } });
        }),
      estimateFees: () => asked(() => ({ kind: 'eip1559', maxFeePerGas: 2n * baseFee(), maxPriorityFeePerGas: GWEI })),
      readContracts: unused('contracts'),
    };
    return reads;
  }

  /** The reply may be lost whether or not the transaction was accepted. A node may also accept the transaction and drop it. */
  async function sendRawTransaction(raw: `0x${string}`): ReturnType<Chain['sendRawTransaction']> {
    const lost = () => new IndeterminateError({ code: 'send-unknown', message: 'no endpoint answered' });
    const dice = random();
    if (dice < trouble() * 0.3) throw lost();
    if (dice < trouble() * 0.4) return { kind: 'accepted' };
    const answer = chain.send(raw);
    if (dice < trouble() * 0.7) throw lost();
    if (dice < trouble() * 0.8) await pause(Math.floor(random() * 20_000));
    return answer;
  }

  const port: Chain = {
    rollupKind: async () => 'none',
    dataFees: async () => ({ gas: 0n, wei: 0n }),
    probeGas: () => {
      throw new Error('The vault of the simulation estimates its orders itself.');
    },
    ...readsOf(anyView),
    confirmations,
    stuckAfterMs: STUCK_AFTER_MS,
    sendRawTransaction,
    onOneEndpoint: (work) => {
      const view = anyView();
      return work(readsOf(() => view));
    },
  };

  const vault: DcaVault = {
    address: VAULT,
    chainId: CHAIN_ID,
    positions: (keys) =>
      asked(() => {
        const { timeSec, state, number, hash } = headOf(anyView());
        return { blockTimeSec: timeSec, positions: keys.map((key) => viewOf(state.get(positionKey(key)))), block: { number, hash } };
      }),
    positionCounts: () => {
      throw new Error('No follower of the simulation counts positions.');
    },
    timeSec: () => asked(() => headOf(anyView()).timeSec),
    estimateOrder: (item) =>
      asked(() => {
        const { timeSec, state } = headOf(anyView());
        const reason = refusalOf(state, item, timeSec) ?? (random() < trouble() * 0.3 ? 'OutputBelowMinimum' : null);
        if (reason === null) return { gas: 180_000n };
        const args = [String(state.get(positionKey(item))?.nextOrderTimeSec ?? 0), String(timeSec)];
        throw new TerminalError({
          code: 'execution-reverted',
          message: reason,
          details: { reason, args: reason === 'TooEarly' ? args : [] },
        });
      }),
    decimalsOf: async () => 18,
    encodeExecute: (items, deadlineSec) => encodeCall({ kind: 'orders', items, deadlineSec }),
    encodeAutoClaims: (keys, deadlineSec) => encodeCall({ kind: 'claims', keys, deadlineSec }),
    eventsOf: (hash) =>
      asked(() => {
        const found = isHidden(hash) ? null : minedIn(anyView(), hash);
        return found === null ? null : { events: found.transaction.events, timeSec: found.block.timeSec, feeWei: 1n };
      }),
    readEvents: (work) => {
      // While events are read, the chain that the endpoint shows may grow, unless the endpoint lags.
      const late = stalled();
      const isLate = late !== null && random() < 0.5;
      const view = () => (isLate ? late : chain.blocks());
      return work({
        head: () => asked(() => headOf(view())),
        block: (number) => asked(() => view()[number] ?? null),
        events: (fromBlock, toBlock) =>
          asked(() =>
            view()
              .slice(fromBlock, toBlock + 1)
              .flatMap(eventsIn),
          ),
      });
    },
  };

  const tradeEvents = (block: SimBlock, { hash: txHash, trades }: MinedTransaction): AutopilotVaultEvent[] =>
    trades.map(({ agentId, tradeId, reason }): AutopilotVaultEvent => {
      const log = {
        address: VAULT,
        topics: [],
        data: '0x' as const,
        blockNumber: block.number,
        blockHash: block.hash,
        txHash,
        logIndex: 0,
      };
      if (reason !== null) return { kind: 'trade-failed', agentId, tradeId, reason, log };
      const amounts = { amountIn: 1_000_000n, amountOut: 2n, tokenIn: VAULT, tokenOut: VAULT, target: VAULT, isBuy: true };
      return { kind: 'trade', agentId, tradeId, ...amounts, log };
    });
  const unused = (): never => {
    throw new Error('the simulated vault has no such call');
  };
  const tradeVault: AutopilotVault = {
    ...{ address: VAULT, chainId: CHAIN_ID, tokenBounds: unused, agentCount: unused, newAgentFeeBps: unused, estimateTrade: unused },
    ...{ encodeExecuteTrade: unused, encodeCreateAgent: unused, encodeUpdatePolicy: unused, readEvents: unused },
    agents: (ids) => asked(() => ({ blockTimeSec: headOf(anyView()).timeSec, agents: ids.map(() => null) })),
    hasTrade: (tradeId) => asked(() => headOf(anyView()).traded.has(tradeId)),
    findTrade: (tradeId) =>
      asked(() => {
        for (const block of anyView()) {
          for (const transaction of block.transactions) {
            const event = tradeEvents(block, transaction).find((one) => one.kind === 'trade' && one.tradeId === tradeId);
            if (event?.kind === 'trade') return { event, timeSec: block.timeSec };
          }
        }
        return null;
      }),
    timeSec: vault.timeSec,
    encodeExecuteTrades: (items, deadlineSec) =>
      encodeCall({ kind: 'trades', trades: items.map(({ agentId, tradeId }) => ({ agentId, tradeId })), deadlineSec }),
    eventsOf: (hash) =>
      asked(() => {
        const found = isHidden(hash) ? null : minedIn(anyView(), hash);
        if (found === null) return null;
        const { block, transaction } = found;
        const at = { blockNumber: block.number, blockHash: block.hash, timeSec: block.timeSec, isFinal: true };
        return { ...at, events: tradeEvents(block, transaction), status: transaction.status, from: EXECUTOR, feeWei: 1n };
      }),
  };

  function minedIn(view: View, hash: Hash): { block: SimBlock; transaction: MinedTransaction } | null {
    const block = chain.blocksOf(hash).find((one) => view[one.number] === one);
    const transaction = block?.transactions.find((one) => one.hash === hash);
    return block === undefined || transaction === undefined ? null : { block, transaction };
  }

  return {
    chains: { chainIds: [CHAIN_ID], has: (chainId) => chainId === CHAIN_ID, of: () => port },
    signers: {
      has: () => true,
      of: () => ({
        chainId: CHAIN_ID,
        address: EXECUTOR,
        signTransaction: async ({ nonce, data, fees }) =>
          encodeSigned({ nonce, data, maxFee: fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas }),
      }),
    },
    vaultAt: () => vault,
    tradeVaultAt: () => tradeVault,
  };
}

/** Returns the events in the order of the chain; within a block, deposits come first. */
export function eventsIn({ depositEvents, transactions }: SimBlock): readonly VaultEvent[] {
  return [...depositEvents, ...transactions.flatMap(({ events }) => events)];
}

function headOf(view: View): SimBlock {
  const head = view.at(-1);
  if (head === undefined) throw new Error('a chain has a first block');
  return head;
}

function toBlock({ number, hash, parentHash, timeSec }: SimBlock, baseFeePerGas: bigint): ChainBlock {
  return { number, hash, parentHash, timestampSec: timeSec, baseFeePerGas };
}

function toReceipt(block: SimBlock, { hash, status }: MinedTransaction): ChainReceipt {
  return {
    ...{ txHash: hash, status, blockNumber: block.number, blockHash: block.hash, from: EXECUTOR, to: VAULT, contractAddress: null },
    ...{ gasUsed: 150_000n, effectiveGasPrice: 1_500_000_000n, logs: [] },
  };
}
