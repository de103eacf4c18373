import type { ChannelContext } from '../../src/values/channel-delivery.ts';
import { countText } from '../../src/values/inspection/plain-number.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';

type Snapshot = { readonly value: unknown; readonly context: ChannelContext };

/** Explains to operators what a notification channel waits for. */
export function whyChannel({ value, context }: Snapshot, nowMs: number): OwnWhy {
  const { queue, delivery, lastFailure, heldUntilMs, missed } = context;
  const details = [
    ...(queue.length === 0 ? [] : [`Waiting: ${countText(queue.length, 'notification')}.`]),
    ...(missed === 0 ? [] : [`Not delivered: ${countText(missed, 'notification')}, which the next message says.`]),
    ...(lastFailure === null ? [] : [`The last failure: ${lastFailure.message}`]),
  ];
  if (value === 'idle') return { code: 'channel-idle', sentence: 'Everything was delivered, so it waits for news.', details };
  if (value === 'waiting' && heldUntilMs !== null && heldUntilMs > nowMs)
    return { code: 'channel-quiet', sentence: "It waits for the end of its wallet's quiet hours.", details };
  const attempts = delivery === null ? 0 : delivery.failures;
  if (value === 'waiting')
    return { code: 'channel-failing', sentence: `Its receiver has failed ${countText(attempts, 'time')}. It is tried again.`, details };
  return { code: 'channel-sending', sentence: 'It is sending a message.', details };
}
