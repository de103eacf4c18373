import type { Networks } from '../../market/networks/create-networks.ts';
import type { WalletEvent } from '../../module/wallet-event.ts';
import { presentTrades } from './present-trades.ts';
import type { TradeActors } from './trade-actors.ts';

/**
 * Declares the notifications for a trade's wallet.
 * @param type the actor type of trades
 */
export function tradeEvent(
  type: string,
  { trades, networks }: { readonly trades: Pick<TradeActors, 'read'>; readonly networks: Pick<Networks, 'list'> },
): WalletEvent {
  return {
    ...{ name: 'trade', type },
    async read(key) {
      const found = await trades.read(key);
      const [record] = found === null ? [] : await presentTrades(networks, [found]);
      return found === null || record === undefined ? null : { wallet: found.terms.wallet, record };
    },
  };
}
