import { RetryableError } from '../../values/errors/retryable-error.ts';

/** Bounds how many deliveries of a node run at once, so that slow receivers leave room for all other effects. */
export type DeliverySlots = {
  /**
   * Takes a slot, and returns the function that frees it. @param receiver of which only a few may be busy at once; null: not counted
   * @throws RetryableError `deliveries-busy`
   */
  readonly take: (receiver: string | null) => () => void;
  readonly running: () => number;
};

const BUSY_RETRY_MS = 2_000;

export function createDeliverySlots({ most, ofReceiver }: { readonly most: number; readonly ofReceiver: number }): DeliverySlots {
  const byReceiver = new Map<string, number>();
  let running = 0;
  return {
    take(receiver) {
      const own = receiver === null ? 0 : (byReceiver.get(receiver) ?? 0);
      if (running >= most || own >= ofReceiver) {
        const message = 'Too many deliveries run on this node. It is tried again.';
        throw new RetryableError({ code: 'deliveries-busy', message, retryAfterMs: BUSY_RETRY_MS });
      }
      running += 1;
      if (receiver !== null) byReceiver.set(receiver, own + 1);
      return () => {
        running -= 1;
        if (receiver === null) return;
        const left = (byReceiver.get(receiver) ?? 1) - 1;
        if (left > 0) byReceiver.set(receiver, left);
        else byReceiver.delete(receiver);
      };
    },
    running: () => running,
  };
}
