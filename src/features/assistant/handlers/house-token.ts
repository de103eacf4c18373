import type { Address } from '../../../values/address.ts';
import { type Handler, say } from '../answers/answer.ts';

/** The token that the operator of this service has set as the service's own token. */
export type HouseToken = { readonly chainId: number; readonly address: Address };

/** Creates the handler for a request to buy the service's own token. It answers in the same way as to a request to swap into that token. */
export function createHouseToken({ house, quotes }: { readonly house: HouseToken | null; readonly quotes: Handler }): Handler {
  return async (asked) => {
    if (house === null) return say('This service has no token of its own (house token).');
    const { chainId, address } = house;
    const slots = { ...asked.slots, toToken: address, toChainId: asked.slots.toChainId ?? chainId };
    return await quotes({ ...asked, intent: 'quotes', slots });
  };
}
