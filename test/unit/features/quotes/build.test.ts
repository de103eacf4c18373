import { describe, expect, test } from 'bun:test';
import { OUTPUT_NOT_CONFIRMED } from '../../../../src/features/quotes/output-token.ts';
import type { ProviderQuote, QuoteRequest } from '../../../../src/features/quotes/provider.ts';
import type { QuoteInput } from '../../../../src/features/quotes/quote-input.ts';
import { overriddenInput } from '../../../../src/features/quotes/routes/quote-query.ts';
import { toBaseUnits } from '../../../../src/values/base-units.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { asAddress, asUnits } from '../../../support/branded.ts';
import { openQuoteBench, RELAYER, swap, USDC, WALLET, WETH } from './quote-bench.ts';
import { buildOf, quoteOf, ROUTER, stubProvider } from './stub-provider.ts';

const HALF_ETH = 500_000_000_000_000_000n;
const never = new AbortController().signal;

/** Creates the quote service with one provider that records the requests that it receives. */
async function openOne(options: { quote?: Partial<ProviderQuote>; later?: bigint; input?: Partial<typeof swap>; allowance?: bigint } = {}) {
  const asked: QuoteRequest[] = [];
  const one = stubProvider('one', {
    quote: async (request) => {
      asked.push(request);
      return quoteOf(asked.length === 1 ? HALF_ETH : (options.later ?? HALF_ETH), options.quote);
    },
  });
  const bench = await openQuoteBench({ providers: [one], ...(options.allowance === undefined ? {} : { allowance: options.allowance }) });
  const { metas } = await bench.all({ ...swap, ...options.input });
  const id = metas[0]?.id ?? '';
  const build = (overrides: Record<string, string> = {}) => bench.builds.build(id, (data) => overriddenInput(data, overrides), never);
  return { bench, asked, build };
}

