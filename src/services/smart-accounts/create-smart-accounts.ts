import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';

/** A smart-contract account and the wallet that says it is its owner. EVM addresses, lowercase. */
export type SmartAccount = {
  readonly chainId: number;
  readonly scaAddress: string;
  readonly ownerAddress: string;
  /** Which factory makes it and from what, for a client that has to deploy it. */
  readonly factory: string | null;
  readonly salt: string | null;
  readonly label: string | null;
};

type StoredAccount = SmartAccount & { readonly savedAtMs: number };

/** The owner is part of the key: else whoever comes first could keep the real owner out. */
export const SMART_ACCOUNTS: CollectionSpec = {
  name: 'smart-accounts',
  unique: [['chainId', 'scaAddress', 'ownerAddress']],
  indexes: [
    ['ownerAddress', 'savedAtMs'],
    ['scaAddress', 'savedAtMs'],
  ],
};

/** Accounts that one owner, and claims that one account, may have: anyone may write them. */
const MOST_EACH = 100;

/**
 * What clients said of their smart-contract accounts. Nobody proved anything: a client that is about to use an address derives it, or asks
 * the chain, and takes this for a reminder.
 */
export type SmartAccounts = {
  /** The same again is answered with the record that is there. @throws TerminalError 409 `smart-account-exists`, 429 `too-many-smart-accounts` */
  save(account: SmartAccount): Promise<{ readonly account: JsonObject; readonly isNew: boolean }>;
  /** The first that an owner saved, or else that was saved of an account. @throws TerminalError 404 `smart-account-not-found` */
  find(address: string, chainId: number | null): Promise<JsonObject>;
};

export function createSmartAccounts(deps: { readonly records: RecordStore; readonly clock: Clock }): SmartAccounts {
  const accounts = deps.records.collection<StoredAccount>(SMART_ACCOUNTS);

  return {
    async save(account) {
      const { chainId, scaAddress, ownerAddress } = account;
      const id = `${chainId}/${scaAddress}/${ownerAddress}`;
      const known = await accounts.get(id);
      if (known !== null) return repeated(known, account);
      const [ofOwner, ofAccount] = await Promise.all([accounts.count({ ownerAddress }), accounts.count({ scaAddress })]);
      if (Math.max(ofOwner, ofAccount) >= MOST_EACH) throw tooMany();
      const stored = { ...account, savedAtMs: deps.clock.now() };
      const result = await accounts.insert(id, stored);
      return result.inserted ? { account: presentAccount({ ...stored, _id: id }), isNew: true } : repeated(result.exists, account);
    },

    async find(address, chainId) {
      for (const where of [{ ownerAddress: address }, { scaAddress: address }]) {
        const { rows } = await accounts.find({ where, sort: { field: 'savedAtMs', order: 'ascending' }, limit: MOST_EACH });
        const found = rows.find((row) => chainId === null || row.chainId === chainId);
        if (found !== undefined) return presentAccount(found);
      }
      const message = 'No smart-contract account has been saved under this address.';
      throw new TerminalError({ code: 'smart-account-not-found', message, status: 404 });
    },
  };
}

function repeated(known: Stored<StoredAccount>, asked: SmartAccount): { readonly account: JsonObject; readonly isNew: boolean } {
  const { factory, salt, label } = known;
  if (factory === asked.factory && salt === asked.salt && label === asked.label) return { account: presentAccount(known), isNew: false };
  const message = 'This account has been saved by this owner already, with other details. What was saved stays.';
  throw new TerminalError({ code: 'smart-account-exists', message, status: 409 });
}

function presentAccount({
  _id,
  chainId,
  scaAddress,
  ownerAddress,
  factory,
  salt,
  label,
  savedAtMs,
}: StoredAccount & { _id: string }): JsonObject {
  const createdAt = new Date(savedAtMs).toISOString();
  return { _id, id: _id, chainId, scaAddress, ownerAddress, factory, salt, label, isVerified: false, createdAt };
}

function tooMany(): TerminalError {
  const message = `At most ${MOST_EACH} smart-contract accounts are kept for one owner, and ${MOST_EACH} owners for one account.`;
  return new TerminalError({ code: 'too-many-smart-accounts', message, status: 429 });
}
