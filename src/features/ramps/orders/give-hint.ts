import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { isUuid } from '../../../values/id-source.ts';
import type { RampOrderTerms } from '../../../values/ramp-order.ts';
import type { RampName, RampTerms, WebhookHint } from '../ramp-provider.ts';
import type { RegisteredRamp } from '../registry.ts';
import type { OrderActors } from './order-actors.ts';

/**
 * Notifies the order that a webhook names, so that the order asks its provider for the status. Returns false when the webhook names no
 * order of this service. @throws RetryableError `store-unavailable`
 */
export type GiveHint = (ramp: RegisteredRamp, hint: WebhookHint) => Promise<boolean>;

/** Maximum number of references whose providers a node keeps in memory. */
const MOST_REMEMBERED = 20_000;
/** Maximum number of characters of a provider's order id that is stored. */
export const MOST_ORDER_ID = 200;

export function createGiveHint(deps: {
  readonly orders: Pick<OrderActors, 'providerOf' | 'byOrderId' | 'hinted' | 'create'>;
  /**
   * Returns the terms of the order for which a reference was assigned; null when this service has not assigned the reference, or it has
   * expired.
   */
  readonly assigned: (provider: RampName, reference: string) => Promise<(RampTerms & { readonly createdAtMs: number }) | null>;
}): GiveHint {
  const { orders, assigned } = deps;

  /**
   * The providers of orders, by reference. An order's provider never changes, so the order need not be read from the store for each of its
   * webhooks.
   */
  const providers = new Map<string, string>();
  const remember = (reference: string, provider: string) => {
    providers.set(reference, provider);
    for (const [old] of providers) {
      if (providers.size <= MOST_REMEMBERED) break;
      providers.delete(old);
    }
  };

  /** Finds the order that a webhook names, and returns its reference; null when the webhook names no order of this service. */
  async function orderOf(ramp: RegisteredRamp, { reference, orderId }: WebhookHint): Promise<string | null> {
    const { name } = ramp.traits;
    if (reference !== null && isUuid(reference)) {
      const remembered = providers.get(reference);
      if (remembered !== undefined) return remembered === name ? reference : null;
      const provider = await orders.providerOf(reference);
      if (provider !== null) {
        remember(reference, provider);
        return provider === name ? reference : null;
      }
      const terms = await assigned(name, reference);
      if (terms === null) return null;
      // The process died after it had assigned the reference and before it had created the order, so the order is created now.
      await orders.create(orderInputOf(terms, ramp));
      return reference;
    }
    return orderId === null ? null : ((await orders.byOrderId(name, orderId))?.terms.reference ?? null);
  }

  /** Notifies an order of a webhook. Returns false when the order was deleted meanwhile. */
  async function hinted(reference: string, { orderId, isProved, eventId }: WebhookHint): Promise<boolean> {
    const named = orderId === null || orderId === '' ? null : orderId.slice(0, MOST_ORDER_ID);
    try {
      await orders.hinted(reference, { orderId: named, isProved, eventId: isProved ? eventId : null });
      return true;
    } catch (error) {
      if (!(error instanceof TerminalError) || error.code !== 'actor-not-found') throw error;
      providers.delete(reference);
      return false;
    }
  }

  return async (ramp, hint) => {
    const found = await orderOf(ramp, hint);
    return found !== null && (await hinted(found, hint));
  };
}

/** Returns the input for creating the order of an assigned reference. */
export function orderInputOf(terms: RampTerms & { readonly createdAtMs: number }, { traits }: Pick<RegisteredRamp, 'traits'>) {
  const { reference, provider, side, wallet, crypto, network, chainId, token, fiat, amount, amountOf, createdAtMs } = terms;
  const own: RampOrderTerms = {
    ...{ reference, provider, side, wallet, crypto, network, chainId, token, fiat, fiatNetwork: null, amount, amountOf },
  };
  return { terms: own, findsByReference: traits.findsBy.includes('reference'), createdAtMs };
}
