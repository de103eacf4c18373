import type { CollectionSpec } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { ChannelKind } from '../../values/channel-kinds.ts';
import { documentForm, flag, listOf, membersOf, nullable, number, text, time } from '../../values/document-form.ts';
import type { NotificationKind } from '../../values/notification-kinds.ts';
import { DAY_MS } from '../../values/utc-day.ts';

/** A verification code that was sent to a channel and has not been entered yet. */
export type PendingCode = { readonly mac: string; readonly expiresAtMs: number; readonly attemptsLeft: number };

/** A notification channel of a wallet, as stored. The id of the document is the channel's id. */
export type StoredChannel = {
  readonly wallet: Address;
  /** Slot number of the channel, unique within its wallet. A wallet has a limited number of slots, and therefore of channels. */
  readonly slot: number;
  readonly kind: ChannelKind;
  readonly name: string;
  /** The kinds of notifications that are sent to the channel; null for all kinds. */
  readonly kinds: readonly NotificationKind[] | null;
  /** Whether notifications to this channel are delayed during the wallet's quiet hours. */
  readonly keepsQuiet: boolean;
  /**
   * The address to which the channel's messages are sent (such as a URL or an e-mail address), in a shortened form, which is shown to its
   * owner.
   */
  readonly hint: string;
  /** The address to which the channel's messages are sent (such as a URL or an e-mail address) and the webhook's secret, encrypted. */
  readonly sealed: string;
  readonly createdAtMs: number;
  readonly verifiedAtMs: number | null;
  readonly isPaused: boolean;
  /**
   * When the service switched the channel off because deliveries failed (UTC ms); null when the channel was not switched off. To switch it
   * on, the owner must verify it again.
   */
  readonly offAtMs: number | null;
  readonly code: PendingCode | null;
  readonly expiresAtMs: number;
};

export const CHANNELS: CollectionSpec = {
  name: 'channels',
  ofWallet: { by: 'wallet', mayBeDeleted: true, withheld: ['sealed', 'code'] },
  unique: [['wallet', 'slot']],
  indexes: [['wallet', 'createdAtMs']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredChannel>({
    ...{ wallet: text, slot: number, kind: text, name: text, kinds: nullable(listOf(text)), keepsQuiet: flag, hint: text, sealed: text },
    ...{ createdAtMs: time, verifiedAtMs: nullable(time), isPaused: flag, offAtMs: nullable(time), expiresAtMs: number },
    code: nullable(membersOf<PendingCode>({ mac: text, expiresAtMs: time, attemptsLeft: number })),
  }),
};

/**
 * Maximum number of channels of all wallets together. When there are more, the channels that expire first are removed. Only channels that
 * were never verified expire.
 */
export const MOST_CHANNELS = 100_000;
/** How long a channel is stored while its owner has not verified it, in ms. */
export const UNVERIFIED_KEPT_MS = DAY_MS;
/** Expiry of verified channels, so far in the future that they never expire (UTC ms). */
export const NEVER_MS = Date.UTC(9999, 0);

export type ChannelState = 'unverified' | 'on' | 'paused' | 'off';

export function stateOf({ verifiedAtMs, offAtMs, isPaused }: StoredChannel): ChannelState {
  if (offAtMs !== null) return 'off';
  if (verifiedAtMs === null) return 'unverified';
  return isPaused ? 'paused' : 'on';
}
