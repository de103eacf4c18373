import type { Address } from '../../../values/address.ts';
import { type Handler, say } from '../answers/answer.ts';

/** The token that the operator of a service calls its own. */
export type HouseToken = { readonly chainId: number; readonly address: Address };

/**
 * Creates the handler that answers a request to buy the house token with offers for it, in the same way as a request to swap into that
 * token.
 */
export function createHouseToken({ house, quotes }: { readonly house: HouseToken | null; readonly quotes: Handler }): Handler {
  return async (asked) => {
    if (house === null) return say('This service has no token of its own (house token).');
    const { chainId, address } = house;
    const slots = { ...asked.slots, toToken: address, toChainId: asked.slots.toChainId ?? chainId };
    return await quotes({ ...asked, intent: 'quotes', slots });
  };
}
