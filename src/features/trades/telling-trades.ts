import { type Address, isAddress } from '../../values/address.ts';
import { type Hash, isHash } from '../../values/hash.ts';
import type { TradeStatusSource } from './trade-record.ts';

/** Told of each swap that its chain shows to have succeeded, before its record says so; it may be told again. */
export type TellTrade = (trade: { readonly chainId: number; readonly hash: Hash; readonly wallet: Address }) => Promise<void>;

/** Tells of trades that succeeded: swaps on one chain that the wallet itself sent. */
export function tellingTrades(status: TradeStatusSource, tell: TellTrade): TradeStatusSource {
  return {
    async statusOf(trade, signal) {
      const observation = await status.statusOf(trade, signal);
      const { wallet, fromChainId, toChainId } = trade.terms;
      const { hash, sender, status: word } = observation;
      const isShown = word === 'success' && sender === 'wallet' && fromChainId === toChainId;
      if (isShown && isHash(hash) && isAddress(wallet)) await tell({ chainId: fromChainId, hash, wallet });
      return observation;
    },
  };
}
