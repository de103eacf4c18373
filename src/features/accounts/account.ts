import type { CollectionSpec } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import { documentForm, membersOf, nullable, number, text, time } from '../../values/document-form.ts';
import type { QuietHours } from '../../values/quiet-hours.ts';

export type Preferences = {
  /** The currency in which clients show amounts to this wallet (ISO 4217); null for the service's default currency. */
  readonly displayCurrency: string | null;
  readonly quietHours: QuietHours | null;
};

/** The account of a wallet that has signed in. The document's id is the wallet. */
export type StoredAccount = {
  readonly wallet: Address;
  readonly createdAtMs: number;
  readonly signedInAtMs: number;
  readonly preferences: Preferences;
  readonly expiresAtMs: number;
};

export const ACCOUNTS: CollectionSpec = {
  name: 'accounts',
  ofWallet: { by: 'wallet', mayBeDeleted: true },
  unique: [['wallet']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredAccount>({
    ...{ wallet: text, createdAtMs: time, signedInAtMs: time, expiresAtMs: number },
    preferences: membersOf<Preferences>({
      displayCurrency: nullable(text),
      quietHours: nullable(membersOf<QuietHours>({ from: text, to: text, timeZone: text })),
    }),
  }),
};

export const NO_PREFERENCES: Preferences = { displayCurrency: null, quietHours: null };
