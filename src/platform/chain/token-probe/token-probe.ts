import type { SwapPath } from '../uniswap-v3/uniswap-v3.ts';

export type ProbeCall = {
  /** From the wrapped native asset to the token. */
  readonly path: SwapPath;
  /** Base units of the wrapped native asset. */
  readonly amountIn: bigint;
};

/** What a buy of a token and a sale of half of it showed; see src/contracts/TokenProbe.sol. Amounts of the token, in base units. */
export type ProbeResult =
  | {
      readonly kind: 'traded';
      /** What the pool sent, and what arrived at the buyer. */
      readonly boughtSent: bigint;
      readonly boughtArrived: bigint;
      /** What the seller sent, and what arrived at the pool. */
      readonly soldSent: bigint;
      readonly soldArrived: bigint;
      /** What the sale brought, of the token before the last one of the path. */
      readonly returned: bigint;
    }
  | { readonly kind: 'refused'; readonly step: 'buy' | 'sell'; readonly reason: string };

/**
 * Trades a token without sending anything: one `eth_call` in which the probe's code and some ether stand at an empty address. Throws
 * what `ChainReads.call` throws, also TerminalError `rpc-refused` where the node knows no state overrides.
 */
export type TokenProbe = {
  roundTrip(chainId: number, call: ProbeCall): Promise<ProbeResult>;
};
