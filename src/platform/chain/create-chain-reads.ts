import { type Abi, encodeEventTopics, numberToHex, type PublicClient } from 'viem';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { AnyContractCall, ChainCall, ChainEventLog, ChainReads, Hex, ReadResults } from './chain.ts';
import { leastGasOf } from './estimate-doubt.ts';
import { estimateFees } from './estimate-fees.ts';
import { toBlock, toEventLog, toReceipt, toTransaction } from './from-rpc.ts';
import { measureGas } from './measure-gas.ts';
import { quantityOf } from './quantity.ts';
import { type ContractReadOptions, createContractReader } from './read-contracts.ts';
import { isMissingMethod, simulatedCalls, simulationOf } from './simulate-in-order.ts';
import { translateChainError } from './translate-error.ts';

export type ChainReadsOptions = {
  readonly chainId: number;
  /** The merged ABI of all contracts whose reverts may have to be decoded. */
  readonly abi: Abi;
  /** The state (latest or pending block) on which gas is estimated for a call that does not specify one. */
  readonly estimateAt: 'latest' | 'pending';
  /** Replaces the secret keys of endpoints in a text by a mask. */
  readonly masked: (text: string) => string;
};

const EMPTY_WORD: Hex = `0x${'0'.repeat(64)}`;

/** Creates `ChainReads` over one viem client, for one endpoint or for all of a network. */
export function createChainReads(client: PublicClient, options: ChainReadsOptions): ChainReads {
  const { chainId, abi, masked } = options;

  async function translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw translateChainError(error, abi, chainId, masked);
    }
  }

  /** Sends a raw request. viem's own parsing needs fields that some nodes omit, so this code parses the reply itself. */
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> =>
    // viem's types describe each method's reply. The cast removes them, since this code checks the replies itself.
    translated(() => (client.request as (args: unknown) => Promise<unknown>)({ method, params }));

  const getBlock: ChainReads['getBlock'] = (async (at: 'latest' | number) => {
    const block: unknown = await ask('eth_getBlockByNumber', [at === 'latest' ? at : numberToHex(at), false]);
    if (block !== null) return toBlock(block);
    if (at !== 'latest') return null;
    throw new RetryableError({ code: 'rpc-unavailable', message: `The node of chain ${chainId} has no blocks.` });
    // The cast is needed because TypeScript cannot check this overload of `getBlock`: for `latest`, null is never returned.
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
      const told = await ask('eth_getTransactionReceipt', [hash]);
      const receipt = told === null ? null : toReceipt(told, hash);
      if (receipt === null || receipt.effectiveGasPrice !== null) return receipt;
      const transaction = await ask('eth_getTransactionByHash', [hash]);
      return transaction === null ? receipt : { ...receipt, effectiveGasPrice: toTransaction(transaction).gasPrice };
    },
    getTransaction: async (hash) => {
      const told = await ask('eth_getTransactionByHash', [hash]);
      return told === null ? null : toTransaction(told);
    },
    getNonce: (address, at) => {
      const block = typeof at === 'number' ? { blockNumber: BigInt(at) } : { blockTag: at };
      return translated(() => client.getTransactionCount({ address, ...block }));
    },
    isFinal: async (receipt, depth) => {
      if ((await reads.getBlockNumber()) - receipt.blockNumber < depth) return false;
      // The hash of the chain's block is compared with that in the receipt, because some nodes still return the receipt of a block that a
      // reorg removed.
      return (await getBlock(receipt.blockNumber))?.hash === receipt.blockHash;
    },
    getBalance: (address, at) => translated(() => client.getBalance({ address, ...blockOf(at ?? 'latest') })),
    getCode,
    getStorageAt: async (address, slot) => (await translated(() => client.getStorageAt({ address, slot }))) ?? EMPTY_WORD,
    getLogs: async ({ address, events, topics, fromBlock, toBlock: lastBlock, blockHash }) => {
      const asked = {
        ...(address === undefined ? {} : { address }),
        ...(blockHash === undefined ? { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(lastBlock) } : { blockHash }),
        ...(events === undefined ? {} : { topics: [events.flatMap((event) => encodeEventTopics({ abi: [event] }))] }),
        ...(topics === undefined ? {} : { topics }),
      };
      const logs = await ask('eth_getLogs', [asked]);
      if (!Array.isArray(logs)) throw new TypeError('The logs are not a list although the reply was valid');
      return withoutRepeats(logs.map(toEventLog).sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex));
    },
    call,
    estimateGas: async (asked) => {
      const gas = quantityOf(await ask('eth_estimateGas', [rawCall(asked), rawBlock(asked.at ?? options.estimateAt)]));
      if (gas === null) throw new TypeError('The gas estimate is not a number although the reply was valid');
      if (gas >= leastGasOf(asked)) return gas;
      const message = `The node of chain ${chainId} estimates ${gas} gas, which is less than the data of the call costs.`;
      throw new RetryableError({ code: 'rpc-unavailable', message, retryAfterMs: 1_000 });
    },
    simulate: (asked) => call({ ...asked, at: asked.at ?? options.estimateAt }),
    simulateInOrder: async (calls) => {
      const { timestampSec } = await getBlock('latest');
      let reply: unknown;
      try {
        reply = await (client.request as (args: unknown) => Promise<unknown>)({
          method: 'eth_simulateV1',
          params: simulationOf(calls, timestampSec),
        });
      } catch (error) {
        if (isMissingMethod(error)) return null;
        throw translateChainError(error, abi, chainId, masked);
      }
      return simulatedCalls(reply, calls.length, abi, chainId);
    },
    measureGas: (calls) => measureGas({ call }, options.estimateAt, calls),
    estimateFees: () => translated(async () => estimateFees(client, (await getBlock('latest')).baseFeePerGas)),
    readContracts: async <const TCalls extends readonly unknown[]>(calls: unknown, options?: ContractReadOptions) => {
      // viem's types check the calls and their results for the callers of this function. Inside the function, the calls are a list without
      // specific types.
      const results: unknown = await readMany(calls as readonly AnyContractCall[], options);
      return results as ReadResults<TCalls>;
    },
  };
  return reads;
}

/** Removes duplicate logs: some endpoints return the same log more than once. */
function withoutRepeats(logs: readonly ChainEventLog[]): readonly ChainEventLog[] {
  return logs.filter((log, i) => {
    const before = logs[i - 1];
    return before === undefined || before.blockHash !== log.blockHash || before.logIndex !== log.logIndex;
  });
}

function blockOf(at: number | 'latest' | 'pending') {
  return typeof at === 'number' ? { blockNumber: BigInt(at) } : { blockTag: at };
}

/**
 * Gas is estimated by a raw request. viem's own estimate leaves out the call's gas limit, so a call of an untrusted token could use the gas
 * of a whole block.
 */
function rawCall({ from, to, data, value, gas }: ChainCall) {
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value: numberToHex(value) }),
    ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
  };
}

function rawBlock(at: number | 'latest' | 'pending'): string {
  return typeof at === 'number' ? numberToHex(at) : at;
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
