import { describe, expect, test } from 'bun:test';
import type { SendAnswer } from '../../../../src/platform/chain/chain.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { CoxswainError } from '../../../../src/values/errors/coxswain-error.ts';
import { startRpcStub } from './rpc-stub.ts';

const CHAIN_ID = 10;
const someone = parseAddress('0x00000000000000000000000000000000000000aa');
const RAW = '0x02';
const badGateway = () => new Response('bad gateway', { status: 502 });

/** Time limit in milliseconds for endpoints that never answer in this test. The others get a limit that suffices on a busy machine. */
const IMPATIENT_MS = 1_500;
const PATIENT_MS = 5_000;

function chainOf(...rpcUrls: string[]) {
  return chainWith(PATIENT_MS, rpcUrls);
}

function chainWith(requestTimeoutMs: number, rpcUrls: string[]) {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (message: string, fields?: object) => void warnings.push(`${message} ${JSON.stringify(fields)}`) };
  const chains = createChains({ networks: [{ chainId: CHAIN_ID, rpcUrls }], log, abis: [], requestTimeoutMs, readRetries: 1 });
  return { chain: chains.of(CHAIN_ID), warnings };
}

async function failureOf(work: Promise<unknown>): Promise<CoxswainError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CoxswainError) return error;
  throw new Error('expected one of our errors', { cause: error });
}

test('an endpoint that fails for an hour is logged a few times, and once when it answers again', async () => {
  let [nowMs, isAway] = [0, true];
  using endpoint = startRpcStub(() => (isAway ? badGateway() : { result: '0xa' }));
  const lines: [string, object][] = [];
  const keep = (message: string, fields: object = {}) => void lines.push([message, fields]);
  const networks = [{ chainId: CHAIN_ID, rpcUrls: [endpoint.url] }];
  const log = { warn: keep, info: keep, error: keep };
  const chain = createChains({ networks, log, abis: [], readRetries: 0, stopwatch: () => nowMs }).of(CHAIN_ID);
  for (let minute = 0; minute < 60; minute += 1, nowMs += 60_000) await failureOf(chain.getBalance(someone));
  expect(lines.length).toBe(6);
  isAway = false;
  await chain.getBalance(someone);
  expect(lines.slice(6)).toEqual([['An RPC endpoint is used again', expect.objectContaining({ chainId: CHAIN_ID, reason: 'failing' })]]);
});

describe('reads', () => {
  test('go to the next endpoint when one fails or does not answer in time', async () => {
    using broken = startRpcStub(badGateway);
    using silent = startRpcStub(() => null);
    using good = startRpcStub(() => ({ result: '0x7' }));
    expect(await chainWith(IMPATIENT_MS, [broken.url, silent.url, good.url]).chain.getBlockNumber()).toBe(7);
    expect(silent.asked.length).toBeGreaterThan(0);
  });

  test('are tried again by the same endpoint', async () => {
    let calls = 0;
    using flaky = startRpcStub(() => {
      calls += 1;
      return calls === 1 ? badGateway() : { result: '0x7' };
    });
    expect(await chainOf(flaky.url).chain.getBlockNumber()).toBe(7);
  });

  test('never give a cached head', async () => {
    let head = 0;
    using growing = startRpcStub(() => {
      head += 1;
      return { result: `0x${head}` };
    });
    const { chain } = chainOf(growing.url);
    expect([await chain.getBlockNumber(), await chain.getBlockNumber()]).toEqual([1, 2]);
  });

  test('fail as retryable when nothing answers, with a code that says how', async () => {
    using broken = startRpcStub(badGateway);
    using silent = startRpcStub(() => null);
    using limited = startRpcStub(() => new Response('slow down', { status: 429 }));
    expect(await failureOf(chainOf(broken.url).chain.getBlockNumber())).toMatchObject({ kind: 'retryable', code: 'rpc-unavailable' });
    expect(await failureOf(chainWith(IMPATIENT_MS, [silent.url]).chain.getBlockNumber())).toMatchObject({
      kind: 'retryable',
      code: 'rpc-timeout',
    });
    expect(await failureOf(chainOf(limited.url).chain.getBlockNumber())).toMatchObject({ kind: 'retryable', code: 'rpc-rate-limited' });
  });

  test('a final refusal is terminal, and is not repeated', async () => {
    using strict = startRpcStub(() => ({ error: { code: -32602, message: 'invalid params' } }));
    expect(await failureOf(chainOf(strict.url).chain.getBalance(someone))).toMatchObject({ kind: 'terminal', code: 'rpc-refused' });
    expect(strict.asked).toHaveLength(1);
  });

  test('a log range that is too wide has its own code', async () => {
    using strict = startRpcStub(() => ({ error: { code: -32005, message: 'query returned more than 10000 results' } }));
    const asked = chainOf(strict.url).chain.getLogs({ address: someone, fromBlock: 0, toBlock: 9 });
    expect(await failureOf(asked)).toMatchObject({ kind: 'terminal', code: 'log-range-too-large' });
  });

  test('that must agree come from one endpoint, and start again on the next', async () => {
    using first = startRpcStub((method) => (method === 'eth_blockNumber' ? { result: '0x1' } : badGateway()));
    using second = startRpcStub((method) => (method === 'eth_blockNumber' ? { result: '0x2' } : { result: '0x5' }));
    const { chain, warnings } = chainOf(first.url, second.url);
    const read = await chain.onOneEndpoint(async (reads) => [await reads.getBlockNumber(), await reads.getNonce(someone, 'latest')]);
    expect(read).toEqual([2, 5]);
    expect(warnings).toHaveLength(1);
    expect(warnings.join()).not.toContain('secret-key');
  });
});

