import type { Hex } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';

export type RouteRequest = {
  readonly chainId: number;
  /** ERC-20 tokens; the native asset has no route, its wrapped form has. */
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Base units, above 0. */
  readonly amountIn: bigint;
  /** Where the output goes; for a vault's orders the vault. */
  readonly recipient: Address;
  /** Unix seconds by chain time; later the swap reverts. */
  readonly deadlineSec: number;
  /** How far under the quote the output may end, in basis points. */
  readonly slippageBps: number;
};

/** One hop: what it trades, and which pool with which fee (hundredths of a basis point). */
export type RouteHop = {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly pool: Address;
  readonly fee: number;
};

/** A swap that is ready to be sent by whoever holds `amountIn` and has approved `spender`. */
export type Route = {
  /** Name of the source that found it. */
  readonly source: string;
  readonly chainId: number;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  /** What was quoted, fees and price impact included. */
  readonly amountOut: bigint;
  /** What `data` asks for at least; never under `slippageBps` below `amountOut`, never 0. */
  readonly amountOutMinimum: bigint;
  /** Contract that is called with `data`. */
  readonly target: Address;
  /** Contract that pulls the input. */
  readonly spender: Address;
  readonly data: Hex;
  readonly hops: readonly RouteHop[];
  /** Gas of the swap alone as the quoter measured it: without transfers and bookkeeping around it. */
  readonly gasEstimate: bigint;
};

export type RouteAnswer =
  | { readonly ok: true; readonly route: Route }
  /** `no-route`: nothing trades these tokens, or not this much. `chain-not-supported`: the source does not work on this chain. */
  | { readonly ok: false; readonly reason: 'no-route' | 'chain-not-supported'; readonly detail: string };

/**
 * Finds swaps. A route is a quote: a token that takes a fee on transfer, or refuses the recipient, shows only when the call is
 * probed (`estimateGas`) and its output measured, which is up to the caller.
 * @throws RetryableError when the outside cannot be asked; never for lack of a route
 */
export type RouteSource = {
  readonly name: string;
  findRoute(request: RouteRequest): Promise<RouteAnswer>;
};
