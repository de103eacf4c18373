import { expect, test } from 'bun:test';
import { encodeFunctionResult } from 'viem';
import { gasProbeAbi } from '../../../../src/platform/chain/abi/gas-probe.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { startRpcStub } from './rpc-stub.ts';

const CHAIN_ID = 10;
const SOMEONE = parseAddress('0x00000000000000000000000000000000000000aa');
const HASH = parseHash(`0x${'7'.repeat(64)}`);

/** An RPC stub whose replies can be changed while it runs. */
function endpoint(shows: { chainId?: number; head?: number; fork?: string; nonce?: number }) {
  const stub = startRpcStub((method, params) => {
    const { chainId = CHAIN_ID, head = 100, fork = 'a', nonce = 0 } = shows;
    if (method === 'eth_chainId') return { result: `0x${chainId.toString(16)}` };
    if (method === 'eth_blockNumber') return { result: `0x${head.toString(16)}` };
    if (method === 'eth_getTransactionCount') return { result: `0x${nonce.toString(16)}` };
    if (method === 'eth_getBlockByNumber' && Array.isArray(params)) {
      const number = Number(params[0]);
      const hash = `0x${(fork + number.toString(16)).padStart(64, '0')}`;
      return {
        result: { number: params[0], hash, parentHash: hash, timestamp: '0x1', baseFeePerGas: '0x1', logsBloom: `0x${'0'.repeat(512)}` },
      };
    }
    return { result: null };
  }, null);
  return { ...stub, shows, [Symbol.dispose]: () => stub[Symbol.dispose]() };
}

function open(...urls: string[]) {
  const time = { ms: 0 };
  const lines: string[] = [];
  const log = { ...silentLog, warn: (_message: string, fields?: object) => void lines.push(JSON.stringify(fields)) };
  const chains = createChains({
    networks: [{ chainId: CHAIN_ID, rpcUrls: urls }],
    ...{ log, abis: [], readRetries: 0, requestTimeoutMs: 5_000, stopwatch: () => time.ms },
  });
  const chain = chains.of(CHAIN_ID);
  const troubles = () => chains.endpoints().map(({ trouble }) => trouble);
  return {
    ...{ chains, chain, lines, troubles },
    /** Advances the clock to the next comparison of the endpoints, and makes a request that starts it. */
    async compare(isDone: () => boolean) {
      time.ms += 31_000;
      await chain.getNonce(SOMEONE, 'latest').catch(() => undefined);
      await waitFor(isDone, { what: 'the comparison' });
    },
  };
}

const nonceOf = ({ chain }: ReturnType<typeof open>) => chain.getNonce(SOMEONE, 'latest');

test('an endpoint of another chain, from the start or after a restart, is not used until it serves the right one', async () => {
  using first = endpoint({ chainId: 11, nonce: 1 });
  using second = endpoint({ nonce: 2 });
  const opened = open(first.url, second.url);
  await opened.compare(() => opened.troubles()[0] === 'other-chain');
  expect(await nonceOf(opened)).toBe(2);
  expect(opened.lines.filter((line) => line.includes('other-chain')).length).toBe(1);
  second.shows.chainId = 12;
  await opened.compare(() => opened.troubles()[1] === 'other-chain');
  const refused = await nonceOf(opened).catch((error: unknown) => error);
  expect(refused).toMatchObject({ kind: 'retryable', code: 'rpc-other-chain' });
  first.shows.chainId = CHAIN_ID;
  second.shows.chainId = CHAIN_ID;
  await opened.compare(() => opened.troubles().every((trouble) => trouble === null));
  expect(await nonceOf(opened)).toBe(1);
});

test('an endpoint whose head stays behind is noticed although the others get no requests', async () => {
  using first = endpoint({ head: 100, nonce: 1 });
  using second = endpoint({ head: 100, nonce: 2 });
  const opened = open(first.url, second.url);
  await opened.compare(() => second.asked.includes('eth_getBlockByNumber'));
  expect(opened.troubles()).toEqual([null, null]);
  second.shows.head = 115;
  await opened.compare(() => opened.troubles()[0] === 'behind');
  expect(await nonceOf(opened)).toBe(2);
  first.shows.head = 115;
  await opened.compare(() => opened.troubles()[0] === null);
  expect(await nonceOf(opened)).toBe(1);
});

test('of three, an endpoint on its own fork is used last; of two, the one that is behind', async () => {
  using first = endpoint({ fork: 'b', nonce: 1, head: 103 });
  using second = endpoint({ nonce: 2 });
  using third = endpoint({ nonce: 3 });
  const three = open(first.url, second.url, third.url);
  await three.compare(() => three.troubles()[0] === 'other-fork');
  expect(await nonceOf(three)).toBe(2);
  expect(three.chains.endpoints()[0]).toMatchObject({ chainId: CHAIN_ID, host: new URL(first.url).host, trouble: 'other-fork' });
  const two = open(second.url, first.url);
  await two.compare(() => two.troubles()[0] === 'other-fork');
  expect(await nonceOf(two)).toBe(1);
  first.shows.fork = 'a';
  await three.compare(() => three.troubles()[0] === null);
});