describe('sending', () => {
  const refusing = (message: string) => () => ({ error: { code: -32000, message } });

  test('hands the bytes to every endpoint once, and takes the best answer', async () => {
    using full = startRpcStub(refusing('txpool is full'));
    using good = startRpcStub(() => ({ result: `0x${'11'.repeat(32)}` }));
    expect(await chainOf(full.url, good.url).chain.sendRawTransaction(RAW)).toEqual({ kind: 'accepted' });
    expect([full.asked, good.asked]).toEqual([['eth_sendRawTransaction'], ['eth_sendRawTransaction']]);
  });

  test('is never repeated automatically, and reports an unknown outcome', async () => {
    using silent = startRpcStub(() => null);
    using broken = startRpcStub(badGateway);
    const { chain, warnings } = chainWith(IMPATIENT_MS, [silent.url, broken.url]);
    expect(await failureOf(chain.sendRawTransaction(RAW))).toMatchObject({ kind: 'indeterminate', code: 'send-unknown' });
    expect([silent.asked.length, broken.asked.length]).toEqual([1, 1]);
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).not.toContain('secret-key');
  });

  const answers: [message: string, kind: SendAnswer['kind']][] = [
    ['already known', 'already-known'],
    ['transaction already imported', 'already-known'],
    ['AlreadyKnown', 'already-known'],
    ['Known transaction', 'already-known'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonce-too-low'],
    ['OldNonce, Current nonce: 5, nonce of rejected tx: 4', 'nonce-too-low'],
    ['nonce too high', 'nonce-too-high'],
    ['replacement transaction underpriced', 'underpriced'],
    ['transaction underpriced: tip needed 1, tip permitted 0', 'underpriced'],
    ['max fee per gas less than block base fee', 'underpriced'],
    ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
    ['intrinsic gas too low', 'refused'],
  ];
  for (const [message, kind] of answers) {
    test(`"${message}" is the answer ${kind}`, async () => {
      using node = startRpcStub(refusing(message));
      expect((await chainOf(node.url).chain.sendRawTransaction(RAW)).kind).toBe(kind);
    });
  }

  test('a signer without funds has its own code', async () => {
    using node = startRpcStub(refusing('insufficient funds for gas * price + value: balance 5, tx cost 9'));
    expect(await chainOf(node.url).chain.sendRawTransaction(RAW)).toMatchObject({ kind: 'refused', code: 'insufficient-funds' });
  });
});

