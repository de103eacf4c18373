import type { Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';

export type RouteRequest = {
  readonly chainId: number;
  /** ERC-20 tokens only; the native asset is traded in its wrapped form. */
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Base units, above 0. */
  readonly amountIn: bigint;
  /** Receiver of the output; for a vault's orders, the vault. */
  readonly recipient: Address;
  /** Unix seconds by chain time; after it the swap reverts. */
  readonly deadlineSec: number;
  /** How far the output may be below the quote, in basis points. */
  readonly slippageBps: number;
};

/** One hop: its tokens, its pool, and the pool's fee (hundredths of a basis point). */
export type RouteHop = {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly pool: Address;
  readonly fee: number;
};

/** A swap that anyone can send who holds `amountIn` and has approved `spender`. */
export type Route = {
  /** Name of the source that found it. */
  readonly source: string;
  readonly chainId: number;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  /** Quoted output, after fees and price impact. */
  readonly amountOut: bigint;
  /** Minimum output that `data` demands; at most `slippageBps` below `amountOut`, never 0. */
  readonly amountOutMinimum: bigint;
  /** Contract to call with `data`. */
  readonly target: Address;
  /** Contract that pulls the input. */
  readonly spender: Address;
  readonly data: Hex;
  /** Empty when the source does not tell them. */
  readonly hops: readonly RouteHop[];
  /** Gas of the swap alone, as the quoter measured it: without transfers and bookkeeping. */
  readonly gasEstimate: bigint;
};

export type RouteAnswer =
  | { readonly ok: true; readonly route: Route }
  /** `no-route`: no pool trades these tokens, or not this amount. `chain-not-supported`: the source does not work on this chain. */
  | { readonly ok: false; readonly reason: 'no-route' | 'chain-not-supported'; readonly detail: string };

/**
 * Finds swaps. A route is only a quote: a token with a fee on transfer, or one that refuses the recipient, shows only when the caller
 * simulates the call (`estimateGas`) and measures its output.
 * @throws RetryableError when the chain or a provider cannot be asked; never for a missing route
 */
export type RouteSource = {
  readonly name: string;
  findRoute(request: RouteRequest): Promise<RouteAnswer>;
};