test('a missing receipt, transaction or log is confirmed by the other endpoint before it is believed', async () => {
  using lacking = startRpcStub((method) => ({ result: method === 'eth_getLogs' ? [] : null }));
  const log = {
    address: `0x${'1'.repeat(40)}`,
    topics: [],
    data: '0x',
    blockNumber: '0x1',
    blockHash: HASH,
    transactionHash: HASH,
    logIndex: '0x0',
  };
  const transaction = { hash: HASH, from: `0x${'1'.repeat(40)}`, nonce: '0x5', input: '0x', value: '0x0', to: null, blockNumber: null };
  using knowing = startRpcStub((method) => {
    // The endpoint returns each log twice, as some endpoints do.
    if (method === 'eth_getLogs') return { result: [log, log] };
    return { result: method === 'eth_getTransactionByHash' ? transaction : null };
  });
  const { chain } = open(lacking.url, knowing.url);
  expect((await chain.getTransaction(HASH))?.nonce).toBe(5);
  expect((await chain.getLogs({ address: SOMEONE, fromBlock: 1, toBlock: 1 })).length).toBe(1);
  expect(await chain.getReceipt(HASH)).toBeNull();
  for (const method of ['eth_getTransactionByHash', 'eth_getLogs', 'eth_getTransactionReceipt']) {
    expect(lacking.asked).toContain(method);
    expect(knowing.asked).toContain(method);
  }
});

test('fees far above the usual ones are confirmed by the other endpoint, and believed when both agree', async () => {
  const tips = { first: 1_000, second: 1_001 };
  const feesOf = (who: keyof typeof tips) => (method: string) => {
    if (method === 'eth_chainId') return { result: `0x${CHAIN_ID.toString(16)}` };
    if (method === 'eth_maxPriorityFeePerGas') return { result: `0x${tips[who].toString(16)}` };
    const block = { number: '0x1', hash: HASH, parentHash: HASH, timestamp: '0x1', baseFeePerGas: '0xa', transactions: [] };
    return { result: method === 'eth_getBlockByNumber' ? block : '0x1' };
  };
  using first = startRpcStub(feesOf('first'), null);
  using second = startRpcStub(feesOf('second'), null);
  const { chain } = open(first.url, second.url);
  const tip = async () => {
    const fees = await chain.estimateFees();
    return fees.kind === 'legacy' ? null : fees.maxPriorityFeePerGas;
  };
  expect(await tip()).toBe(1_000n);
  tips.first = 10_000;
  expect(await tip()).toBe(1_001n);
  // The endpoint reports one tip that is far too low. The correct tips after it must not be refused as too high compared with it.
  tips.first = 1;
  expect(await tip()).toBe(1n);
  tips.first = 1_000;
  expect(await tip()).toBe(1_000n);
  Object.assign(tips, { first: 10_000, second: 20_000 });
  expect(await tip()).toBe(10_000n);
});

test('gas estimates that are impossible, or far from the usual ones, are confirmed by the other endpoint', async () => {
  const gas = { first: 150_000, second: 150_001 };
  const gasOf = (who: keyof typeof gas) => (method: string) => ({
    result: `0x${(method === 'eth_chainId' ? CHAIN_ID : gas[who]).toString(16)}`,
  });
  using first = startRpcStub(gasOf('first'), null);
  using second = startRpcStub(gasOf('second'), null);
  const { chain } = open(first.url, second.url);
  const call = { to: SOMEONE, data: `0xaabbccdd${'11'.repeat(100)}`, gas: 6_000_000n } as const;
  // Estimates above the call's gas limit, or below the cost of its data, must be refused even without earlier estimates.
  gas.first = 29_000_000;
  expect(await chain.estimateGas(call)).toBe(150_001n);
  gas.first = 21_000;
  expect(await chain.estimateGas(call)).toBe(150_001n);
  // These estimates are within the limits, but differ too much from earlier estimates of the same function, so the other endpoint's
  // estimate must be used.
  for (const strange of [1_000_000, 25_000]) {
    gas.first = strange;
    expect(await chain.estimateGas(call)).toBe(150_001n);
  }
  // A high estimate is accepted without confirmation for another function, for which there are no earlier estimates. For the same function
  // it is accepted when the other endpoint confirms it.
  gas.first = 1_000_000;
  expect(await chain.estimateGas({ ...call, data: `0xddccbbaa${'11'.repeat(100)}` })).toBe(1_000_000n);
  gas.second = 1_000_001;
  expect(await chain.estimateGas(call)).toBe(1_000_000n);
  Object.assign(gas, { first: 21_000, second: 21_000 });
  await expect(chain.estimateGas(call)).rejects.toMatchObject({ code: 'rpc-unavailable', kind: 'retryable' });
});

test('gas that is measured together and far from the usual is not believed of one endpoint', async () => {
  const call = (n: number) => ({ from: SOMEONE, to: SOMEONE, data: `0xaabbccdd${String(n).repeat(100)}`, gas: 6_000_000n }) as const;
  const used = { gas: 100_000n };
  const encoded = () => encodeFunctionResult({ abi: gasProbeAbi, functionName: 'measure', result: [used.gas, used.gas] });
  using only = startRpcStub((method) => {
    if (method === 'eth_call') return { result: encoded() };
    return { result: `0x${(method === 'eth_chainId' ? CHAIN_ID : 150_000).toString(16)}` };
  }, null);
  const chain = createChains({ networks: [{ chainId: CHAIN_ID, rpcUrls: [only.url], rollup: 'none' }], log: silentLog, abis: [] }).of(
    CHAIN_ID,
  );
  const probe = async () => (await Promise.all([chain.probeGas(call(1)), chain.probeGas(call(2))])).map(({ hasDataGas }) => hasDataGas);
  expect(await probe()).toEqual([false, false]);
  // When the joint measurement is implausible, each call is estimated alone, and the other endpoint confirms the estimates.
  for (const strange of [1_000_000n, 1_000n, 7_000_000n]) {
    used.gas = strange;
    expect(await probe()).toEqual([true, true]);
  }
});
