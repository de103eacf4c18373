import type { Token } from '../../market/tokens/token.ts';
import type { Address, ChainAddress } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import type { TransactionHash } from '../../values/hash.ts';
import type { Json, JsonObject } from '../../values/json.ts';

export type QuoteKind = 'swap' | 'bridge';

/** A token of a quote request, with its price if known (in dollars per whole token, as a decimal string). */
export type QuoteToken = Token & { readonly priceUSD?: string };

/**
 * A quote request to a provider. Tokens are in the service's notation: lowercase on EVM chains, and the all-zero address for the native
 * asset (each adapter converts it to its provider's notation and back). `from.chainId === to.chainId` for a swap.
 */
export type QuoteRequest = {
  readonly kind: QuoteKind;
  readonly from: QuoteToken;
  readonly to: QuoteToken;
  /** Input amount in base units of `from`, above 0. */
  readonly amountIn: bigint;
  /** Slippage in whole basis points from 0 to 10,000; 0 is valid. */
  readonly slippageBps: number;
  /**
   * The address that calls the provider's contract and holds the input: the Relayer contract when the chain has one, otherwise the wallet.
   * When no wallet is known, it is a placeholder address that is valid on the chain. A placeholder can only be used for quotes; see
   * `isBuildable`.
   */
  readonly sender: ChainAddress;
  /** The address that receives the output on `to.chainId`. When no wallet is known, it is a placeholder address; see `isBuildable`. */
  readonly recipient: ChainAddress;
  /**
   * The wallet that receives refunds and that signs when the provider requires a signature; never the Relayer contract. When no wallet is
   * known, it is a placeholder address; see `isBuildable`.
   */
  readonly wallet: ChainAddress;
  /** False when one of the addresses is a placeholder, so that the quote cannot be built. */
  readonly isBuildable: boolean;
  /**
   * Time in unix seconds, by the chain's clock, until which the built call must stay valid. Only exchanges that are read on chain use it.
   * When absent, the call is valid for 20 minutes.
   */
  readonly deadlineSec?: number;
};

export type QuoteFee = {
  readonly name: string;
  /** Amount of the fee in base units of `token`; null when only its dollar value is known. */
  readonly amount: BaseUnits | null;
  readonly token: ChainAddress | null;
  readonly usd: string | null;
  /** False when the fee is paid in addition to the input amount. The built transaction then contains the fee, usually in its `value`. */
  readonly isIncluded: boolean;
};

/** A warning that the user should read before choosing a quote. `code` is stable. */
export type QuoteWarning = { readonly code: string; readonly message: string };

export type ProviderQuote = {
  /** Output in base units of `to` after all included fees; above 0. */
  readonly amountOut: bigint;
  /** The minimum output that the provider guarantees at the requested slippage; at most `amountOut`, at least 1. */
  readonly amountOutMin: bigint;
  /** The contract that the transaction calls; null when the provider states the contract only in the build, or sends the trade itself. */
  readonly target: Address | null;
  /** The contract to approve for the input; null for a native input, and when no approval is needed. */
  readonly spender: Address | null;
  readonly gas: bigint | null;
  readonly gasUsd: string | null;
  readonly fees: readonly QuoteFee[];
  /** Value of the output in dollars according to the provider, as a decimal string. */
  readonly usdAmount: string | null;
  readonly priceImpactBps: number | null;
  /** Seconds until the output arrives; null when it arrives in the same transaction, or when the duration is unknown. */
  readonly durationSeconds: number | null;
  /** UTC ms after which the quote must be requested again before a build; null when the quote does not expire. */
  readonly expiresAtMs: number | null;
  readonly warnings: readonly QuoteWarning[];
  /**
   * Data that `build` and `status` need (such as a route summary or an order id), as JSON. It is stored with the cached quote, and never
   * shown to clients.
   */
  readonly state: Json;
};

export type BuiltTransaction = {
  readonly kind: 'transaction';
  /** The contract on the chain `from.chainId` that the transaction calls. */
  readonly to: Address;
  /** Calldata of the transaction, as 0x hex on EVM chains. */
  readonly data: string;
  /** Value of the transaction in wei, including all fees that are paid in addition to the input. */
  readonly value: bigint;
  /** The contract that needs an approval for the input token; null for a native input. */
  readonly spender: Address | null;
  readonly amountOut: bigint;
  readonly amountOutMin: bigint;
  /** UTC ms after which the transaction must not be sent; null when no such time is known. */
  readonly expiresAtMs: number | null;
  /** The data by which the function `status` finds the trade. */
  readonly reference: JsonObject;
};

/**
 * The build of a provider that broadcasts trades itself, or that accepts a signature or a deposit instead of a call. The reply to the
 * client has `tx: null`.
 */
