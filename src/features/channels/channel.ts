import type { CollectionSpec } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { ChannelKind } from '../../values/channel-kinds.ts';
import { documentForm, flag, listOf, membersOf, nullable, number, text, time } from '../../values/document-form.ts';
import type { NotificationKind } from '../../values/notification-kinds.ts';

/** A code that was sent and not entered yet. */
export type PendingCode = { readonly mac: string; readonly expiresAtMs: number; readonly attemptsLeft: number };

/** A channel of a wallet. The document's id is the channel's. */
export type StoredChannel = {
  readonly wallet: Address;
  /** Unique among those of the wallet, which bounds their number. */
  readonly slot: number;
  readonly kind: ChannelKind;
  readonly name: string;
  /** Which notifications go there; null: all. */
  readonly kinds: readonly NotificationKind[] | null;
  /** Whether quiet hours hold for it. */
  readonly keepsQuiet: boolean;
  /** What its owner sees of the target. */
  readonly hint: string;
  /** The target and the secret, encrypted. */
  readonly sealed: string;
  readonly createdAtMs: number;
  readonly verifiedAtMs: number | null;
  readonly isPaused: boolean;
  /** When it was switched off because of failures; it must then be verified again. */
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

/** The most channels of all wallets. Beyond it those that expire first are removed: the ones that were never verified. */
export const MOST_CHANNELS = 100_000;
/** How long a channel is kept that is not verified. */
export const UNVERIFIED_KEPT_MS = 86_400_000;
/** The end of a verified channel, far away. */
export const NEVER_MS = Date.UTC(9999, 0);

export type ChannelState = 'unverified' | 'on' | 'paused' | 'off';

export function stateOf({ verifiedAtMs, offAtMs, isPaused }: StoredChannel): ChannelState {
  if (offAtMs !== null) return 'off';
  if (verifiedAtMs === null) return 'unverified';
  return isPaused ? 'paused' : 'on';
}
