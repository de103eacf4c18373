import { describe, expect, test } from 'bun:test';
import { encodeAbiParameters, encodeEventTopics, type Hex } from 'viem';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../../../src/platform/chain/abi/relayer.generated.ts';
import type { Chain, ChainEventLog, ChainReads, ChainReceipt } from '../../../../src/platform/chain/chain.ts';
import { createTradeReceipts, type TradeReceiptQuery } from '../../../../src/platform/chain/trade-receipt.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';

const at = (digit: string): Address => parseAddress(`0x${digit.repeat(40)}`);
const [wallet, router, token, relayer, stranger] = [at('1'), at('2'), at('3'), at('4'), at('5')];
const hash = parseHash(`0x${'a'.repeat(64)}`);
const query: TradeReceiptQuery = { hash, token, recipient: wallet, relayer };

function logOf(address: Address, topics: readonly Hex[], data: Hex): ChainEventLog {
  return { address, topics, data, blockNumber: 7, blockHash: hash, txHash: hash, logIndex: 0 };
}
function transfer(from: Address, to: Address, value: bigint, of = token): ChainEventLog {
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } });
  return logOf(of, topics as Hex[], encodeAbiParameters([{ type: 'uint256' }], [value]));
}
function executed(by: Address, recipient: Address, toToken: Address, amountOut: bigint): ChainEventLog {
  const topics = encodeEventTopics({ abi: relayerAbi, eventName: 'MetaTransactionExecuted', args: { from: wallet, recipient, nonce: 1n } });
  const types = ['address', 'address', 'uint256', 'uint256', 'uint256', 'address'].map((type) => ({ type }));
  return logOf(by, topics as Hex[], encodeAbiParameters(types, [token, toToken, 5n, amountOut, 0n, router]));
}

/** Reads the receipt of the wallet's only transaction, in block 7, from a chain with the given balances before and after that block. */
function read(
  asked: TradeReceiptQuery,
  world: { logs?: readonly ChainEventLog[]; receipt?: Partial<ChainReceipt> | null; reads?: Partial<ChainReads> },
) {
  const receipt: ChainReceipt | null =
    world.receipt === null
      ? null
      : {
          ...{ txHash: hash, status: 'success', blockNumber: 7, blockHash: hash, from: wallet, to: router, contractAddress: null },
          ...{ gasUsed: 10n, effectiveGasPrice: 3n, logs: world.logs ?? [] },
          ...world.receipt,
        };
  const unused = async (): Promise<never> => {
    throw new Error('not asked for here');
  };
  const reads: ChainReads = {
    ...{ chainId: 1, getChainId: unused, getBlockNumber: unused, getCode: unused, getLogs: unused, call: unused },
    ...{ getStorageAt: unused, simulateInOrder: unused },
    ...{ estimateGas: unused, measureGas: unused, simulate: unused, estimateFees: unused, readContracts: unused },
    getReceipt: async () => receipt,
    getTransaction: async () => ({ hash, from: wallet, to: router, nonce: 4, value: 100n, data: '0x', blockNumber: null }),
    isFinal: async () => true,
    getBlock: async () => ({ number: 7, hash, parentHash: hash, timestampSec: 1_000, baseFeePerGas: null }),
    // The wallet had 1,000, paid 100 for the trade and 30 for gas, and received 50.
    getBalance: async (_address, block) => (block === 7 ? 920n : 1_000n),
    getNonce: async (_address, block) => (block === 7 ? 5 : 4),
    ...world.reads,
  };
  const chain: Chain = {
    ...{ ...reads, confirmations: 3, stuckAfterMs: 1, sendRawTransaction: unused, rollupKind: unused, dataFees: unused, probeGas: unused },
    onOneEndpoint: (work) => work(reads),
  };
  return createTradeReceipts({ chains: { chainIds: [1], has: () => true, of: () => chain } }).read(1, asked);
}

describe('a token that arrives', () => {
  test('is what its own events added to the recipient, less what they took', async () => {
    const logs = [
      transfer(router, wallet, 9n),
      transfer(wallet, router, 2n),
      transfer(router, stranger, 50n),
      transfer(router, wallet, 70n, stranger),
    ];
    expect(await read(query, { logs })).toMatchObject({ kind: 'mined', from: wallet, isFinal: true, arrived: 7n });
  });

  test('is nothing in a transaction that reverted, or that took more than it brought', async () => {
    expect(await read(query, { receipt: { status: 'reverted' } })).toMatchObject({ status: 'reverted', arrived: 0n });
    expect(await read(query, { logs: [transfer(router, wallet, 2n), transfer(wallet, router, 9n)] })).toMatchObject({ arrived: 0n });
  });
});

describe('a native asset that arrives', () => {
  const native = { ...query, token: NATIVE_ADDRESS };

  test('is the amount that our Relayer measured for this recipient', async () => {
    const logs = [executed(relayer, wallet, parseAddress(`0x${'e'.repeat(40)}`), 77n)];
    expect(await read(native, { logs })).toMatchObject({ arrived: 77n });
  });

  test('is not what somebody else’s event says, nor one about another recipient or token', async () => {
    for (const log of [
      executed(stranger, wallet, NATIVE_ADDRESS, 77n),
      executed(relayer, stranger, NATIVE_ADDRESS, 77n),
      executed(relayer, wallet, token, 77n),
    ])
      expect(await read(native, { logs: [log] })).toMatchObject({ arrived: 50n });
    const logs = [executed(stranger, wallet, NATIVE_ADDRESS, 77n)];
    expect(await read({ ...native, relayer: null }, { logs })).toMatchObject({ arrived: 50n });
  });

  test('is the change of the balance without gas and value, when the wallet sent nothing else in the block', async () => {
    expect(await read(native, {})).toMatchObject({ arrived: 50n });
    expect(
      await read(
        { ...native, recipient: stranger },
        { reads: { getBalance: async (_, block) => (block === 7 ? 9n : 4n), getNonce: async () => 2 } },
      ),
    ).toMatchObject({ arrived: 5n });
    expect(await read(native, { reads: { getNonce: async (_, block) => (block === 7 ? 6 : 4) } })).toMatchObject({ arrived: null });
  });

  test('is unknown when the node no longer has the block', async () => {
    const forgotten = new RetryableError({ code: 'rpc-unavailable', message: 'missing trie node' });
    expect(await read(native, { reads: { getBalance: () => Promise.reject(forgotten) } })).toMatchObject({ arrived: null });
    const slow = new RetryableError({ code: 'rpc-timeout', message: 'slow' });
    expect(read(native, { reads: { getBalance: () => Promise.reject(slow) } })).rejects.toMatchObject({ code: 'rpc-timeout' });
  });
});

test('a transaction that is not mined waits, or is unknown', async () => {
  expect(await read(query, { receipt: null })).toEqual({ kind: 'waiting', from: wallet });
  expect(await read(query, { receipt: null, reads: { getTransaction: async () => null } })).toEqual({ kind: 'unknown' });
});
