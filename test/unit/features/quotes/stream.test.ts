import { describe, expect, test } from 'bun:test';
import { createGatherQuotes } from '../../../../src/features/quotes/gather-quotes.ts';
import type { TransferFee } from '../../../../src/market/routes/transfer-fees.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { asUnits } from '../../../support/branded.ts';
import { openQuoteBench, swap, USDC, WETH } from './quote-bench.ts';
import { quoteOf, ROUTER, stubProvider } from './stub-provider.ts';

const HALF_ETH = 500_000_000_000_000_000n;

describe('the quote stream', () => {
  test('sends each quote as it arrives, then an end with the result of each provider', async () => {
    const slow = Promise.withResolvers<void>();
    const bench = await openQuoteBench({
      providers: [
        stubProvider('slow', { quote: () => slow.promise.then(() => quoteOf(HALF_ETH)) }),
        stubProvider('fast', { quote: async () => quoteOf(HALF_ETH + 1n) }),
        stubProvider('broken', { quote: () => Promise.reject(new ProviderFailure('no-route', 'none')) }),
      ],
    });
    const stream = bench.quotes.stream(await bench.quotes.open(swap), new AbortController().signal);
    const first = await stream.next();
    expect(first.value).toMatchObject({
      kind: 'quote',
      meta: { aggregator: 'fast', amount: String(HALF_ETH + 1n), fromAmount: '1000000000' },
    });
    slow.resolve();
    expect((await stream.next()).value).toMatchObject({ kind: 'quote', meta: { aggregator: 'slow' } });
    const end = await stream.next();
    expect(end.value).toMatchObject({ kind: 'end', count: 2 });
    expect(end.value?.kind === 'end' && [...end.value.providers].sort((a, b) => (a.aggregator < b.aggregator ? -1 : 1))).toMatchObject([
      { aggregator: 'broken', ok: false, reason: 'no-route' },
      { aggregator: 'fast', ok: true },
      { aggregator: 'slow', ok: true },
    ]);
    expect((await stream.next()).done).toBe(true);
    expect(bench.stats.all().broken?.outcomes).toEqual({ 'no-route': 1 });
  });

  test('a quote is in the cache when it is given, as data, meta and restProps, for 300 seconds', async () => {
    const bench = await openQuoteBench({ providers: [stubProvider('one', { quote: async () => quoteOf(HALF_ETH) })] });
    const { metas } = await bench.all();
    const id = metas[0]?.id ?? '';
    const kept = await bench.book.find(id);
    expect(Object.keys(kept ?? {}).sort()).toEqual(['data', 'meta', 'restProps']);
    expect(kept?.meta).toEqual(JSON.parse(JSON.stringify(metas[0])));
    expect(kept?.data).toMatchObject({ amount: '1000', fromToken: USDC });
    bench.time.nowMs += 299_999;
    expect(await bench.book.find(id)).not.toBeNull();
    bench.time.nowMs += 1;
    await expect(bench.book.require(id)).rejects.toMatchObject({ code: 'quote-expired', status: 410 });
  });

  test('a provider that takes too long is timed out, and its call is aborted', async () => {
    let cut = false;
    const bench = await openQuoteBench({
      providerTimeoutMs: 20,
      providers: [
        stubProvider('hangs', {
          quote: (_request, signal) => {
            signal.addEventListener('abort', () => {
              cut = true;
            });
            return new Promise(() => {});
          },
        }),
        stubProvider('one', { quote: async () => quoteOf(HALF_ETH) }),
      ],
    });
    const { end } = await bench.all();
    expect(end.count).toBe(1);
    expect(end.providers.find(({ aggregator }) => aggregator === 'hangs')).toMatchObject({ ok: false, reason: 'timeout' });
    expect(cut).toBe(true);
  });

  test('the whole stream has a time limit', async () => {
    const bench = await openQuoteBench({ totalTimeoutMs: 20, providers: [stubProvider('hangs', { quote: () => new Promise(() => {}) })] });
    expect((await bench.all()).end).toMatchObject({ count: 0, providers: [{ reason: 'timeout' }] });
  });

  test('every call is aborted when the client disconnects', async () => {
    const aborted: string[] = [];
    const asked = Promise.withResolvers<void>();
    let calls = 0;
    const hangs = (name: string) =>
      stubProvider(name, {
        quote: (_request, signal) => {
          signal.addEventListener('abort', () => aborted.push(name));
          calls += 1;
          if (calls === 2) asked.resolve();
          return new Promise(() => {});
        },
      });
    const bench = await openQuoteBench({ providers: [hangs('a'), hangs('b')] });
    const leaving = new AbortController();
    const all = bench.all(swap, leaving.signal);
    await asked.promise;
    leaving.abort();
    const { end } = await all;
    expect(aborted.sort()).toEqual(['a', 'b']);
    expect(end.providers.map(({ reason }) => reason)).toEqual(['cancelled', 'cancelled']);
  });

  test('leaves out the default providers, those that the caller names, or all but the private one', async () => {
    const names = ['across', 'debridge', 'squid', 'openocean', 'lifi', 'changenow', 'cow'];
    const bench = await openQuoteBench({ providers: names.map((name) => stubProvider(name, { quote: async () => quoteOf(HALF_ETH) })) });
    const asked = async (input: Partial<typeof swap>) =>
      (await bench.all({ ...swap, ...input })).metas.map(({ aggregator }) => aggregator).sort();
    expect(await asked({})).toEqual(['changenow', 'cow', 'lifi']);
    expect(await asked({ exclude: [] })).toEqual([...names].sort());
    expect(await asked({ exclude: ['lifi'] })).toEqual(names.filter((name) => name !== 'lifi').sort());
    expect(await asked({ type: 'bridge' })).toEqual(names.filter((name) => name !== 'cow').sort());
    expect(await asked({ anonymousMode: true, exclude: ['changenow'] })).toEqual(['changenow']);
  });

  test('a provider that is implemented but not registered is never used', async () => {
    const bench = await openQuoteBench({ providers: [stubProvider('old', { quote: async () => quoteOf(HALF_ETH), isRegistered: false })] });
    expect((await bench.all()).end).toEqual({ kind: 'end', count: 0, providers: [] });
  });

  test('a quote shows prices, and an output that is a hundred times too high is refused', async () => {
    const bench = await openQuoteBench({
      usd: { [USDC]: '1', [WETH]: '2000' },
      providers: [
        stubProvider('fair', { quote: async () => quoteOf(HALF_ETH) }),
        stubProvider('liar', { quote: async () => quoteOf(HALF_ETH * 100n) }),
        stubProvider('poor', { quote: async () => quoteOf(HALF_ETH / 100n) }),
      ],
    });
    const { metas, end } = await bench.all();
    expect(metas.find(({ aggregator }) => aggregator === 'fair')).toMatchObject({ usdAmount: '1000.000000', warnings: [] });
    expect(metas.find(({ aggregator }) => aggregator === 'poor')?.warnings.map(({ code }) => code)).toEqual(['value-loss']);
    expect(end.providers.find(({ aggregator }) => aggregator === 'liar')).toMatchObject({ ok: false, reason: 'implausible-output' });
  });

  test('a spender that is not pinned is refused', async () => {
    const pinned = { everywhere: [] };
    const bench = await openQuoteBench({
      providers: [stubProvider('taken-over', { quote: async () => quoteOf(HALF_ETH), traits: { spenders: pinned } })],
    });
    expect((await bench.all()).end).toMatchObject({ count: 0, providers: [{ reason: 'unpinned-contract' }] });
  });

  test('net value is after gas and additional fees', async () => {
    const fee = { name: 'Bridge', amount: asUnits('1'), token: null, usd: '0.5' };
    const bench = await openQuoteBench({
      usd: { [USDC]: '1', [WETH]: '2000' },
      providers: [
        stubProvider('one', {
          quote: async () =>
            quoteOf(HALF_ETH, {
              gasUsd: '2',
              fees: [
                { ...fee, isIncluded: false },
                { ...fee, isIncluded: true },
              ],
            }),
        }),
      ],
    });
    expect((await bench.all()).metas[0]).toMatchObject({ usdAmount: '1000.000000', netUsd: '997.500000' });
  });

  test('the cost of gas includes what a rollup charges for the data', async () => {
    const providers = [stubProvider('one', { quote: async () => quoteOf(HALF_ETH, { gas: 100_000n, gasUsd: null }) })];
    const costOf = async (dataFees?: { gas: bigint; wei: bigint }) => {
      const bench = await openQuoteBench({
        usd: { [USDC]: '1', [WETH]: '2000', [NATIVE_ADDRESS]: '2000' },
        providers,
        ...(dataFees && { dataFees }),
      });
      return (await bench.all()).metas[0]?.gasUsd;
    };
    // 234,000 gas (with the relayer and an approval) at 1 gwei are 0.000234 coins.
    expect(Number(await costOf())).toBeCloseTo(0.468, 5);
    expect(Number(await costOf({ gas: 50_000n, wei: 10n ** 14n }))).toBeCloseTo(0.768, 5);
  });

  test('the gas is that of the whole trade: the provider’s call, the relayer, and an approval that is still needed', async () => {
    const costs = async (options: { allowance: bigint; input?: string; gasUsd?: string; refusesAllowanceChange?: boolean }) => {
      const { input = USDC, gasUsd = null, ...others } = options;
      const quote = async () => quoteOf(HALF_ETH, { gas: 100_000n, gasUsd, spender: input === USDC ? ROUTER : null });
      const usd = { [USDC]: '1', [WETH]: '2000', [NATIVE_ADDRESS]: '2000' };
      const bench = await openQuoteBench({ usd, providers: [stubProvider('one', { quote })], ...others });
      const [meta] = (await bench.all({ ...swap, fromToken: input, amount: input === USDC ? '1000' : '0.5' })).metas;
      return [meta?.gas, Number(meta?.gasUsd), Math.round((1000 - Number(meta?.netUsd)) * 1e6) / 1e6];
    };
    const approved = { allowance: 10n ** 18n };
    expect(await costs(approved)).toEqual(['188000', 0.376, 0.376]);
    expect(await costs({ allowance: 0n })).toEqual(['234000', 0.468, 0.468]);
    expect(await costs({ allowance: 5n, refusesAllowanceChange: true })).toEqual(['263000', 0.526, 0.526]);
    expect(await costs({ ...approved, input: NATIVE_ADDRESS })).toEqual(['176000', 0.352, 0.352]);
    // A cost that the provider states is the cost of its own call.
    expect(await costs({ ...approved, gasUsd: '2' })).toEqual(['188000', 2.176, 2.176]);
  });

  test('an offer that a fee on transfer is certain to make fail says so, and is not gathered', async () => {
    const providers = [stubProvider('one', { quote: async () => quoteOf(HALF_ETH) })];
    const gathered = async (transferFees: Readonly<Record<string, TransferFee>>, slippage = '0.5') => {
      const { quotes } = await openQuoteBench({ providers, usd: { [USDC]: '1', [WETH]: '2000' }, transferFees });
      const gather = createGatherQuotes({ quotes, timers: { after: () => () => {} } });
      const { offers, without, whyRefused } = await gather({ ...swap, slippage }, new AbortController().signal);
      return { offers: offers.length, without, whyRefused };
    };
    const refused = { offers: 0, without: [{ aggregator: 'one', reason: 'would-fail' }] };
    expect(await gathered({ [USDC]: { buyBps: 0, sellBps: 100 } })).toEqual({
      ...{ ...refused, whyRefused: expect.stringContaining('because of its fee less USDC arrives') },
    });
    expect(await gathered({ [WETH]: { buyBps: 100, sellBps: 0 } })).toEqual({
      ...{ ...refused, whyRefused: expect.stringContaining('the fee takes more of the WETH than the slippage of 0.5 % allows') },
    });
    expect(await gathered({ [WETH]: { buyBps: 100, sellBps: 0 } }, '1')).toEqual({ offers: 1, without: [], whyRefused: null });
    expect(await gathered({ [USDC]: { buyBps: 100, sellBps: 0 } })).toMatchObject({ offers: 1 });
  });

  test('says whether the wallet has to approve our relayer, and to reset before', async () => {
    const providers = [stubProvider('one', { quote: async () => quoteOf(HALF_ETH) })];
    const need = async (options: { allowance: bigint; refusesAllowanceChange?: boolean }) => {
      const { metas } = await (await openQuoteBench({ providers, ...options })).all();
      return [metas[0]?.needsApproval, metas[0]?.approvalReset];
    };
    expect(await need({ allowance: 0n })).toEqual([true, false]);
    expect(await need({ allowance: 5n })).toEqual([true, false]);
    expect(await need({ allowance: 5n, refusesAllowanceChange: true })).toEqual([true, true]);
    expect(await need({ allowance: 10n ** 18n })).toEqual([false, false]);
  });
});

