import type { RampName, WebhookDelivery, WebhookHint } from '../ramp-provider.ts';
import { type RegisteredRamp, rampOf, rampOff } from '../registry.ts';
import { type GiveHint, MOST_ORDER_ID } from './give-hint.ts';
import type { UnattributedOrders } from './unattributed.ts';
import type { UnfoundOrders } from './unfound-orders.ts';

export type WebhookOutcome = 'taken' | 'unattributed' | 'refused';

export type Acknowledgement = { readonly body: string; readonly contentType: string };

/**
 * Verifies a webhook on its raw bytes, and makes the order that the webhook names ask its provider for the status.
 * @throws TerminalError `webhook-not-genuine` (401), `webhook-unreadable` (400), `ramp-off` (503); RetryableError `store-unavailable`
 */
export type TakeWebhook = (provider: RampName, delivery: WebhookDelivery) => Promise<Acknowledgement>;

/**
 * Maximum time for reading a webhook, in ms, including a request to the provider for a key. It is short because providers send a webhook
 * again when they get no answer within some seconds.
 */
const READ_MS = 4_000;

export function createTakeWebhook(deps: {
  readonly ramps: readonly RegisteredRamp[];
  readonly giveHint: GiveHint;
  readonly unattributed: Pick<UnattributedOrders, 'note'>;
  readonly unfound: Pick<UnfoundOrders, 'keep'>;
  readonly count: (provider: RampName, outcome: WebhookOutcome) => void;
}): TakeWebhook {
  const { ramps, giveHint, unattributed, unfound, count } = deps;

  return async (name, delivery) => {
    const ramp = rampOf(ramps, name);
    const { provider, traits } = ramp;
    if (provider === null) throw rampOff(name, ramp.missing);
    let hint: WebhookHint;
    try {
      hint = await provider.readWebhook(delivery, AbortSignal.timeout(READ_MS));
    } catch (error) {
      count(name, 'refused');
      throw error;
    }
    const isTaken = await giveHint(ramp, hint);
    if (!isTaken) {
      await unattributed.note(name, hint);
      const { reference, orderId, side } = hint;
      // The webhook names no reference, but the order may still be one of this service. The provider knows the order's reference, so the
      // provider is asked.
      if (reference === null && orderId !== null && orderId !== '' && orderId.length <= MOST_ORDER_ID)
        await unfound.keep({ provider: name, orderId, side });
    }
    count(name, isTaken ? 'taken' : 'unattributed');
    return traits.acknowledgement;
  };
}
