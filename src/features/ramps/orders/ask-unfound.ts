import type { Log } from '../../../platform/log/log.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import type { RampOrderReport } from '../ramp-provider.ts';
import { type RegisteredRamp, rampOf } from '../registry.ts';
import type { GiveHint } from './give-hint.ts';
import type { UnattributedOrders } from './unattributed.ts';
import type { Asked, UnfoundOrder } from './unfound-orders.ts';

/**
 * Asks a provider about an order of which a webhook named only the provider's order id. If the provider's answer contains a reference of
 * this service, the order with that reference is notified. If not, the order stays unattributed (it belongs to no wallet), and the
 * provider's answer is stored. Never throws.
 */
export function createAskUnfound(deps: {
  readonly ramps: readonly RegisteredRamp[];
  readonly giveHint: GiveHint;
  readonly unattributed: Pick<UnattributedOrders, 'learn' | 'remove'>;
  readonly log: Log;
}): (order: UnfoundOrder) => Promise<Asked> {
  const { ramps, giveHint, unattributed, log } = deps;

  const find = async (ramp: RegisteredRamp, orderId: string, sides: readonly RampSide[]): Promise<RampOrderReport | null> => {
    for (const side of sides) {
      const found = await ramp.call('order', (own, signal) => own.order({ reference: null, orderId, side }, signal));
      if (found !== null) return found;
    }
    return null;
  };

  return async ({ provider, orderId, side }) => {
    try {
      const ramp = rampOf(ramps, provider);
      const sides: readonly RampSide[] = ramp.traits.asksBySide ? ['buy', 'sell'] : ['buy'];
      const found = await find(ramp, orderId, side === null ? sides : [side]);
      if (found === null) return 'unknown';
      const { reference, providerStatus } = found;
      // The answer comes from the provider itself and contains a reference of this service, so it proves as much as a signed webhook.
      const hint = { orderId, reference, side: found.side, providerStatus, eventId: `found/${orderId}`, isProved: true };
      if (reference !== null && (await giveHint(ramp, hint))) await unattributed.remove(provider, orderId);
      else await unattributed.learn(provider, orderId, { reference, providerStatus });
      return 'settled';
    } catch (error) {
      if (!(error instanceof CoxswainError))
        log.error('Asking a ramp provider whose order a webhook named failed with an unexpected error', { provider, orderId, error });
      return 'failed';
    }
  };
}
