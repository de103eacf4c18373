import { describe, expect, test } from 'bun:test';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createEndpointHealth } from '../../../../src/platform/chain/endpoint-health.ts';
import { gasPaid } from '../../../../src/platform/chain/gas-paid.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { type RpcStub, startRpcStub } from './rpc-stub.ts';

const someone = parseAddress('0x00000000000000000000000000000000000000aa');
const HASH = parseHash(`0x${'11'.repeat(32)}`);
const chainOf = (...rpcUrls: string[]) =>
  createChains({ networks: [{ chainId: 10, rpcUrls }], log: silentLog, abis: [], readRetries: 0 }).of(10);

type Stubbed = ReturnType<Parameters<typeof startRpcStub>[0]>;
const error = (code: number, message: string): Stubbed => ({ error: { code, message } });
const status =
  (code: number, body: string, headers = {}) =>
  () =>
    new Response(body, { status: code, headers });
const inBody = (code: number, rpcCode: number, message: string) =>
  status(code, JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: rpcCode, message } }), { 'content-type': 'application/json' });
const text = (body: string) => () => new Response(body);

/**
 * Returns the RPC methods that were requested from an endpoint, without the requests with which endpoints are compared at their first use.
 */
const askedOf = ({ asked }: RpcStub): readonly string[] =>
  asked.filter((method) => method !== 'eth_blockNumber' && method !== 'eth_getBlockByNumber');

/** All ways in which the first of two endpoints can fail in this test, by name. A refused connection has a test of its own. */
const modes: [name: string, answer: () => Stubbed][] = [
  ['429 with Retry-After in seconds', status(429, 'slow down', { 'retry-after': '60' })],
  ['429 with Retry-After as a date', status(429, '', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })],
  ['503 with Retry-After', status(503, '', { 'retry-after': '60' })],
  ...[401, 402, 403, 404, 413, 429, 500, 502, 503, 504, 521].map((code): [string, () => Stubbed] => [`${code}`, status(code, '<html>')]),
  ['402 that speaks of a balance', inBody(402, -32_000, 'insufficient balance on your account')],
  ['403 with a JSON-RPC body', inBody(403, -32_000, 'forbidden')],
  ['503 with a JSON-RPC body', inBody(503, -32_603, 'busy')],
  ['a redirect', status(302, '', { location: 'http://127.0.0.1:1/' })],
  ['HTML', text('<html>welcome</html>')],
  ['half a reply', text('{"jsonrpc":"2.0","id":1,"resu')],
  ['an empty reply', text('')],
  ...['gzip', 'deflate', 'br', 'zstd'].map((packing): [string, () => Stubbed] => [
    `what is no ${packing}`,
    status(200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}', { 'content-encoding': packing }),
  ]),
  ['a list', text('[]')],
  ['no result', () => new Response('{"jsonrpc":"2.0"}')],
  ['the reply to another request', () => new Response('{"jsonrpc":"2.0","id":-7,"result":"0x1"}')],
  ['null', () => ({ result: null })],
  ['a result of another type', () => ({ result: { balance: '0x1' } })],
  ['an empty quantity', () => ({ result: '0x' })],
  ...[-32_005, -32_016, -32_000, -32_601, -32_602, -32_603, -1, 17].flatMap((code): [string, () => Stubbed][] =>
    ['over rate limit', 'state at block is pruned', 'header not found', 'missing trie node', 'daily request count exceeded', 'strange']
      .filter((message) => code !== -32_602 || message !== 'strange')
      .map((message) => [`${code} ${message}`, () => error(code, message)]),
  ),
];

describe('the second endpoint is asked at once when the first answers', () => {
  test.each(modes)('%s', async (_, answer) => {
    using first = startRpcStub(answer);
    using second = startRpcStub(() => ({ result: '0x5' }));
    const chain = chainOf(first.url, second.url);
    expect(await chain.getBalance(someone)).toBe(5n);
    expect(await chain.onOneEndpoint((reads) => reads.getBalance(someone))).toBe(5n);
    // The first endpoint must be tried at most once, and then be skipped. It is not tried at all when it requested a pause while the
    // endpoints were compared.
    expect(askedOf(first).length).toBeLessThanOrEqual(1);
    expect(askedOf(second)).toHaveLength(2);
  });
});

test('a reply that cannot be decompressed is called that, without the address, and leaves open what became of a transaction', async () => {
  using only = startRpcStub(status(200, 'no gzip', { 'content-encoding': 'gzip' }));
  const chain = chainOf(only.url);
  await expect(chain.getBalance(someone)).rejects.toMatchObject({
    code: 'rpc-unavailable',
    message: "The RPC endpoint failed: chain 10: the endpoint's reply cannot be read: it cannot be decompressed.",
  });
  await expect(chain.sendRawTransaction('0x02')).rejects.toMatchObject({ kind: 'indeterminate' });
});

