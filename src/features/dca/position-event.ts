import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { WalletEvent } from '../../module/wallet-event.ts';
import type { DcaPositions } from './dca-positions.ts';
import { presentRecords } from './present-records.ts';

/**
 * Declares the notifications for a position's owner.
 * @param type the actor type of positions
 */
export function positionEvent(
  type: string,
  deps: { readonly positions: Pick<DcaPositions, 'read'>; readonly tokens: Tokens },
): WalletEvent {
  const { positions, tokens } = deps;
  return {
    ...{ name: 'position', type },
    async read(key) {
      const found = await positions.read(key);
      const [record] = found === null ? [] : await presentRecords(tokens, [found]);
      return found === null || record === undefined ? null : { wallet: found.terms.wallet, record };
    },
  };
}
