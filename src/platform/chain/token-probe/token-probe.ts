import type { SwapPath } from '../uniswap-v3/uniswap-v3.ts';

export type ProbeCall = {
  /** The swap path from the wrapped native asset to the token. */
  readonly path: SwapPath;
  /** Input amount in base units of the wrapped native asset. */
  readonly amountIn: bigint;
};

/**
 * The result of simulating a purchase of a token and a sale of half of it; see src/contracts/TokenProbe.sol. Token amounts are in base
 * units.
 */
export type ProbeResult =
  | {
      readonly kind: 'traded';
      /** Amount of the token that the pool sent in the purchase. */
      readonly boughtSent: bigint;
      /** Amount of the token that the buyer received in the purchase. */
      readonly boughtArrived: bigint;
      /** Amount of the token that the seller sent in the sale. */
      readonly soldSent: bigint;
      /** Amount of the token that the pool received in the sale. */
      readonly soldArrived: bigint;
      /** The proceeds of the sale, in the second to last token of the path. */
      readonly returned: bigint;
    }
  | { readonly kind: 'refused'; readonly step: 'buy' | 'sell'; readonly reason: string };

/**
 * Simulates trades of a token in one `eth_call`. The call places the code of the TokenProbe contract and some ether at an unused address.
 * Throws the errors of `ChainReads.call`, and TerminalError `rpc-refused` when the node does not support state overrides.
 */
export type TokenProbe = {
  roundTrip(chainId: number, call: ProbeCall): Promise<ProbeResult>;
};
