import type { Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';

export type RouteRequest = {
  readonly chainId: number;
  /** The address of the input token. Like the output token, it is an ERC-20 token; the native asset is traded as its wrapped token. */
  readonly tokenIn: Address;
  /** The address of the output token, an ERC-20 token. */
  readonly tokenOut: Address;
  /** Input amount in base units, above 0. */
  readonly amountIn: bigint;
  /** Recipient of the output; for a vault's orders, it is the vault. */
  readonly recipient: Address;
  /** Deadline in unix seconds by the chain's clock; after it, the swap fails. */
  readonly deadlineSec: number;
  /** Maximum number of basis points by which the output may be below the quote. */
  readonly slippageBps: number;
};

/** One hop of a route: its tokens, its pool, and the pool's fee (hundredths of a basis point). */
export type RouteHop = {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly pool: Address;
  readonly fee: number;
};

/** A swap that anyone can send who has `amountIn` of the input token and has approved the contract `spender` for it. */
export type Route = {
  /** Name of the source that found the route. */
  readonly source: string;
  readonly chainId: number;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  /** The quoted output in base units, after fees and price impact. */
  readonly amountOut: bigint;
  /** Minimum output in base units that `data` requires; at most `slippageBps` below `amountOut`, and never 0. */
  readonly amountOutMinimum: bigint;
  /** The contract that the sender of the swap must call with `data`. */
  readonly target: Address;
  /** The contract that transfers the input token from the sender, and therefore needs an approval. */
  readonly spender: Address;
  readonly data: Hex;
  /** The route's hops; empty when the source does not report them. */
  readonly hops: readonly RouteHop[];
  /** Gas for the swap alone, as measured by Uniswap's quoter contract. It excludes transfers and the vault's own work. */
  readonly gasEstimate: bigint;
};

export type RouteAnswer =
  | { readonly ok: true; readonly route: Route }
  /** `no-route`: no pool trades these tokens, or not this amount. `chain-not-supported`: the source does not support this chain. */
  | { readonly ok: false; readonly reason: 'no-route' | 'chain-not-supported'; readonly detail: string };

/**
 * Finds routes for swaps. A route is only a quote. Whether a token takes a fee on transfer or refuses the recipient becomes visible only
 * when the caller simulates the call (`estimateGas`) and measures its output.
 * @throws RetryableError when the chain or a provider cannot be queried; never for a missing route
 */
export type RouteSource = {
  readonly name: string;
  findRoute(request: RouteRequest): Promise<RouteAnswer>;
};
