import type { QuoteRequest, QuoteToken } from '../../../src/features/quotes/provider.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { parseChainAddress } from '../../../src/values/parse-chain-address.ts';

const NATIVE = '0x0000000000000000000000000000000000000000';

function token(chainId: number, symbol: string, decimals: number, address: string): QuoteToken {
  return { chainId, symbol, name: symbol, decimals, address: parseChainAddress(chainId, address), logoURI: '' };
}

/** Real tokens on real chains, with the addresses of the seed file, for the quote requests in these tests. */
export const ETH = token(1, 'ETH', 18, NATIVE);
export const WETH = token(1, 'WETH', 18, '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
export const USDC = token(1, 'USDC', 6, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
export const USDT = token(1, 'USDT', 6, '0xdac17f958d2ee523a2206206994597c13d831ec7');
export const WBTC = token(1, 'WBTC', 8, '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599');
export const ARBITRUM_ETH = token(42_161, 'ETH', 18, NATIVE);
export const ARBITRUM_USDC = token(42_161, 'USDC', 6, '0xaf88d065e77c8cc2239327c5edb3a432268e5831');
export const POLYGON_POL = token(137, 'POL', 18, NATIVE);
export const POLYGON_USDC = token(137, 'USDC', 6, '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359');
export const SOLANA_SOL = token(102, 'SOL', 9, NATIVE);
export const SOLANA_USDC = token(102, 'USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
export const TRON_TRX = token(728_126_428, 'TRX', 6, NATIVE);

export const SENDER = parseAddress('0x1111111111111111111111111111111111111111');
export const RECIPIENT = parseAddress('0x2222222222222222222222222222222222222222');
export const WALLET = parseAddress('0x3333333333333333333333333333333333333333');

/**
 * Builds a quote request with 1 % slippage, from a relayer to another recipient. It is a swap when both tokens are on one chain, otherwise
 * a bridge transfer.
 */
export function quoteRequest(from: QuoteToken, to: QuoteToken, amountIn: bigint, other: Partial<QuoteRequest> = {}): QuoteRequest {
  return {
    kind: from.chainId === to.chainId ? 'swap' : 'bridge',
    from,
    to,
    amountIn,
    slippageBps: 100,
    sender: SENDER,
    recipient: RECIPIENT,
    wallet: WALLET,
    isBuildable: true,
    ...other,
  };
}