describe('requests that cannot be quoted', () => {
  const refused: [string, Partial<typeof swap>, string, number][] = [
    ['an unknown chain', { fromChainId: 999_999, toChainId: 999_999 }, 'chain-not-found', 404],
    ['an unknown destination chain', { toChainId: 999_999, type: 'bridge' }, 'chain-not-found', 404],
    ['an unknown source token', { fromToken: '0x9999999999999999999999999999999999999999' }, 'from-token-not-found', 404],
    ['an unknown destination token', { toToken: 'nonsense' }, 'to-token-not-found', 404],
    ['a swap between chains', { toChainId: 1, toToken: '0x0000000000000000000000000000000000000000' }, 'chains-differ', 400],
    ['a token for itself', { toToken: USDC }, 'same-token', 400],
    ['nothing', { amount: '0' }, 'amount-too-small', 400],
    ['less than the smallest unit', { amount: '0.0000001' }, 'amount-too-small', 400],
    ['an exponent', { amount: '1e3' }, 'invalid-amount', 400],
    ['slippage over 100 %', { slippage: '101' }, 'invalid-slippage', 400],
    ['an odd wallet', { srcWalletAddress: '0x12' }, 'invalid-address', 400],
    ['an odd recipient', { dstWalletAddress: '0x12' }, 'invalid-address', 400],
  ];
  test.each(refused)('%s', async (_what, input, code, status) => {
    const bench = await openQuoteBench({ providers: [] });
    await expect(bench.quotes.open({ ...swap, ...input })).rejects.toMatchObject({ code, status });
  });

  test('a slippage of 0 stays 0', async () => {
    const bench = await openQuoteBench({ providers: [] });
    expect((await bench.quotes.open({ ...swap, slippage: '0' })).request.slippageBps).toBe(0);
  });

  test('a disconnect is reported at once, and the started work when it has ended', async () => {
    const reads = Promise.withResolvers<void>();
    const bench = await openQuoteBench({
      providers: [stubProvider('chain', { quote: () => reads.promise.then(() => quoteOf(HALF_ETH)) })],
    });
    const leaving = new AbortController();
    let isIdle = false;
    const idle = Promise.withResolvers<void>();
    const stream = bench.quotes.stream(await bench.quotes.open(swap), leaving.signal, () => {
      isIdle = true;
      idle.resolve();
    });
    const first = stream.next();
    leaving.abort();
    expect((await first).value).toMatchObject({ kind: 'end', count: 0 });
    await stream.next();
    expect(isIdle).toBe(false);
    reads.resolve();
    await idle.promise;
  });
});