describe('building a quote', () => {
  test('returns the transaction, the spender, and the data for the relayer', async () => {
    const { asked, build, bench } = await openOne();
    const built = await build();
    expect(built).toMatchObject({ tx: { to: ROUTER, data: '0x12345678', value: '0' }, spender: ROUTER, aggregator: 'one' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ sender: RELAYER, recipient: WALLET, wallet: WALLET });
    const { relayed } = built;
    expect(relayed).toMatchObject({
      relayer: RELAYER,
      from: WALLET,
      recipient: WALLET,
      fromToken: USDC,
      toToken: WETH,
      amountIn: 1_000_000_000n,
    });
    // The minimum output in the relayed transaction must be computed from the user's slippage. The relayer enforces it, even when the
    // provider already guarantees the same minimum.
    expect(relayed?.amountOutMin).toBe((HALF_ETH * 995n) / 1000n);
    const key = { chainId: 137, target: ROUTER, spender: ROUTER, data: '0x12345678', value: 0n, wallet: WALLET };
    expect(await bench.built.find(key)).toMatchObject({ wallet: WALLET, amountIn: '1000000000' });
    expect(await bench.built.find({ ...key, value: 1n })).toBeNull();
  });

  test('the relayer’s fee is subtracted before a provider is asked, and the wallet approves the whole amount', async () => {
    const asked: bigint[] = [];
    const one = stubProvider('one', {
      quote: async ({ amountIn }) => {
        asked.push(amountIn);
        return quoteOf(HALF_ETH);
      },
    });
    const bench = await openQuoteBench({ providers: [one], relayerFeeBps: 30 });
    const { metas } = await bench.all();
    expect(asked).toEqual([997_000_000n]);
    expect(metas[0]).toMatchObject({ fromAmount: '1000000000', fees: [{ name: 'Relayer fee', amount: '3000000', isIncluded: true }] });
    const built = await bench.builds.build(metas[0]?.id ?? '', (data) => overriddenInput(data, {}), never);
    expect(built.relayed).toMatchObject({ amountIn: 1_000_000_000n, value: 0n, sendValue: 0n });
    expect(built.approvals).toMatchObject([{ amount: '1000000000' }]);
    expect(asked).toHaveLength(1);
  });

  test('the wallet approves the relayer, exactly, with a reset where it is needed', async () => {
    const { build } = await openOne({ allowance: 0n });
    expect((await build()).approvals).toMatchObject([{ to: USDC, amount: '1000000000' }]);
    expect((await (await openOne({ allowance: 1_000_000_000n })).build()).approvals).toEqual([]);
  });

  test('a changed slippage or recipient asks the provider again', async () => {
    const { asked, build } = await openOne();
    await build({ slippage: '1' });
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ slippageBps: 100 });
    const built = await build({ recipient: '0x4444444444444444444444444444444444444444' });
    expect(built.relayed?.recipient).toBe(asAddress('0x4444444444444444444444444444444444444444'));
  });

  test('overrides are checked like any request', async () => {
    const { build } = await openOne();
    await expect(build({ slippage: '200' })).rejects.toMatchObject({ code: 'invalid-slippage' });
    await expect(build({ fromChainId: 'x' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(build({ toToken: USDC })).rejects.toMatchObject({ code: 'same-token' });
  });

  test('past the provider’s own expiry it is asked again, and a price that moved too far is refused', async () => {
    const expiresAtMs = Date.UTC(2026, 10, 28) + 30_000;
    const moved = await openOne({ quote: { expiresAtMs }, later: (HALF_ETH * 99n) / 100n });
    moved.bench.time.nowMs += 31_000;
    await expect(moved.build()).rejects.toMatchObject({ code: 'quote-moved', status: 409 });
    const held = await openOne({ quote: { expiresAtMs }, later: (HALF_ETH * 996n) / 1000n });
    held.bench.time.nowMs += 31_000;
    expect((await held.build()).amountOut).toBe(toBaseUnits((HALF_ETH * 996n) / 1000n));
  });

  test('a quote without a wallet is not built', async () => {
    const { build } = await openOne({ input: { srcWalletAddress: null } });
    await expect(build()).rejects.toMatchObject({ code: 'wallet-required', status: 400 });
    expect((await build({ srcWalletAddress: WALLET })).tx).not.toBeNull();
  });

  test('410 after 300 seconds, 400 for what is no id', async () => {
    const { bench, build } = await openOne();
    bench.time.nowMs += 300_001;
    await expect(build()).rejects.toMatchObject({ code: 'quote-expired', status: 410 });
    await expect(bench.builds.build('x', () => swap, never)).rejects.toMatchObject({ code: 'invalid-quote-id', status: 400 });
  });

  test('a trade record can be filled from a quote, and after the build from that', async () => {
    const { bench, build } = await openOne();
    const id = (await bench.all()).metas[0]?.id ?? '';
    expect(await bench.trades.find(id)).toMatchObject({
      type: 'swap',
      aggregator: 'one',
      amountIn: '1000000000',
      wallet: WALLET,
      reference: null,
    });
    const built = bench.builds.build(id, (data) => overriddenInput(data, { slippage: '1' }), never);
    expect((await built).aggregator).toBe('one');
    expect(await bench.trades.find(id)).toMatchObject({ fromToken: USDC, toToken: WETH, recipient: WALLET, reference: {} });
    expect(await bench.trades.find('00000000-0000-4000-8000-000000000000')).toBeNull();
    expect((await build()).aggregator).toBe('one');
  });

  test('a build with an unknown spender is refused', async () => {
    const one = stubProvider('one', {
      quote: async () => quoteOf(HALF_ETH),
      build: async (_request, quote) => buildOf(quote, { spender: null }),
    });
    const bench = await openQuoteBench({ providers: [one] });
    const { metas } = await bench.all();
    await expect(bench.builds.build(metas[0]?.id ?? '', () => swap, never)).rejects.toMatchObject({ code: 'provider-malformed-reply' });
  });

  test('the slippage counts once, from the shown output, and not again from a worse quote or build', async () => {
    const expiresAtMs = Date.UTC(2026, 10, 28) + 30_000;
    const { bench, build } = await openOne({ quote: { expiresAtMs }, later: (HALF_ETH * 996n) / 1000n });
    bench.time.nowMs += 31_000;
    const { relayed } = await build();
    expect(relayed?.amountOutMin).toBe((HALF_ETH * 995n) / 1000n);

    const worse = stubProvider('one', {
      quote: async () => quoteOf(HALF_ETH),
      build: async () => buildOf(quoteOf((HALF_ETH * 997n) / 1000n)),
    });
    const other = await openQuoteBench({ providers: [worse] });
    const { metas } = await other.all();
    const built = await other.builds.build(metas[0]?.id ?? '', () => swap, never);
    expect(built.relayed?.amountOutMin).toBe((HALF_ETH * 995n) / 1000n);
  });

  test('the same trade written in another way is held to the quote too', async () => {
    const { build } = await openOne({ later: (HALF_ETH * 9n) / 10n });
    await expect(build({ amount: '1000.0' })).rejects.toMatchObject({ code: 'quote-moved' });
    await expect(build({ fromToken: USDC.toUpperCase().replace('0X', '0x') })).rejects.toMatchObject({ code: 'quote-moved' });
  });

  test('a provider is not asked for a trade that it does not offer', async () => {
    const one = stubProvider('one', { quote: async () => quoteOf(HALF_ETH) });
    const { provider } = one;
    if (provider === null) throw new Error('The stub is on');
    const swapsOnly = { ...one, provider: { ...provider, supports: ({ kind }: QuoteRequest) => kind === 'swap' } };
    const bench = await openQuoteBench({ providers: [swapsOnly] });
    const id = (await bench.all()).metas[0]?.id ?? '';
    const toEthereum = { type: 'bridge', toChainId: '1', toToken: '0x0000000000000000000000000000000000000000' };
    const build = bench.builds.build(id, (data) => overriddenInput(data, toEthereum), never);
    await expect(build).rejects.toMatchObject({ code: 'aggregator-unsuitable', status: 422 });
  });

  describe('without a Relayer that measures the output', () => {
    const NATIVE = '0x0000000000000000000000000000000000000000';
    const toEthereum: QuoteInput = { ...swap, type: 'bridge', toChainId: 1, toToken: NATIVE };
    const bridging = async (quote: Partial<ProviderQuote>, build: Parameters<typeof buildOf>[1] = {}, input = toEthereum) => {
      const one = stubProvider('one', {
        quote: async () => quoteOf(HALF_ETH, quote),
        build: async (_request, quoted) => buildOf(quoted, build),
      });
      const bench = await openQuoteBench({ providers: [one] });
      const { metas, end } = await bench.all(input);
      return { bench, end, built: bench.builds.build(metas[0]?.id ?? crypto.randomUUID(), () => input, never) };
    };

    test('a provider that guarantees less than the slippage allows is refused, in a quote and in a build', async () => {
      const low = (HALF_ETH * 994n) / 1000n;
      const quoted = await bridging({ amountOutMin: low });
      expect(quoted.end.providers).toMatchObject([{ aggregator: 'one', ok: false, reason: 'minimum-too-low' }]);
      await expect(quoted.built).rejects.toMatchObject({ code: 'quote-expired' });
      await expect((await bridging({}, { amountOutMin: low })).built).rejects.toMatchObject({
        code: 'provider-minimum-too-low',
        status: 502,
      });
      // A minimum output that is one base unit lower because of rounding must be accepted.
      expect(await (await bridging({ amountOutMin: (HALF_ETH * 995n) / 1000n - 1n })).built).toMatchObject({ relayed: null });
    });

    test('a bridge may ask for its input and the fees that it declared, and for no wei more', async () => {
      const fee = { name: 'Protocol fee', amount: asUnits('7'), token: NATIVE_ADDRESS, usd: null, isIncluded: false };
      const fees = [fee, { ...fee, isIncluded: true }, { ...fee, token: USDC }];
      expect(await (await bridging({ fees }, { value: 7n })).built).toMatchObject({ tx: { value: '7' } });
      await expect((await bridging({ fees }, { value: 8n })).built).rejects.toMatchObject({ code: 'provider-mismatched-reply' });
      await expect((await bridging({}, { value: 1n })).built).rejects.toMatchObject({ code: 'provider-mismatched-reply' });
      const native = { ...toEthereum, fromToken: NATIVE };
      const spent = { value: 1_000n * 10n ** 18n, spender: null };
      expect(await (await bridging({ spender: null }, spent, native)).built).toMatchObject({ tx: { value: spent.value.toString() } });
      const less = { ...spent, value: spent.value - 1n };
      await expect((await bridging({ spender: null }, less, native)).built).rejects.toMatchObject({ code: 'provider-mismatched-reply' });
    });

    test('a warning says that the output token is not confirmed, unless the Relayer measures it', async () => {
      const warnings = [OUTPUT_NOT_CONFIRMED];
      const codes = ({ warnings: all }: { warnings: readonly { code: string }[] }) => all.map(({ code }) => code);
      expect(codes(await (await bridging({ warnings })).built)).toContain('output-token-not-confirmed');
      expect(codes(await (await bridging({ warnings }, {}, swap)).built)).not.toContain('output-token-not-confirmed');
    });
  });

  test('a record of a relayed trade has the minimum that the Relayer enforces', async () => {
    const one = stubProvider('one', { quote: async () => quoteOf(HALF_ETH, { amountOutMin: 1n }) });
    const bench = await openQuoteBench({ providers: [one] });
    const { metas } = await bench.all();
    const [id, amountOutMin] = [metas[0]?.id ?? '', ((HALF_ETH * 995n) / 1000n).toString()];
    expect(metas).toMatchObject([{ amountMin: amountOutMin }]);
    expect(await bench.trades.find(id)).toMatchObject({ amountOutMin, reference: null });
    expect(await bench.builds.build(id, () => swap, never)).toMatchObject({ amountOutMin });
    expect(await bench.trades.find(id)).toMatchObject({ amountOutMin, reference: {} });
  });

  test('a token’s transfer fee is shown with every quote: for the input of a sale, for the output of a purchase', async () => {
    const providers = ['one', 'two'].map((name) => stubProvider(name, { quote: async () => quoteOf(HALF_ETH) }));
    const usd = { [USDC]: '1', [WETH]: '2000' };
    const told = async (transferFees: Record<string, { buyBps: number; sellBps: number }>) =>
      (await (await openQuoteBench({ providers, usd, transferFees })).all()).metas.map(({ warnings }) =>
        warnings.filter(({ code }) => code === 'fee-on-transfer').map(({ message }) => message),
      );
    const of = (what: string) =>
      `${what} on each transfer. You receive less than the quote shows, and the trade may be refused because of the fee.`;
    const [input, output] = [of('USDC takes a fee of 1 %'), of('WETH takes a fee of 2.5 %')];
    expect(await told({ [USDC]: { buyBps: 0, sellBps: 100 }, [WETH]: { buyBps: 250, sellBps: 0 } })).toEqual([
      [input, output],
      [input, output],
    ]);
    expect(await told({ [USDC]: { buyBps: 100, sellBps: 0 }, [WETH]: { buyBps: 0, sellBps: 250 } })).toEqual([[], []]);
  });

  test('a large slippage gives a warning', async () => {
    const one = stubProvider('one', { quote: async () => quoteOf(HALF_ETH) });
    const bench = await openQuoteBench({ providers: [one], usd: { [USDC]: '1', [WETH]: '2000' } });
    const codes = async (slippage: string) => (await bench.all({ ...swap, slippage })).metas[0]?.warnings.map(({ code }) => code);
    expect(await codes('50')).toEqual(['high-slippage']);
    expect(await codes('5.01')).toEqual(['high-slippage']);
    expect(await codes('5')).toEqual([]);
  });

  test('a swap that wants more sent with it than its input is refused', async () => {
    const greedy = stubProvider('one', {
      quote: async () => quoteOf(HALF_ETH),
      build: async (_request, quote) => buildOf(quote, { value: 1n }),
    });
    const bench = await openQuoteBench({ providers: [greedy] });
    const id = (await bench.all()).metas[0]?.id ?? '';
    await expect(bench.builds.build(id, () => swap, never)).rejects.toMatchObject({ code: 'provider-mismatched-reply' });
  });

  test('an override that makes a bad trade of a quote is built with the warning that a quote would have', async () => {
    const one = stubProvider('one', { quote: async () => quoteOf(HALF_ETH) });
    const bench = await openQuoteBench({ providers: [one], usd: { [USDC]: '1', [WETH]: '2000' } });
    const id = (await bench.all()).metas[0]?.id ?? '';
    const build = (overrides: Record<string, string>) => bench.builds.build(id, (data) => overriddenInput(data, overrides), never);
    expect((await build({})).warnings).toEqual([]);
    expect((await build({ amount: '100000' })).warnings).toMatchObject([{ code: 'value-loss' }]);
    const unpriced = await openOne();
    expect((await unpriced.build()).warnings).toMatchObject([{ code: 'no-price' }]);
  });

  test('anonymous mode is recognized in every spelling', () => {
    expect(overriddenInput({ ...swap, exclude: null }, { anonymousMode: 'true' }).anonymousMode).toBe(true);
    for (const anonymousMode of ['TRUE', '1', 'yes', 'false', '', '0', ' true', 'true '])
      expect(overriddenInput({ ...swap, exclude: null }, { anonymousMode }).anonymousMode).toBe(false);
  });

  test('another wallet’s build of the same call does not prevent signing the first one', async () => {
    const { bench, build } = await openOne();
    const other = asAddress('0x5555555555555555555555555555555555555555');
    await build({ recipient: WALLET });
    await build({ recipient: WALLET, srcWalletAddress: other });
    const key = { chainId: 137, target: ROUTER, spender: ROUTER, data: '0x12345678', value: 0n };
    expect(await bench.built.find({ ...key, wallet: WALLET })).toMatchObject({ wallet: WALLET });
    expect(await bench.built.find({ ...key, wallet: other })).toMatchObject({ wallet: other });
  });

  test('nothing is built for a recipient that would lose the funds', async () => {
    const { build } = await openOne();
    const lost = ['0x0000000000000000000000000000000000000000', `0x${'Ee'.repeat(20)}`, USDC, WETH, RELAYER];
    for (const recipient of lost) await expect(build({ recipient })).rejects.toMatchObject({ code: 'invalid-recipient', status: 400 });
    await expect(build({ srcWalletAddress: lost[0] ?? '' })).rejects.toMatchObject({ code: 'invalid-wallet', status: 400 });
  });

  test('a bridge is sent by the wallet itself: what fails is refunded to the caller', async () => {
    const { asked, build } = await openOne({
      input: { type: 'bridge', toChainId: 1, toToken: '0x0000000000000000000000000000000000000000' },
    });
    expect(asked[0]).toMatchObject({ kind: 'bridge', sender: WALLET, recipient: WALLET });
    expect((await build()).relayed).toBeNull();
  });
});