test('an endpoint that requests a pause gets one, also when it is the only one; transactions are still sent to it', async () => {
  using only = startRpcStub(status(429, '', { 'retry-after': '60' }));
  const chain = chainOf(only.url);
  await expect(chain.getBalance(someone)).rejects.toMatchObject({ code: 'rpc-rate-limited' });
  await expect(chain.getBalance(someone)).rejects.toThrow(/Wait (59|60) s/);
  expect(only.asked).toHaveLength(1);
  await expect(chain.sendRawTransaction('0x02')).rejects.toMatchObject({ kind: 'indeterminate' });
  expect(only.asked).toHaveLength(2);
});

test('an endpoint is paused for at most five minutes, whatever it requests', async () => {
  using only = startRpcStub(status(429, '', { 'retry-after': '9999999' }));
  const chain = chainOf(only.url);
  await expect(chain.getBalance(someone)).rejects.toMatchObject({ code: 'rpc-rate-limited' });
  await expect(chain.getBalance(someone)).rejects.toThrow(/Wait (299|300) s/);
});

describe('only one endpoint is asked when', () => {
  test.each([
    ['a contract refuses', 3, 'execution reverted: no'],
    ['a contract fails', -32_000, 'invalid opcode: INVALID'],
    ['there is no money', -32_000, 'insufficient funds for transfer'],
    ['the gas is too little for any node', -32_000, 'intrinsic gas too low'],
  ])('%s', async (_, code, message) => {
    using first = startRpcStub(() => error(code, message));
    using second = startRpcStub(() => ({ result: '0x5' }));
    await expect(chainOf(first.url, second.url).estimateGas({ to: someone })).rejects.toMatchObject({ kind: 'terminal' });
    expect(askedOf(second)).toEqual([]);
  });
});

test('a missing contract is checked at the next endpoint, and believed missing when all agree', async () => {
  using empty = startRpcStub(() => ({ result: '0x' }));
  using good = startRpcStub(() => ({ result: '0x60' }));
  expect(await chainOf(empty.url, good.url).call({ to: someone })).toBe('0x60');
  expect(await chainOf(empty.url, good.url).getCode(someone)).toBe('0x60');
  expect(await chainOf(empty.url, empty.url).getCode(someone)).toBe('0x');
});

test('a request that one endpoint refuses is sent to another, and the first keeps its place', async () => {
  using first = startRpcStub((method) => (method === 'eth_call' ? error(-32_602, 'too many arguments') : { result: '0x4' }));
  using second = startRpcStub(() => ({ result: '0x05' }));
  const chain = chainOf(first.url, second.url);
  expect(await chain.call({ to: someone })).toBe('0x05');
  expect(await chain.getBalance(someone)).toBe(4n);
});

describe('endpoints are asked in the order', () => {
  const health = () => {
    const [told, well]: [string[], string[]] = [[], []];
    const time = { ms: 0 };
    const made = createEndpointHealth(
      3,
      () => time.ms,
      ({ index, reason }) => void told.push(`${index} ${reason}`),
      ({ index, reason }) => void well.push(`${index} ${reason}`),
    );
    return { ...made, told, well, time };
  };

  test('that is configured, with those in trouble last, until their time is over or they answer', () => {
    const { order, fails, works, told, well, time } = health();
    expect(order()).toEqual([0, 1, 2]);
    fails(0, 'failing');
    expect(order()).toEqual([1, 2, 0]);
    time.ms = 2_000;
    expect(order()).toEqual([0, 1, 2]);
    fails(0, 'failing');
    time.ms = 5_999;
    expect(order()).toEqual([1, 2, 0]);
    works(0);
    expect(order()).toEqual([0, 1, 2]);
    works(0);
    expect([told, well]).toEqual([['0 failing', '0 failing'], ['0 failing']]);
  });

  test('without those that rest', () => {
    const { order, rests, restMs, time } = health();
    for (const index of [0, 1, 2]) rests(index, 1_000 * (index + 1));
    expect([order(), restMs()]).toEqual([[], 1_000]);
    time.ms = 2_000;
    expect(order()).toEqual([0, 1]);
  });

  test('with those last that lack blocks which others have shown', () => {
    const { order, sawHead, works, told, well, time } = health();
    sawHead(1, 100n);
    sawHead(0, 95n);
    expect(order()).toEqual([0, 1, 2]);
    time.ms = 15_000;
    sawHead(0, 99n);
    works(0);
    expect(order()).toEqual([1, 2, 0]);
    sawHead(0, 100n);
    expect(order()).toEqual([0, 1, 2]);
    sawHead(2, 90n);
    expect(order()).toEqual([0, 1, 2]);
    sawHead(0, 90n);
    expect(order()).toEqual([1, 0, 2]);
    expect([told, well]).toEqual([['0 behind', '2 behind', '0 behind'], ['0 behind']]);
  });
});