export type SelfBroadcast = {
  readonly kind: 'self-broadcast';
  /** The provider's data for the client's next step, such as typed data to sign, a deposit address, or a serialized transaction. */
  readonly metaData: JsonObject;
  readonly spender: Address | null;
  readonly amountOut: bigint;
  readonly amountOutMin: bigint;
  readonly expiresAtMs: number | null;
  readonly reference: JsonObject;
};

export type Build = BuiltTransaction | SelfBroadcast;

/** The data with which the status of a trade is looked up. */
export type TradeReference = {
  /** Hash of the source transaction; null for providers that broadcast trades themselves and find them only by `reference`. */
  readonly txHash: TransactionHash | null;
  readonly fromChainId: number;
  readonly toChainId: number;
  /** Data by which the provider finds the trade: the `reference` of the trade's `Build`. */
  readonly reference: JsonObject;
};

/** The status of a trade, as in the API specification with additional details (domain decisions, "Trades"). */
export type ProviderStatus = {
  /** The trade's status; `success` only when the user has received the requested token. */
  readonly status: 'pending' | 'success' | 'failed';
  /** Hash of the transaction that delivered the output or refunded the input, if known. */
  readonly hash: string | null;
  /** The trade's status in the provider's own words, such as `partial`, `refunded` or `NOT_FOUND`. */
  readonly substatus: string | null;
  /** The amount that the user received, in base units, if known. */
  readonly amountOut: bigint | null;
  /** Hash of the transaction on the source chain, if the provider reports it. */
  readonly sourceHash?: string;
};

/**
 * The contracts that a provider's transactions may call (`targets`) or request approvals for (`spenders`), in lowercase. If `byChain`
 * contains a list for a chain, that list is used instead of `everywhere`.
 */
export type PinnedContracts = {
  readonly everywhere: readonly Address[];
  readonly byChain?: Readonly<Record<number, readonly Address[]>>;
};

/** Fixed properties of a provider. The table of providers in the docs is generated from them. */
export type ProviderTraits = {
  /** The provider's stable name, as used in `meta.aggregator` and `exclude`. */
  readonly name: string;
  /** The provider's name as shown to users. */
  readonly title: string;
  readonly kinds: readonly QuoteKind[];
  /**
   * Ids of the chains that the provider supports, in the service's numbering (EVM ids, 102, 728126428). `evm-with-contracts` means every
   * EVM chain whose Network record contains the provider's contracts.
   */
  readonly chains: readonly number[] | 'evm-with-contracts';
  readonly key: 'none' | 'optional' | 'required';
  /** True when the provider sends the trade itself; its builds have `tx: null`. */
  readonly broadcastsItself: boolean;
  /** True when the output does not arrive within the same transaction. Vaults cannot use such a provider. */
  readonly isSolverBased: boolean;
  readonly hasStatus: boolean;
  /**
   * Contracts that the provider's transactions may call (`targets`) or request approvals for (`spenders`); null when the provider has no
   * fixed list.
   */
  readonly targets: PinnedContracts | null;
  readonly spenders: PinnedContracts | null;
};

/**
 * An aggregator. Every adapter must obey these rules, which `test/contract/providers` checks:
 * 1. It throws `ProviderFailure` for every fault of the provider, and no other errors. It never returns an amount that the provider did not
 * state exactly (no floats, exponents or rounding).
 * 2. It validates each reply field that it uses, and ignores the other fields.
 * 3. It passes `signal` to everything that it awaits, sets no timer, and keeps no state between calls.
 * 4. It refuses a reply of the provider that is about another token, chain or input amount than the request.
 * 5. It converts the native asset's address, the amount unit, the slippage unit and the chain id in both directions.
 */
export type QuoteProvider = {
  readonly traits: ProviderTraits;
  /** Whether the provider supports the kind of trade, the chains and other fixed properties of a request. */
  supports(request: QuoteRequest): boolean;
  quote(request: QuoteRequest, signal: AbortSignal): Promise<ProviderQuote>;
  /**
   * Builds the transaction of a quote. The caller checks whether the output is still acceptable.
   * @param quote the provider's unexpired quote for exactly the same request (a changed request needs a new quote)
   */
  build(request: QuoteRequest, quote: ProviderQuote, signal: AbortSignal): Promise<Build>;
  /**
   * Only for a provider that broadcasts trades itself. Converts an order id that the provider returned to the client into the data for
   * `status`; returns null when the text is not an order id on that chain. Absent when the provider has no such ids.
   */
  readonly referenceOf?: (order: { readonly id: string; readonly fromChainId: number }) => Readonly<Record<string, string>> | null;
  /**
   * Looks up a trade's status. Null when the provider has no status endpoint; the receipt of the source transaction then determines the
   * status.
   */
  readonly status: ((trade: TradeReference, signal: AbortSignal) => Promise<ProviderStatus>) | null;
};
