import type { Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import type { RouteRequest } from './route-source.ts';

/** The contracts on one chain that the trades of a route source may call (`targets`) and approve (`spenders`). */
export type Routers = { readonly targets: readonly Address[]; readonly spenders: readonly Address[] };

/**
 * The call with which an offered swap is executed: the contract to call, the contract to approve, and the calldata. The output arrives
 * within the same transaction.
 */
export type OfferedCall = {
  readonly target: Address;
  readonly spender: Address;
  readonly data: Hex;
  /** The output that the source promises, in base units of the bought token. */
  readonly amountOut: bigint;
};

export type BuiltOffer =
  | { readonly ok: true; readonly call: OfferedCall }
  /**
   * `isBreach`: true when the source's reply violates a rule that no honest source violates, for example because it calls a contract that
   * is not among the source's allowed contracts.
   */
  | { readonly ok: false; readonly reason: string; readonly detail: string; readonly isBreach: boolean };

/**
 * A source's offer of a swap. It is only a promise: none of its values is trusted before the vault's own simulation has measured the
 * output.
 */
export type Offer = {
  /** The output that the source promises, in base units of the bought token; above 0. */
  readonly amountOut: bigint;
  /** The gas, in gas units, that the source promises for the swap alone; null when the source states none. */
  readonly gas: bigint | null;
  /** Builds the call of the offered swap, which may require another request to the source. Never rejects. */
  readonly build: (signal: AbortSignal) => Promise<BuiltOffer>;
};

export type OfferAnswer =
  | { readonly ok: true; readonly offer: Offer }
  | { readonly ok: false; readonly reason: string; readonly detail: string; readonly isBreach: boolean };

/**
 * A source of routes in addition to Uniswap v3: an aggregator, or another exchange on the chain. The vault calls the offered contract and
 * receives the output. The interface is implemented in `src/features/quotes`.
 */
export type OfferSource = {
  /** Name of the source: an aggregator or an exchange. */
  readonly name: string;
  /** Whether the source's offers are read from contracts on the chain, rather than promised by a third party. */
  readonly isOnChain: boolean;
  /** Returns the source's contracts on a chain; null when the source does not support that chain. */
  readonly routersOn: (chainId: number) => Promise<Routers | null>;
  /**
   * Requests an offer from the source. The request obeys the request limits and the time limit of the source. The function never rejects.
   */
  readonly offer: (request: RouteRequest, signal: AbortSignal) => Promise<OfferAnswer>;
};
