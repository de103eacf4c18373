import type { Token } from '../../market/tokens/token.ts';
import type { Address } from '../../values/address.ts';
import type { Json, JsonObject } from '../../values/json.ts';

export type QuoteKind = 'swap' | 'bridge';

/** A token of a request, with its price when one is known (dollars for one whole token, decimal text). */
export type QuoteToken = Token & { readonly priceUSD?: string };

/**
 * What a provider is asked for. Tokens in our own form: lowercase on EVM chains, the native asset as the all-zero address (each
 * adapter maps it to its provider's sentinel, and back). `from.chainId === to.chainId` for a swap.
 */
export type QuoteRequest = {
  readonly kind: QuoteKind;
  readonly from: QuoteToken;
  readonly to: QuoteToken;
  /** Base units of `from`, above 0. */
  readonly amountIn: bigint;
  /** Whole basis points, 0 to 10,000; 0 is a value. */
  readonly slippageBps: number;
  /**
   * Who will call the provider's contract and holds the input: our Relayer where the chain has one, else the wallet. A stand-in address
   * of the chain's form while nobody is known, for a quote only: see `isBuildable`.
   */
  readonly sender: string;
  /** Where the output has to land, on `to.chainId`. A stand-in as above. */
  readonly recipient: string;
  /** Where a refund goes and who signs where a provider asks for it: the wallet itself, never the Relayer. A stand-in as above. */
  readonly wallet: string;
  /** False when one of the addresses is a stand-in: what is quoted may not be built. */
  readonly isBuildable: boolean;
};

export type QuoteFee = {
  readonly name: string;
  /** Base units of `token`; null when only dollars are told. */
  readonly amount: string | null;
  readonly token: string | null;
  readonly usd: string | null;
  /** False: it is paid on top of the input (usually in `value`), and is in what the build asks for. */
  readonly isIncluded: boolean;
};

/** Something a user should see before choosing this quote. `code` is stable. */
export type QuoteWarning = { readonly code: string; readonly message: string };

export type ProviderQuote = {
  /** Base units of `to`, all included fees taken off; above 0. */
  readonly amountOut: bigint;
  /** The least that the provider lets through at the request's slippage; at most `amountOut`, at least 1. */
  readonly amountOutMin: bigint;
  /** Contract that will be called; null while the provider does not tell before the build, or for one that broadcasts itself. */
  readonly target: string | null;
  /** Contract that has to be approved for the input; null for a native input, and where nothing is approved. */
  readonly spender: string | null;
  readonly gas: bigint | null;
  readonly gasUsd: string | null;
  readonly fees: readonly QuoteFee[];
  /** What the provider says the output is worth, decimal text. */
  readonly usdAmount: string | null;
  readonly priceImpactBps: number | null;
  /** Until the output is there; null: in the same transaction, or not told. */
  readonly durationSeconds: number | null;
  /** UTC ms; past it the provider has to be asked again before a build. null: no end of its own. */
  readonly expiresAtMs: number | null;
  readonly warnings: readonly QuoteWarning[];
  /** What `build` and `status` need again (a route summary, an order id). JSON; kept in the cached quote, never shown. */
  readonly state: Json;
};

export type BuiltTransaction = {
  readonly kind: 'transaction';
  /** Always the contract that is called on `from.chainId`. */
  readonly to: string;
  /** 0x hex on EVM chains. */
  readonly data: string;
  /** Wei, all fees on top included. */
  readonly value: bigint;
  /** null for a native input. */
  readonly spender: string | null;
  readonly amountOut: bigint;
  readonly amountOutMin: bigint;
  /** UTC ms after which it must not be sent; null: not told. */
  readonly expiresAtMs: number | null;
  /** What `status` needs to find the trade again. */
  readonly reference: JsonObject;
};

/** For providers that broadcast themselves, or take a signature or a deposit instead of a call: the reply has `tx: null`. */
export type SelfBroadcast = {
  readonly kind: 'self-broadcast';
  /** What the client has to do, as the provider says it (typed data to sign, a deposit address, a serialised transaction). */
  readonly metaData: JsonObject;
  readonly spender: string | null;
  readonly amountOut: bigint;
  readonly amountOutMin: bigint;
  readonly expiresAtMs: number | null;
  readonly reference: JsonObject;
};

