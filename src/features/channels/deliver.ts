import type { Unstamped } from '../../runtime/define/definition.ts';
import type { Address } from '../../values/address.ts';
import type { ChannelEvent, DeliverParams, SwitchOffParams } from '../../values/channel-delivery.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { QuietHours } from '../../values/quiet-hours.ts';
import { quietUntilMs } from '../../values/quiet-hours.ts';
import type { Notification, Notifications } from '../notifications/notification.ts';
import { stateOf } from './channel.ts';
import type { ChannelDocuments } from './channel-documents.ts';
import type { ChannelCounting } from './channel-metrics.ts';
import { openReceiver } from './create-channels.ts';
import type { DeliverySlots } from './delivery-slots.ts';
import { newsMessage } from './message.ts';
import type { Sealing } from './sealing.ts';
import { kindNotAvailable, type Senders } from './send.ts';

export type DeliveryAttempt = DeliverParams & {
  readonly isFirst: boolean;
  readonly nowMs: number;
  readonly signal: AbortSignal;
};
type Outcome = Unstamped<Extract<ChannelEvent, { readonly type: 'DELIVERED' | 'HELD' | 'FAILED' | 'GONE' }>>;

/**
 * Attempts one delivery to a channel, and returns the event that reports the result. @throws RetryableError when this node or its store
 * cannot make the attempt now
 */
export type Deliver = (attempt: DeliveryAttempt) => Promise<Outcome>;
/** Switches a channel off and notifies its wallet. Repeating the call has no further effect. */
export type SwitchOffChannel = (channel: SwitchOffParams) => Promise<void>;

export type DeliverDeps = {
  readonly documents: Pick<ChannelDocuments, 'find' | 'change'>;
  readonly notifications: Pick<Notifications, 'read' | 'add'>;
  readonly quietHoursOf: (wallet: Address) => Promise<QuietHours | null>;
  readonly sealing: Sealing;
  readonly senders: Senders;
  readonly slots: DeliverySlots;
  readonly counting: ChannelCounting;
};

export function createDeliver(deps: DeliverDeps): Deliver {
  const { documents, notifications, quietHoursOf, sealing, senders, slots, counting } = deps;

  return async (attempt) => {
    const { wallet, channelId, ids, missed, isUrgent, isFirst, nowMs, signal } = attempt;
    const channel = await documents.find(channelId);
    // A channel that was removed, is not verified, is paused, or is switched off receives nothing.
    if (channel === null || channel.wallet !== wallet || stateOf(channel) !== 'on') {
      counting.count(channel?.kind ?? 'none', 'gone');
      return { type: 'GONE' };
    }
    const { kind } = channel;
    const quiet = channel.keepsQuiet && !isUrgent ? await quietHoursOf(wallet) : null;
    const untilMs = quiet === null ? null : quietUntilMs(quiet, nowMs);
    if (untilMs !== null) {
      counting.count(kind, 'held');
      return { type: 'HELD', untilMs, isUnsent: isFirst };
    }
    const found = await Promise.all(ids.map((id) => notifications.read(id)));
    const own = found.filter((one): one is Notification => one?.wallet === wallet);
    const [first, ...others] = own;
    // All notifications of this delivery were deleted before it was sent, so there is nothing to send.
    if (first === undefined) return { type: 'DELIVERED' };
    const send = senders[kind];
    const to = openReceiver(sealing, channelId, channel.sealed);
    if (send === null) return failedBy(kind, kindNotAvailable(kind));
    if (to === null) return failed(kind, 'channel-unreadable', 'The target of the channel cannot be decrypted.');
    const isWebhook = kind === 'webhook';
    const free = slots.take({ receiver: isWebhook ? to.receiver : kind === 'email' ? kind : null, isWebhook });
    try {
      await send(to, newsMessage(channelId, [first, ...others], { ids, missed }), { nowMs, signal });
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      return failedBy(kind, error);
    } finally {
      free();
    }
    counting.count(kind, 'delivered');
    for (const { createdAt } of own) counting.observeDelay(kind, nowMs - Date.parse(createdAt));
    return { type: 'DELIVERED' };
  };

  function failedBy(kind: string, { code, message, retryAfterMs }: CoxswainError): Outcome {
    return failed(kind, code, message, retryAfterMs ?? null);
  }

  function failed(kind: string, code: string, message: string, retryAfterMs: number | null = null): Outcome {
    counting.count(kind, 'failed');
    return { type: 'FAILED', code, message, retryAfterMs };
  }
}

export function createSwitchOff({
  documents,
  notifications,
  counting,
}: Pick<DeliverDeps, 'documents' | 'notifications' | 'counting'>): SwitchOffChannel {
  return async ({ wallet, channelId, sinceMs, atMs }) => {
    const changed = await documents.change(channelId, (known) =>
      // If the owner has verified the channel again after the failures that switch it off, the channel stays on.
      known.wallet !== wallet || known.offAtMs !== null || (known.verifiedAtMs ?? 0) > atMs ? null : { ...known, offAtMs: atMs },
    );
    if (changed === null || changed.wallet !== wallet || changed.offAtMs !== atMs) return;
    const { kind, name } = changed;
    counting.count(kind, 'switched-off');
    await notifications.add(`channel-off/${channelId}/${atMs}`, {
      ...{ type: 'account', kind: 'channel-off', wallet, expiryWarnedAtMs: null, title: 'A channel of notifications was switched off' },
      message: `Nothing could be delivered to the channel "${name}" (${kind}) for a week, so it was switched off. To switch it on, verify it again.`,
      data: { channelId, kind, failingSince: isoOf(sinceMs) },
    });
  };
}
