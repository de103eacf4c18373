import * as v from 'valibot';
import { callProvider } from '../../platform/http-client/call-provider.ts';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { type Address, type ChainAddress, parseAddress } from '../../values/address.ts';
import { type BaseUnits, toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { isNative, NATIVE_ADDRESS } from '../../values/native.ts';
import { minOutputAt } from '../../values/slippage-bps.ts';
import type { TradeToRelay } from '../relayer/meta-transaction.ts';
import type { ApprovalCall, Approvals } from './approvals.ts';
import type { BuiltTransactions } from './built-transactions.ts';
import type { Quotes } from './create-quotes.ts';
import { heldMinimum } from './held-minimum.ts';
import { type QuoteTerms, requireMinimum } from './judge-quote.ts';
import { checkPinned, type TrustedContracts } from './pinned-contracts.ts';
import type { Build, BuiltTransaction, ProviderQuote, QuoteFee, QuoteProvider, QuoteToken, QuoteWarning } from './provider.ts';
import { type QuoteInput, quoteInputAsJson } from './quote-input.ts';
import type { CachedQuote, QuoteRepository } from './quote-repository.ts';
import type { QuotedTrades } from './quoted-trades.ts';
import type { RegisteredProvider } from './registry.ts';
import type { QuoteResolver, ResolvedQuote } from './resolve-quote.ts';
import { quoteFromJson } from './stored-quote.ts';

/**
 * A built quote as clients see it (API specification, "Build, sign, relayer data"). The specification contains only the fields `tx`,
 * `spender` and `metaData`.
 */
export type BuiltSwap = {
  /** The transaction; null for providers that broadcast trades themselves. */
  readonly tx: { readonly to: Address; readonly data: string; readonly value: string } | null;
  readonly spender: Address | null;
  readonly metaData?: JsonObject;
  readonly aggregator: string;
  readonly chainId: number;
  /** The output amount in base units. */
  readonly amountOut: BaseUnits;
  /**
   * The minimum output of the trade in base units. It is guaranteed by the Relayer contract when the trade goes through it, otherwise by
   * the provider.
   */
  readonly amountOutMin: BaseUnits;
  /** Time until which the build is valid, ISO 8601; null when it does not expire. */
  readonly expiresAt: string | null;
  /** The approvals that the wallet must send before the trade, in this order; null when the wallet's allowance cannot be read. */
  readonly approvals: readonly ApprovalCall[] | null;
  /** The trade in the form of the body of `POST /defi/sign`; null when the wallet sends `tx` itself. */
  readonly relayed: TradeToRelay | null;
  /** The data by which the status of the trade can be looked up later. */
  readonly reference: JsonObject;
  /**
   * Warnings about the trade, like those of a quote. They are determined again for the build, because parameters that the client has
   * changed may have made the trade worse.
   */
  readonly warnings: readonly QuoteWarning[];
};

/** The quote to build, and the output amount that the client was shown for the quote. */
type CurrentQuote = {
  readonly quote: ProviderQuote;
  /** The output amount that the client was shown for this trade. The allowed slippage is measured from this amount. */
  readonly promised: bigint;
  readonly warnings: readonly QuoteWarning[];
};

const shownSchema = v.object({ warnings: v.array(v.object({ code: v.string(), message: v.string() })) });

export type Builds = {
  /**
   * Builds the transaction of a cached quote, with `overrides` applied to its request.
   * @param read parses the cached data merged with the overrides; throws when they are invalid
   * @throws TerminalError 410 `quote-expired`; 400 `wallet-required`; 409 `quote-moved` when the provider now offers less than the slippage
   * allows; 422 `aggregator-gone`, `aggregator-unsuitable`; ProviderFailure 502
   */
  build(id: string, read: (data: JsonObject) => QuoteInput, signal: AbortSignal): Promise<BuiltSwap>;
};

/**
 * Minimum remaining lifetime of a quote in ms. A quote with less time left is requested again before a build, because the wallet still has
 * to sign and send the transaction.
 */
const LEAST_LEFT_MS = 5_000;

export function createBuilds(deps: {
  providers: readonly RegisteredProvider[];
  resolver: QuoteResolver;
  quotes: Quotes;
  repository: QuoteRepository;
  built: BuiltTransactions;
  trades: QuotedTrades;
  approvals: Approvals;
  trusted: TrustedContracts;
  providerTimeoutMs: number;
  clock: Clock;
  /** Called for each transaction that was built, with the name of the provider. */
  onBuilt?: (provider: string) => void;
}): Builds {
  const { resolver, quotes, repository, built, trades, approvals, trusted, providerTimeoutMs, clock } = deps;
  const byName = new Map(deps.providers.map((entry) => [entry.traits.name, entry.provider]));

  return {
    async build(id, read, signal) {
      const cached = await repository.require(id);
      const input = read(cached.data);
      const resolved = await resolver.resolve(input);
      if (!resolved.request.isBuildable) {
        throw new TerminalError({
          code: 'wallet-required',
          message:
            'Building a transaction needs srcWalletAddress, and dstWalletAddress when the target chain has another address form. Add them to the query.',
          status: 400,
        });
      }
      const provider = providerOf(String(cached.meta.aggregator));
      refuseUnsupported(provider, resolved);
      const current = await currentQuote(provider, resolved, cached, signal);
      const { quote, promised } = current;
      const made = await callProvider(provider.traits.name, { timeoutMs: providerTimeoutMs, signal }, (own) =>
        provider.build(resolved.request, quote, own),
      );
      check(provider, resolved, quote, made);
      // The output of the new quote is compared with the output that the client was shown. If the slippage were only subtracted from the
      // new output, the client could lose up to twice the slippage.
      refuseWorse(resolved, promised, made.amountOut);
      const amountOutMin = heldMinimum(termsOf(resolved, made), made, promised);
      await trades.rememberBuild(id, provider.traits.name, resolved, { ...made, amountOutMin });
      deps.onBuilt?.(provider.traits.name);
      return await presented(provider, resolved, made, amountOutMin, current.warnings);
    },
  };

  function providerOf(name: string): QuoteProvider {
    const provider = byName.get(name);
    if (provider != null) return provider;
    throw new TerminalError({
      code: 'aggregator-gone',
      message: `The aggregator ${name} is no longer available. Request new quotes.`,
      status: 422,
    });
  }

  /**
   * Returns the cached quote if it is still valid for the request. Otherwise requests a new quote from the same provider, whose output must
   * not be below the promised output by more than the slippage.
   */
  async function currentQuote(
    provider: QuoteProvider,
    resolved: ResolvedQuote,
    cached: CachedQuote,
    signal: AbortSignal,
  ): Promise<CurrentQuote> {
    const before = quoteFromJson(cached.restProps);
    const isSame = Bun.deepEquals(quoteInputAsJson(resolved.input), cached.data);
    const isCurrent = before.expiresAtMs === null || before.expiresAtMs - clock.now() >= LEAST_LEFT_MS;
    if (isSame && isCurrent) return { quote: before, promised: before.amountOut, ...v.parse(shownSchema, cached.meta) };
    const { quote, meta } = await quotes.quoteOnce(provider, resolved, signal);
    const { warnings } = meta;
    if (!isComparable(resolved, cached)) return { quote, promised: quote.amountOut, warnings };
    refuseWorse(resolved, before.amountOut, quote.amountOut);
    return { quote, promised: before.amountOut, warnings };
  }

  function check(provider: QuoteProvider, resolved: ResolvedQuote, quote: ProviderQuote, made: Build): void {
    const { traits } = provider;
    checkPinned(
      traits,
      resolved.request.from.chainId,
      { target: made.kind === 'transaction' ? made.to : null, spender: made.spender },
      trusted,
    );
    if (made.amountOut <= 0n || made.amountOutMin <= 0n || made.amountOutMin > made.amountOut) {
      throw new ProviderFailure('malformed-reply', `${traits.name} returned a build with contradictory amounts.`);
    }
    if (made.kind === 'transaction' && made.spender === null && !isNative(resolved.request.from.address)) {
      throw new ProviderFailure(
        'malformed-reply',
        `${traits.name} returned a transaction that spends a token, but did not state which contract the wallet must approve.`,
      );
    }
    requireMinimum(traits.name, termsOf(resolved, made), made);
    if (made.kind === 'transaction') checkValue(traits.name, resolved, quote.fees, made.value);
    refuseWorse(resolved, quote.amountOut, made.amountOut);
  }

  async function presented(
    provider: QuoteProvider,
    resolved: ResolvedQuote,
    made: Build,
    amountOutMin: bigint,
    warnings: readonly QuoteWarning[],
  ): Promise<BuiltSwap> {
    const { request, relayer, wallet } = resolved;
    const { chainId } = request.from;
    const relayed = made.kind === 'transaction' && relayer !== null ? relayedTrade(resolved, relayer, made, amountOutMin) : null;
    if (relayed !== null) {
      const { target, spender, data, value, fromToken, toToken, amountIn, recipient, from } = relayed;
      await built.remember(
        { chainId, target, spender, data, value, wallet: from },
        { fromToken, toToken, amountIn: toBaseUnits(amountIn), amountOutMin: toBaseUnits(amountOutMin), recipient, wallet: from },
      );
    }
    const approved = relayed === null ? made.spender : relayer;
    return {
      tx: made.kind === 'transaction' ? { to: made.to, data: made.data, value: made.value.toString() } : null,
      spender: made.spender,
      ...(made.kind === 'self-broadcast' ? { metaData: made.metaData } : {}),
      aggregator: provider.traits.name,
      chainId,
      amountOut: toBaseUnits(made.amountOut),
      amountOutMin: toBaseUnits(amountOutMin),
      expiresAt: made.expiresAtMs === null ? null : new Date(made.expiresAtMs).toISOString(),
      approvals:
        wallet === null || approved === null
          ? []
          : await approvalCalls(request.from.address, relayed?.amountIn ?? request.amountIn, { chainId, wallet, spender: approved }),
      relayed,
      reference: made.reference,
      warnings,
    };
  }

  async function approvalCalls(
    token: ChainAddress,
    amount: bigint,
    { chainId, wallet, spender }: { chainId: number; wallet: ChainAddress; spender: Address },
  ): Promise<readonly ApprovalCall[] | null> {
    const ask = { chainId, token, owner: wallet, spender, amount };
    const need = await approvals.needOf(ask);
    return need === null ? null : approvals.callsFor(ask, need);
  }
}

/**
 * Returns the EVM address of a token. Trades through the Relayer are on EVM chains only, because no other chain has the Relayer contract.
 */
function relayedToken({ address }: QuoteToken): Address {
  return isNative(address) ? NATIVE_ADDRESS : parseAddress(address);
}

function relayedTrade(
  { request, spent }: ResolvedQuote,
  relayer: Address,
  { to, data, value, spender }: BuiltTransaction,
  amountOutMin: bigint,
): TradeToRelay {
  return {
    chainId: request.from.chainId,
    relayer,
    from: parseAddress(request.wallet),
    fromToken: relayedToken(request.from),
    amountIn: spent,
    toToken: relayedToken(request.to),
    amountOutMin,
    recipient: parseAddress(request.recipient),
    target: to,
    spender: spender ?? to,
    data,
    value,
    // If the input is the native asset, the wallet sends the call's value plus the relayer's fee.
    sendValue: isNative(request.from.address) ? value + spent - request.amountIn : value,
  };
}

/**
 * Returns the terms that decide who guarantees the minimum output. A trade that the provider broadcasts itself does not go through the
 * Relayer.
 */
function termsOf({ request, relayer }: ResolvedQuote, { kind }: Build): QuoteTerms {
  return { request, relayer: kind === 'transaction' ? relayer : null };
}

/**
 * Checks the native amount that a built transaction sends. It must be the native input plus those fees of a bridge that the provider has
 * declared as paid in addition. Without this check, a provider could request more and keep the excess.
 * @throws ProviderFailure `mismatched-reply`
 */
function checkValue(name: string, { request: { kind, from, amountIn } }: ResolvedQuote, fees: readonly QuoteFee[], value: bigint): void {
  const input = isNative(from.address) ? amountIn : 0n;
  const onTop = fees.filter(({ isIncluded, token }) => !isIncluded && token !== null && isNative(token));
  const most = kind === 'swap' ? input : onTop.reduce((total, { amount }) => total + BigInt(amount ?? '0'), input);
  if (value >= input && value <= most) return;
  throw new ProviderFailure(
    'mismatched-reply',
    `${name} requests ${value} wei for a ${kind} that needs at most ${most} wei including fees.`,
  );
}

/** Refuses a build whose changed parameters turn the trade into one whose kind or chains the quote's provider does not support. */
function refuseUnsupported(provider: QuoteProvider, { request }: ResolvedQuote): void {
  if (provider.supports(request)) return;
  throw new TerminalError({
    code: 'aggregator-unsuitable',
    message: `The aggregator ${provider.traits.name} does not support this trade (its type, chains or slippage). Request new quotes.`,
    status: 422,
  });
}

/**
 * Whether a cached quote and a new request have the same input token, input amount and output token, so that their outputs can be compared.
 */
function isComparable({ request: { kind, from, to }, spent }: ResolvedQuote, { data, meta }: CachedQuote): boolean {
  const isToken = (text: unknown, { address }: { readonly address: ChainAddress }) =>
    typeof text === 'string' && (text.toLowerCase() === address.toLowerCase() || (isNative(text) && isNative(address)));
  return (
    meta.type === kind &&
    meta.fromAmount === spent.toString() &&
    data.fromChainId === from.chainId &&
    data.toChainId === to.chainId &&
    isToken(data.fromToken, from) &&
    isToken(data.toToken, to)
  );
}

function refuseWorse({ request }: ResolvedQuote, before: bigint, now: bigint): void {
  if (now >= minOutputAt(before, request.slippageBps)) return;
  throw new TerminalError({
    code: 'quote-moved',
    message: `The price has changed: the provider now gives ${now} instead of ${before} base units, which is less than the slippage of the request allows. Request new quotes.`,
    status: 409,
    details: { before: before.toString(), now: now.toString() },
  });
}
