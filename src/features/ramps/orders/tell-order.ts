import type { Address } from '../../../values/address.ts';
import { isAddress } from '../../../values/address.ts';
import type { JsonObject } from '../../../values/json.ts';
import type { RampOrderReading, TellParams } from '../../../values/ramp-order.ts';
import { wordsOf } from './order-words.ts';

/** Adds a notification to a wallet's list. Has no effect when a notification with the same key exists. */
export type AddOrderNotification = (
  key: string,
  notification: {
    readonly type: 'payment';
    readonly kind: 'payment';
    readonly title: string;
    readonly message: string;
    readonly wallet: Address;
    readonly data: JsonObject;
    readonly expiryWarnedAtMs: null;
  },
) => Promise<unknown>;

export type TellOrder = (order: RampOrderReading, change: TellParams) => Promise<void>;

/**
 * Creates the function that notifies an order's wallet of a change. The key identifies the change, so that an effect that is repeated
 * notifies the wallet only once.
 */
export function createTellOrder(deps: {
  readonly notify: AddOrderNotification;
  readonly titleOf: (provider: string) => string;
  readonly count: (order: RampOrderReading, change: TellParams) => void;
}): TellOrder {
  const { notify, titleOf, count } = deps;
  return async (order, change) => {
    const { terms, report, arrival } = order;
    const words = wordsOf(order, change, titleOf(terms.provider));
    // Only EVM wallets can have notifications. The owner of another kind of wallet sees the change when he reads the order.
    if (words !== null && isAddress(terms.wallet)) {
      await notify(`ramp-order/${terms.reference}/${change.change}`, {
        ...{ type: 'payment', kind: 'payment', ...words, wallet: terms.wallet, expiryWarnedAtMs: null },
        data: {
          ...{ reference: terms.reference, provider: terms.provider, status: change.status, side: terms.side },
          ...{ providerStatus: report?.providerStatus ?? null, transactionHash: report?.transactionHash ?? null },
          ...(arrival?.kind === 'arrived' ? { arrived: arrival.amount, missing: arrival.missing } : {}),
        },
      });
    }
    count(order, change);
  };
}