export type Build = BuiltTransaction | SelfBroadcast;

/** What a status look-up goes by. */
export type TradeReference = {
  /** Hash of the source transaction; null for providers that broadcast themselves and are asked by `reference` alone. */
  readonly txHash: string | null;
  readonly fromChainId: number;
  readonly toChainId: number;
  /** From the build. */
  readonly reference: JsonObject;
};

/** The documented status object, with what stands beside it (domain decisions, "Trades"). */
export type ProviderStatus = {
  /** `success` only when the user holds the token that was asked for. */
  readonly status: 'pending' | 'success' | 'failed';
  /** Hash of the transaction that delivered (or refunded), when it is known. */
  readonly hash: string | null;
  /** The provider's own word: `partial`, `refunded`, `NOT_FOUND`, ... */
  readonly substatus: string | null;
  /** Base units that arrived, when it is told. */
  readonly amountOut: bigint | null;
  /** The transaction that paid in, where it names one. */
  readonly sourceHash?: string;
};

/** Contracts that a provider may have called (`targets`) or approved (`spenders`), lowercase. `byChain` replaces `everywhere`. */
export type PinnedContracts = {
  readonly everywhere: readonly Address[];
  readonly byChain?: Readonly<Record<number, readonly Address[]>>;
};

/** What is known of a provider without asking it; the table of providers in the docs is made from it. */
export type ProviderTraits = {
  /** Stable slug, as in `meta.aggregator` and `exclude`. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly kinds: readonly QuoteKind[];
  /** Chains of ours (EVM ids, 102, 728126428) that it works on; `evm-with-contracts`: every EVM chain whose Network record has its contracts. */
  readonly chains: readonly number[] | 'evm-with-contracts';
  readonly key: 'none' | 'optional' | 'required';
  /** It sends the trade itself: builds have `tx: null`. */
  readonly broadcastsItself: boolean;
  /** Delivers no output inside the transaction, so vaults cannot use it. */
  readonly isSolverBased: boolean;
  readonly hasStatus: boolean;
  /** null: nothing on chain is called or approved. */
  readonly targets: PinnedContracts | null;
  readonly spenders: PinnedContracts | null;
};

/**
 * One aggregator. Every adapter keeps this, and `test/contract/providers` holds all of them to it:
 *
 * 1. It throws `ProviderFailure` for whatever the provider does wrong, and nothing else; it never gives an amount that the provider
 *    did not say in so many digits (no floats, exponents or rounding on the way).
 * 2. Replies are checked field by field for what is used, and may hold whatever else.
 * 3. It passes `signal` to everything that it awaits, sets no timer and keeps nothing between calls.
 * 4. It answers for exactly what it was asked: a reply about another token, chain or input amount is refused.
 * 5. Native sentinel, amount unit, slippage unit and chain id are converted in the adapter, both ways.
 */
export type QuoteProvider = {
  readonly traits: ProviderTraits;
  /** Whether it can be asked at all for this pair: kinds, chains, and what else is known without asking. */
  supports(request: QuoteRequest): boolean;
  quote(request: QuoteRequest, signal: AbortSignal): Promise<ProviderQuote>;
  /**
   * The transaction of a quote. Whether its output is still good enough is for the caller to judge.
   * @param quote what it quoted for this very request (whoever changes the request asks for a quote again), not past its end
   */
  build(request: QuoteRequest, quote: ProviderQuote, signal: AbortSignal): Promise<Build>;
  /**
   * Of one that broadcasts itself: what `status` needs to find an order again, from the id that the provider gave the client for it;
   * null for text that is no id of its own on that chain. Absent: there are no such ids.
   */
  readonly referenceOf?: (order: { readonly id: string; readonly fromChainId: number }) => Readonly<Record<string, string>> | null;
  /** null: it has no status of its own, and the source transaction's receipt decides. */
  readonly status: ((trade: TradeReference, signal: AbortSignal) => Promise<ProviderStatus>) | null;
};