describe('fees', () => {
  const block = (baseFeePerGas: string | undefined) => ({
    result: {
      number: '0x1',
      hash: `0x${'11'.repeat(32)}`,
      parentHash: `0x${'00'.repeat(32)}`,
      timestamp: '0x1',
      baseFeePerGas,
      transactions: [],
    },
  });

  test('are twice the base fee and the tip', async () => {
    using node = startRpcStub((method) => (method === 'eth_maxPriorityFeePerGas' ? { result: '0x2' } : block('0xa')));
    expect(await chainOf(node.url).chain.estimateFees()).toEqual({ kind: 'eip1559', maxFeePerGas: 22n, maxPriorityFeePerGas: 2n });
  });

  test('leave out a suggested tip far above what recent blocks paid', async () => {
    const gwei = (count: number) => `0x${(BigInt(count) * 10n ** 9n).toString(16)}`;
    const tipOf = async (paid: readonly number[] | null) => {
      using node = startRpcStub((method) => {
        if (method === 'eth_maxPriorityFeePerGas') return { result: gwei(99) };
        if (method !== 'eth_feeHistory') return block('0xa');
        if (paid === null) return { error: { code: -32601, message: 'method not found' } };
        const gasUsedRatio = paid.map((tip) => (tip === 0 ? 0 : 0.5));
        return { result: { oldestBlock: '0x1', baseFeePerGas: ['0xa'], gasUsedRatio, reward: paid.map((tip) => [gwei(tip)]) } };
      });
      const fees = await chainOf(node.url).chain.estimateFees();
      return fees.kind === 'legacy' ? null : Number(fees.maxPriorityFeePerGas / 10n ** 9n);
    };
    // The node suggests a tip of 99. The recent blocks show lower usual tips and only single high ones, so the suggestion must not be used.
    expect(await tipOf([2, 99])).toBe(2);
    expect(await tipOf([0, 0, 0, 5, 99, 4, 0])).toBe(5);
    // The suggested tip of 99 must be used here: either recent transactions pay similar tips, or their tips are unknown.
    expect(await tipOf([60, 99, 40, 50])).toBe(99);
    expect(await tipOf([0, 0])).toBe(99);
    expect(await tipOf(null)).toBe(99);
  });

  test('have no tip where nobody pays one, and at most the base fee where nobody knows', async () => {
    const tipOf = async (baseFee: string, paid: readonly string[] | null) => {
      using node = startRpcStub((method) => {
        if (method === 'eth_maxPriorityFeePerGas') return { result: '0x0' };
        if (method !== 'eth_feeHistory') return block(baseFee);
        if (paid === null) return { error: { code: -32601, message: 'method not found' } };
        return {
          result: { oldestBlock: '0x1', baseFeePerGas: ['0xa'], gasUsedRatio: paid.map(() => 0.5), reward: paid.map((tip) => [tip]) },
        };
      });
      const fees = await chainOf(node.url).chain.estimateFees();
      return fees.kind === 'legacy' ? null : fees.maxPriorityFeePerGas;
    };
    // On Arbitrum the base fee is a hundredth of a gwei, and the usual minimum tip would be far too high.
    expect(await tipOf('0x989680', ['0x0', '0x0'])).toBe(0n);
    expect(await tipOf('0x989680', null)).toBe(10_000_000n);
    expect(await tipOf('0x989680', ['0x1', '0x5'])).toBe(1n);
    expect(await tipOf('0x174876e800', null)).toBe(1_000_000_000n);
  });

  test('are the gas price and a tenth on a chain without EIP-1559', async () => {
    using node = startRpcStub((method) => (method === 'eth_gasPrice' ? { result: '0x64' } : block(undefined)));
    expect(await chainOf(node.url).chain.estimateFees()).toEqual({ kind: 'legacy', gasPrice: 110n });
  });
});

describe('networks', () => {
  const create = (chainId: number, rpcUrls: string[]) => () => createChains({ networks: [{ chainId, rpcUrls }], log: silentLog, abis: [] });

  test('that cannot work are refused at start', () => {
    expect(create(102, ['http://127.0.0.1:1'])).toThrow('not the id of an EVM chain');
    expect(create(1, [])).toThrow('no RPC endpoint');
    expect(create(1, ['ws://127.0.0.1:1'])).toThrow('http(s)');
  });

  test('that are not configured are named', async () => {
    const chains = createChains({ networks: [], log: silentLog, abis: [] });
    expect(() => chains.of(56)).toThrow('RPC_56');
    expect(chains.has(56)).toBe(false);
  });
});
