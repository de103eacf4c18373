import { RetryableError } from '../../values/errors/retryable-error.ts';

/**
 * Limits how many deliveries a node makes at the same time, so that slow receivers do not delay the other work of the node. Webhooks have a
 * lower limit of their own, because strangers choose their hosts and could let each request last until its time limit.
 */
export type DeliverySlots = {
  /**
   * Takes a slot for one delivery, and returns the function that frees the slot.
   * @param of.receiver the receiver (a webhook host or the mail server) whose own limit of concurrent deliveries applies; null when it has
   * none
   * @param of.isWebhook whether the limit of all webhooks together applies as well
   * @throws RetryableError `deliveries-busy`
   */
  readonly take: (of: { readonly receiver: string | null; readonly isWebhook: boolean }) => () => void;
  readonly running: () => number;
};

const BUSY_RETRY_MS = 2_000;

export function createDeliverySlots({
  most,
  ofWebhooks,
  ofReceiver,
}: {
  readonly most: number;
  readonly ofWebhooks: number;
  readonly ofReceiver: number;
}): DeliverySlots {
  const byReceiver = new Map<string, number>();
  let running = 0;
  let webhooks = 0;
  return {
    take({ receiver, isWebhook }) {
      const own = receiver === null ? 0 : (byReceiver.get(receiver) ?? 0);
      if (running >= most || own >= ofReceiver || (isWebhook && webhooks >= ofWebhooks)) {
        const message = 'Too many messages to channels are being sent by this node. This message is sent later.';
        throw new RetryableError({ code: 'deliveries-busy', message, retryAfterMs: BUSY_RETRY_MS });
      }
      running += 1;
      if (isWebhook) webhooks += 1;
      if (receiver !== null) byReceiver.set(receiver, own + 1);
      return () => {
        running -= 1;
        if (isWebhook) webhooks -= 1;
        if (receiver === null) return;
        const left = (byReceiver.get(receiver) ?? 1) - 1;
        if (left > 0) byReceiver.set(receiver, left);
        else byReceiver.delete(receiver);
      };
    },
    running: () => running,
  };
}
