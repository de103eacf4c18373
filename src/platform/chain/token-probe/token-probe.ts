import type { SwapPath } from '../uniswap-v3/uniswap-v3.ts';

export type ProbeCall = {
  /** The path from the wrapped native asset to the token. */
  readonly path: SwapPath;
  /** Base units of the wrapped native asset. */
  readonly amountIn: bigint;
};

/**
 * The result of simulating a buy of a token and a sale of half of it; see src/contracts/TokenProbe.sol. Amounts of the token, in
 * base units.
 */
export type ProbeResult =
  | {
      readonly kind: 'traded';
      /** The amount that the pool sent, and the amount that arrived at the buyer. */
      readonly boughtSent: bigint;
      readonly boughtArrived: bigint;
      /** The amount that the seller sent, and the amount that arrived at the pool. */
      readonly soldSent: bigint;
      readonly soldArrived: bigint;
      /** The proceeds of the sale, in the token before the last one of the path. */
      readonly returned: bigint;
    }
  | { readonly kind: 'refused'; readonly step: 'buy' | 'sell'; readonly reason: string };

/**
 * Simulates trades of a token in one `eth_call`, in which the probe's code and some ether are placed at an empty address. Throws the
 * errors of `ChainReads.call`, and TerminalError `rpc-refused` where the node does not support state overrides.
 */
export type TokenProbe = {
  roundTrip(chainId: number, call: ProbeCall): Promise<ProbeResult>;
};
