import { type Address, isAddress } from '../../values/address.ts';
import { type Hash, isHash } from '../../values/hash.ts';
import type { TradeStatusSource } from './trade-record.ts';

/**
 * Called for each swap whose chain shows that it succeeded, before the status of the trade record changes. It can be called more than once
 * for the same swap.
 */
export type TellTrade = (trade: { readonly chainId: number; readonly hash: Hash; readonly wallet: Address }) => Promise<void>;

/** Wraps a source of trade statuses so that successful trades are reported: swaps on one chain that the wallet itself has sent. */
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
