import { expect, test } from 'bun:test';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { startRpcStub } from './rpc-stub.ts';

const CHAIN_ID = 10;
const SOMEONE = parseAddress('0x00000000000000000000000000000000000000aa');

/** An RPC stub whose chain id and replies can be changed while it runs. */
function endpoint(is: {
  chainId?: number;
  nonce?: number;
  isAway?: boolean;
  takes?: boolean;
  reverts?: boolean;
  fork?: string;
  head?: number;
}) {
  const stub = startRpcStub((method, params) => {
    const { chainId = CHAIN_ID, nonce = 0, isAway = false, takes = true, reverts = false, fork = 'a', head = 100 } = is;
    if (isAway) return new Response('bad gateway', { status: 502 });
    if (method === 'eth_chainId') return { result: `0x${chainId.toString(16)}` };
    if (method === 'eth_blockNumber') return { result: `0x${head.toString(16)}` };
    if (method === 'eth_getTransactionCount') return { result: `0x${nonce.toString(16)}` };
    if (method === 'eth_call' && reverts) return { error: { code: 3, message: 'execution reverted' } };
    if (method === 'eth_call') return { result: '0x60' };
    if (method === 'eth_sendRawTransaction') {
      return takes ? { result: `0x${'1'.repeat(64)}` } : { error: { code: -32_000, message: 'invalid chain id for signer' } };
    }
    if (method === 'eth_getBlockByNumber' && Array.isArray(params)) {
      const hash = `0x${(fork + Number(params[0]).toString(16)).padStart(64, '0')}`;
      return {
        result: { number: params[0], hash, parentHash: hash, timestamp: '0x1', baseFeePerGas: '0x1', logsBloom: `0x${'0'.repeat(512)}` },
      };
    }
    return { result: null };
  }, null);
  const count = (wanted: string) => stub.asked.filter((method) => method === wanted).length;
  return { ...stub, is, count, [Symbol.dispose]: () => stub[Symbol.dispose]() };
}

function open(...urls: string[]) {
  const time = { ms: 0 };
  const networks = [{ chainId: CHAIN_ID, rpcUrls: urls }];
  const deps = { log: silentLog, abis: [], readRetries: 0, requestTimeoutMs: 600_000, stopwatch: () => time.ms };
  const chain = createChains({ networks, ...deps }).of(CHAIN_ID);
  return { chain, time, nonce: () => chain.getNonce(SOMEONE, 'latest') };
}

test('no answer of an endpoint of another chain is believed, its first answer included', async () => {
  using wrong = endpoint({ chainId: 11, nonce: 1 });
  const alone = open(wrong.url);
  await expect(alone.nonce()).rejects.toMatchObject({ kind: 'retryable', code: 'rpc-other-chain' });
  await expect(alone.chain.onOneEndpoint((reads) => reads.getNonce(SOMEONE, 'latest'))).rejects.toMatchObject({ code: 'rpc-other-chain' });
  expect(wrong.count('eth_getTransactionCount')).toBe(0);
  using right = endpoint({ nonce: 2 });
  expect(await open(wrong.url, right.url).nonce()).toBe(2);
  expect(wrong.count('eth_getTransactionCount')).toBe(0);
});

test('it is asked once which chain it serves, and not with each request', async () => {
  using node = endpoint({});
  const { nonce, time } = open(node.url);
  await Promise.all([nonce(), nonce(), nonce()]);
  for (let times = 0; times < 20; times += 1, time.ms += 1_000) await nonce();
  expect([node.count('eth_chainId'), node.count('eth_getTransactionCount')]).toEqual([1, 23]);
});

test('an endpoint that now serves another chain at the same address is not believed', async () => {
  using node = endpoint({ nonce: 1 });
  const { nonce, time } = open(node.url);
  expect(await nonce()).toBe(1);
  node.is.isAway = true;
  await expect(nonce()).rejects.toMatchObject({ code: 'rpc-unavailable' });
  Object.assign(node.is, { isAway: false, chainId: 11, nonce: 7 });
  time.ms += 3_000;
  await expect(nonce()).rejects.toMatchObject({ code: 'rpc-other-chain' });
});

test('an endpoint that restarted unnoticed as another chain is not believed either, nor are its refusals', async () => {
  using node = endpoint({ nonce: 1 });
  const { chain, nonce, time } = open(node.url);
  expect(await nonce()).toBe(1);
  Object.assign(node.is, { chainId: 11, nonce: 7, reverts: true });
  time.ms += 6_000;
  await expect(chain.call({ to: SOMEONE })).rejects.toMatchObject({ code: 'rpc-other-chain' });
});

test('a transaction is not given to an endpoint of another chain, whose refusal would be taken for an answer', async () => {
  using wrong = endpoint({ chainId: 11, takes: false });
  await expect(open(wrong.url).chain.sendRawTransaction('0x02')).rejects.toMatchObject({ code: 'send-unknown' });
  expect(wrong.count('eth_sendRawTransaction')).toBe(0);
  using right = endpoint({});
  expect(await open(wrong.url, right.url).chain.sendRawTransaction('0x02')).toMatchObject({ kind: 'accepted' });
});

test('of several, an endpoint on its own fork never gets the first request', async () => {
  using first = endpoint({ fork: 'b', nonce: 1, head: 98 });
  using second = endpoint({ nonce: 2 });
  expect(await open(first.url, second.url).nonce()).toBe(2);
});

test('an endpoint that does not answer delays the first request only briefly', async () => {
  using silent = startRpcStub(() => null, null);
  using right = endpoint({ nonce: 2 });
  // The time limit of requests is ten minutes here. So the test exceeds its own time limit if the code waits for the silent endpoint.
  expect(await open(right.url, silent.url).nonce()).toBe(2);
});
