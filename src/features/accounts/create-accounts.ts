import { PROVED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { ACCOUNTS, NO_PREFERENCES, type Preferences, type StoredAccount } from './account.ts';

/** The accounts of wallets that have signed in, with their preferences. */
export type Accounts = {
  /** Records the sign-in of a wallet. At the first sign-in of the wallet, its account is created. */
  readonly signedIn: (wallet: Address) => Promise<void>;
  /** Returns a wallet's account; null when it has been deleted. */
  readonly find: (wallet: Address) => Promise<StoredAccount | null>;
  /** Stores the preferences in `changed` for a wallet; the wallet's other preferences stay as they are. */
  readonly prefer: (wallet: Address, changed: Partial<Preferences>) => Promise<StoredAccount>;
  readonly remove: (wallet: Address) => Promise<boolean>;
};

export function createAccounts({ records, clock }: { readonly records: RecordStore; readonly clock: Clock }): Accounts {
  const accounts = records.collection<StoredAccount>(ACCOUNTS);

  /**
   * Changes an account, or creates it if it does not exist. When another request changes the account at the same time, the function tries
   * again.
   */
  async function change(wallet: Address, next: (known: StoredAccount) => StoredAccount): Promise<StoredAccount> {
    for (;;) {
      const nowMs = clock.now();
      const known: Stored<StoredAccount> | null = await accounts.get(wallet);
      if (known === null) {
        const times = { createdAtMs: nowMs, signedInAtMs: nowMs, expiresAtMs: nowMs + PROVED_KEPT_MS };
        const first = next({ wallet, preferences: NO_PREFERENCES, ...times });
        if ((await accounts.insert(wallet, first)).inserted) return first;
        continue;
      }
      const { _id, rev, ...value } = known;
      const changed = next(value);
      if (await accounts.update(_id, rev, changed)) return changed;
    }
  }

  return {
    async signedIn(wallet) {
      const nowMs = clock.now();
      await change(wallet, (known) => ({ ...known, signedInAtMs: nowMs, expiresAtMs: nowMs + PROVED_KEPT_MS }));
    },
    find: (wallet) => accounts.get(wallet),
    prefer: (wallet, changed) => change(wallet, (known) => ({ ...known, preferences: { ...known.preferences, ...changed } })),
    remove: (wallet) => accounts.remove(wallet),
  };
}
