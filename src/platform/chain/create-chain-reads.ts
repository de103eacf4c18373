import { type Abi, BlockNotFoundError, type Log, type PublicClient, TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { AnyContractCall, ChainCall, ChainReads, Fees, Hex, ReadResults } from './chain.ts';
import { toBlock, toEventLog, toReceipt, toTransaction } from './from-viem.ts';
import { type ContractReadOptions, createContractReader } from './read-contracts.ts';
import { translateChainError } from './translate-error.ts';

/** Wei per gas; what is offered where the node does not suggest a tip. */
const DEFAULT_TIP = 1_000_000_000n;

export type ChainReadsOptions = {
  readonly chainId: number;
  /** Merged of all that may revert. */
  readonly abi: Abi;
  /** The state that gas is estimated on, unless a call says otherwise. */
  readonly estimateAt: 'latest' | 'pending';
  /** Masks the keys of the endpoints in a text. */
  readonly masked: (text: string) => string;
};

/** `ChainReads` over one viem client: over one endpoint, or over all of a network. */
export function createChainReads(client: PublicClient, options: ChainReadsOptions): ChainReads {
  const { chainId, abi, masked } = options;

  async function translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw translateChainError(error, abi, chainId, masked);
    }
  }

  const getBlock: ChainReads['getBlock'] = (async (at: 'latest' | number) => {
    const asked = at === 'latest' ? ({ blockTag: 'latest' } as const) : { blockNumber: BigInt(at) };
    const block = await translated(() => orNull(client.getBlock(asked), BlockNotFoundError));
    if (block !== null) return toBlock(block);
    if (at !== 'latest') return null;
    throw new RetryableError({ code: 'rpc-unavailable', message: `The node of chain ${chainId} has no block at all.` });
    // An overloaded function has no other spelling: `latest` never gives null.
  }) as ChainReads['getBlock'];

  const getCode: ChainReads['getCode'] = async (address) => (await translated(() => client.getCode({ address }))) ?? '0x';

  const call = (asked: ChainCall): Promise<Hex> =>
    translated(async () => {
      const { data } = await client.call({
        ...callFields(asked),
        ...blockOf(asked.at ?? 'latest'),
        ...(asked.overrides === undefined ? {} : { stateOverride: [...asked.overrides] }),
      });
      return data ?? '0x';
    });

  const getBlockNumber = async () => Number(await translated(() => client.getBlockNumber({ cacheTime: 0 })));
  const readMany = createContractReader({ abi, call, getCode, getBlockNumber });

  const reads: ChainReads = {
    chainId,
    getChainId: () => translated(() => client.getChainId()),
    getBlockNumber,
    getBlock,
    getReceipt: async (hash) => {
      const receipt = await translated(() => orNull(client.getTransactionReceipt({ hash }), TransactionReceiptNotFoundError));
      return receipt === null ? null : toReceipt(receipt);
    },
    getTransaction: async (hash) => {
      const transaction = await translated(() => orNull(client.getTransaction({ hash }), TransactionNotFoundError));
      return transaction === null ? null : toTransaction(transaction);
    },
    getNonce: (address, at) => {
      const block = typeof at === 'number' ? { blockNumber: BigInt(at) } : { blockTag: at };
      return translated(() => client.getTransactionCount({ address, ...block }));
    },
    isFinal: async (receipt, depth) => {
      if ((await reads.getBlockNumber()) - receipt.blockNumber < depth) return false;
      // Some nodes keep serving a receipt of a block that a reorg took back.
      return (await getBlock(receipt.blockNumber))?.hash === receipt.blockHash;
    },
    getBalance: (address, at) => translated(() => client.getBalance({ address, ...blockOf(at ?? 'latest') })),
    getCode,
    getLogs: async ({ address, events, fromBlock, toBlock: lastBlock }) => {
      const asked = {
        address: typeof address === 'string' ? address : [...address],
        fromBlock: BigInt(fromBlock),
        toBlock: BigInt(lastBlock),
      };
      const logs = await translated<Log[]>(() => (events ? client.getLogs({ ...asked, events }) : client.getLogs(asked)));
      return logs.map(toEventLog).sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
    },
    call,
    estimateGas: (asked) =>
      translated(() => {
        const { account, ...fields } = callFields(asked);
        return client.estimateGas({
          ...fields,
          ...(account === undefined ? {} : { account }),
          ...blockOf(asked.at ?? options.estimateAt),
        });
      }),
    estimateFees: () => translated(() => estimateFees(client)),
    readContracts: async <const TCalls extends readonly unknown[]>(calls: unknown, options?: ContractReadOptions) => {
      // viem's types have checked the calls and say what comes back; inside they are one erased list.
      const results: unknown = await readMany(calls as readonly AnyContractCall[], options);
      return results as ReadResults<TCalls>;
    },
  };
  return reads;
}

function blockOf(at: number | 'latest' | 'pending') {
  return typeof at === 'number' ? { blockNumber: BigInt(at) } : { blockTag: at };
}

function callFields({ from, to, data, value, gas }: ChainCall) {
  return {
    ...(to === undefined ? {} : { to }),
    ...(from === undefined ? {} : { account: from }),
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value }),
    ...(gas === undefined ? {} : { gas }),
  };
}

async function estimateFees(client: PublicClient): Promise<Fees> {
  const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' });
  if (baseFeePerGas === null) return { kind: 'legacy', gasPrice: ((await client.getGasPrice()) * 11n) / 10n };
  const suggested = await client.estimateMaxPriorityFeePerGas();
  const tip = suggested > 0n ? suggested : DEFAULT_TIP;
  return { kind: 'eip1559', maxFeePerGas: baseFeePerGas * 2n + tip, maxPriorityFeePerGas: tip };
}

async function orNull<T>(answer: Promise<T>, notFound: abstract new (...args: never[]) => Error): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof notFound) return null;
    throw error;
  }
}
