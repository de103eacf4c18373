import type { Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import type { RouteRequest } from './route-source.ts';

/** Contracts that a source's calls may call (`targets`) and approve (`spenders`) on one chain. */
export type Routers = { readonly targets: readonly Address[]; readonly spenders: readonly Address[] };

/** A call that delivers the output within its transaction. */
export type OfferedCall = {
  readonly target: Address;
  readonly spender: Address;
  readonly data: Hex;
  /** The promised output, base units. */
  readonly amountOut: bigint;
};

export type BuiltOffer =
  | { readonly ok: true; readonly call: OfferedCall }
  /** `isBreach`: the reply broke a rule that no honest source breaks, such as another contract than the pinned ones. */
  | { readonly ok: false; readonly reason: string; readonly detail: string; readonly isBreach: boolean };

/** A promise: nothing in it is trusted until the vault's own simulation has measured it. */
export type Offer = {
  /** The promised output, base units, above 0. */
  readonly amountOut: bigint;
  /** The promised gas of the swap alone; null when unknown. */
  readonly gas: bigint | null;
  /** Builds the call, which may ask the source again. Never rejects. */
  readonly build: (signal: AbortSignal) => Promise<BuiltOffer>;
};

export type OfferAnswer =
  | { readonly ok: true; readonly offer: Offer }
  | { readonly ok: false; readonly reason: string; readonly detail: string; readonly isBreach: boolean };

/**
 * A source of routes beside Uniswap v3: an aggregator, or another exchange of the chain. The vault is the caller of the call and the
 * receiver of its output. `src/features/quotes` implements it.
 */
export type OfferSource = {
  /** The provider's name. */
  readonly name: string;
  /** Whether the offer is read from contracts of the chain, and not promised by a third party. */
  readonly isOnChain: boolean;
  /** The contracts of a chain; null when the source does not work there. */
  readonly routersOn: (chainId: number) => Promise<Routers | null>;
  /** Asks for an offer. Keeps the source's budget and time limit, and never rejects. */
  readonly offer: (request: RouteRequest, signal: AbortSignal) => Promise<OfferAnswer>;
};