describe('sending', () => {
  test.each([
    ['a rate limit', inBody(429, -32_000, 'over rate limit')],
    ['a rate limit in a reply that is well', () => error(-32_016, 'over rate limit')],
    ['403 with a JSON-RPC body', inBody(403, -32_000, 'forbidden')],
    ['a method that is not served', () => error(-32_601, 'method not available')],
    ['HTML', text('<html>')],
  ])('%s is no answer about the bytes', async (_, answer) => {
    using node = startRpcStub(answer);
    await expect(chainOf(node.url).sendRawTransaction('0x02')).rejects.toMatchObject({ code: 'send-unknown' });
    expect(node.asked).toHaveLength(1);
  });
});

describe('a receipt', () => {
  const receipt = { transactionHash: HASH, from: someone, blockNumber: '0x2', blockHash: HASH, gasUsed: '0xa', status: '0x1', logs: [] };
  const read = async (told: object, transaction: object | null = null) => {
    using node = startRpcStub((method) => ({ result: method === 'eth_getTransactionReceipt' ? told : transaction }));
    return await chainOf(node.url).getReceipt(HASH);
  };
  const paid = async (told: object) => {
    const read1 = await read({ ...receipt, effectiveGasPrice: '0x3', ...told });
    return read1 === null ? null : gasPaid(read1);
  };

  test('without a block is of a transaction that is not mined', async () => {
    expect(await read({ ...receipt, blockNumber: null, blockHash: null })).toBeNull();
    expect(await read({ transactionHash: HASH })).toBeNull();
  });

  test('without a price has that of its transaction, or none', async () => {
    expect(await read({ ...receipt, gasPrice: '0x4' })).toMatchObject({ effectiveGasPrice: 4n });
    const transaction = { hash: HASH, from: someone, nonce: '0x0', gasPrice: '0x5' };
    expect(await read(receipt, transaction)).toMatchObject({ effectiveGasPrice: 5n });
    expect(await read({ ...receipt, effectiveGasPrice: null })).toMatchObject({ effectiveGasPrice: null });
  });

  test('without logs, gas, contract or a known type is read', async () => {
    const bare = { transactionHash: HASH, from: someone, blockNumber: '2', blockHash: HASH, status: 1, type: '0x7e' };
    expect(await read(bare)).toMatchObject({ status: 'success', blockNumber: 2, logs: [], gasUsed: null, contractAddress: null, to: null });
  });

  test('with a filter for logs, and none, is not believed: another endpoint is asked', async () => {
    const logsBloom = `0x${'0'.repeat(500)}4${'0'.repeat(11)}`;
    expect(await read({ ...receipt, logs: [], logsBloom: `0x${'0'.repeat(512)}` })).toMatchObject({ logs: [] });
    const lacking = { code: 'rpc-unavailable', kind: 'retryable' };
    await expect(read({ ...receipt, logs: [], logsBloom })).rejects.toMatchObject(lacking);
  });

  test('without a status tells by its events, or not at all', async () => {
    const log = { address: someone, topics: [HASH], data: '0x', logIndex: '0x0' };
    expect(await read({ ...receipt, status: undefined, logs: [log] })).toMatchObject({ status: 'success', logs: [{ blockNumber: 2 }] });
    await expect(read({ ...receipt, status: undefined })).rejects.toMatchObject({ kind: 'retryable' });
    expect(await read({ ...receipt, status: '0x0' })).toMatchObject({ status: 'reverted' });
  });

  test('of a rollup says all that was paid', async () => {
    expect(await paid({})).toBe(30n);
    expect(await paid({ l1Fee: '0x64' })).toBe(130n);
    expect(await paid({ l1Fee: '0x64', operatorFee: '0x5' })).toBe(135n);
    expect(await paid({ operatorFeeScalar: '0xf4240', operatorFeeConstant: '0x7' })).toBe(47n);
    expect(await paid({ operatorFeeScalar: '0x2', operatorFeeConstant: '0x7', daFootprintGasScalar: '0x1' })).toBe(2_037n);
    expect(await paid({ blobGasUsed: '0x2', blobGasPrice: '0x3' })).toBe(36n);
  });

  test('of another transaction is none', async () => {
    await expect(read({ ...receipt, transactionHash: `0x${'22'.repeat(32)}` })).rejects.toMatchObject({ code: 'rpc-unavailable' });
  });
});

test('a block whose time is decimal text is read', async () => {
  const block = { number: '0x1', hash: HASH, parentHash: HASH, timestamp: '1700000000' };
  using node = startRpcStub(() => ({ result: block }));
  expect(await chainOf(node.url).getBlock('latest')).toMatchObject({ timestampSec: 1_700_000_000, baseFeePerGas: null });
});
