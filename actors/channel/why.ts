import type { ChannelContext } from '../../src/values/channel-delivery.ts';
import { countText } from '../../src/values/inspection/plain-number.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';

type Snapshot = { readonly value: unknown; readonly context: ChannelContext };

/** Explains to operators what a notification channel waits for. */
export function whyChannel({ value, context }: Snapshot, nowMs: number): OwnWhy {
  const { queue, delivery, lastFailure, heldUntilMs, missed } = context;
  const details = [
    ...(queue.length === 0 ? [] : [`Waiting: ${countText(queue.length, 'notification')}.`]),
    ...(missed === 0
      ? []
      : [`${countText(missed, 'notification')} could not be delivered. The next message to the receiver will state this number.`]),
    ...(lastFailure === null ? [] : [`The last failure: ${lastFailure.message}`]),
  ];
  if (value === 'idle')
    return { code: 'channel-idle', sentence: 'Every notification was delivered. The channel waits for the next one.', details };
  if (value === 'waiting' && heldUntilMs !== null && heldUntilMs > nowMs)
    return { code: 'channel-quiet', sentence: "The channel waits for the end of the wallet's quiet hours.", details };
  const attempts = delivery === null ? 0 : delivery.failures;
  if (value === 'waiting')
    return {
      code: 'channel-failing',
      sentence: `Delivery to the receiver has failed ${countText(attempts, 'time')} and will be tried again.`,
      details,
    };
  return { code: 'channel-sending', sentence: 'The channel is sending a message.', details };
}
