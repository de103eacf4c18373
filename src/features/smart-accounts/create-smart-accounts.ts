import { PROVED_KEPT_MS, SIGNED_KEPT_MS, UNPROVED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, integer, nullable, number, optional, text, time } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type PublicSmartAccount, presentAccount, type SmartAccount, type StoredAccount } from './smart-account.ts';

/**
 * The owner is part of the record's key. If it were not, anyone could register an account first and thereby prevent its real owner from
 * registering it.
 */
export const SMART_ACCOUNTS: CollectionSpec = {
  name: 'smart-accounts',
  ofWallet: { by: 'ownerAddress', mayBeDeleted: true, isPublic: true },
  unique: [['chainId', 'scaAddress', 'ownerAddress']],
  indexes: [
    ['ownerAddress', 'savedAtMs'],
    ['scaAddress', 'savedAtMs'],
  ],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredAccount>({
    ...{ chainId: integer, scaAddress: text, ownerAddress: text, factory: nullable(text), salt: nullable(text), label: nullable(text) },
    ...{ savedAtMs: time, isSigned: optional(flag), isNamed: optional(flag), expiresAtMs: optional(number) },
  }),
};

/**
 * Maximum number of registered accounts per owner, and of registered owners per account. When there are more, the registrations with the
 * least evidence are removed, the oldest first.
 */
const MOST_EACH = 100;

/** Returns whether the contract of an account reports a wallet as its owner; null when the contract cannot be called. */
export type IsOwnerOf = (chainId: number, scaAddress: Address, ownerAddress: Address) => Promise<boolean | null>;

/**
 * The store of smart-contract accounts that clients registered. There are two kinds of evidence for a registration: the owner's signature,
 * and the account contract's report of its owner on chain. Anyone can produce a signature for somebody else's account, and anyone can
 * deploy an account that reports somebody else as its owner. But nobody else can produce both together. So an account with both is
 * verified. Other accounts are shown only when there is no better one, and are deleted after a day (a week with a signature).
 */
export type SmartAccounts = {
  /**
   * Registers an account. Repeating the call returns the existing record. A registration with a signature replaces one without.
   * @param signer the wallet that signed the request, if any
   * @throws TerminalError 403 `not-your-account`, 409 `smart-account-exists`
   */
  save(account: SmartAccount, signer: Address | null): Promise<{ readonly account: PublicSmartAccount; readonly isNew: boolean }>;
  /**
   * Finds the registration with the most evidence for an address. It first searches for an owner with this address, and then for an
   * account. Among registrations with equal evidence, the first one is returned. @throws TerminalError 404 `smart-account-not-found`
   */
  find(address: Address, chainId: number | null): Promise<PublicSmartAccount>;
};

export function createSmartAccounts(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly isOwnerOf: IsOwnerOf;
}): SmartAccounts {
  const { clock } = deps;
  const accounts = deps.records.collection<StoredAccount>(SMART_ACCOUNTS);

  return {
    async save(account, signer) {
      const { chainId, scaAddress, ownerAddress } = account;
      if (signer !== null && signer !== ownerAddress) throw notYours();
      const id = `${chainId}/${scaAddress}/${ownerAddress}`;
      const said = await deps.isOwnerOf(chainId, scaAddress, ownerAddress);
      for (;;) {
        const known = await accounts.get(id);
        const isNamed = said ?? known?.isNamed ?? false;
        const stored = savedNow(account, signer !== null || (known?.isSigned === true && isSame(known, account)), isNamed);
        if (known === null) {
          await makeRoom({ ownerAddress }, ofOwner);
          await makeRoom({ scaAddress }, ofAccount);
          if ((await accounts.insert(id, stored)).inserted) return { account: presentAccount({ ...stored, _id: id }), isNew: true };
          continue;
        }
        if (!isSame(known, account) && signer === null) throw exists();
        const kept = { ...stored, savedAtMs: known.savedAtMs };
        if (await accounts.update(id, known.rev, kept)) return { account: presentAccount({ ...kept, _id: id }), isNew: false };
      }
    },

    async find(address, chainId) {
      for (const [where, worth] of [[{ ownerAddress: address }, ofOwner] as const, [{ scaAddress: address }, ofAccount] as const]) {
        const { rows } = await accounts.find({ where, sort: { field: 'savedAtMs', order: 'ascending' }, limit: 2 * MOST_EACH });
        const ofChain = rows.filter((row) => (chainId === null || row.chainId === chainId) && isKept(row));
        const [found] = ofChain.sort((a, b) => worth(b) - worth(a) || a.savedAtMs - b.savedAtMs);
        if (found !== undefined) return presentAccount(found);
      }
      const message = 'No smart-contract account has been saved under this address.';
      throw new TerminalError({ code: 'smart-account-not-found', message, status: 404 });
    },
  };

  function savedNow(account: SmartAccount, isSigned: boolean, isNamed: boolean): StoredAccount {
    const savedAtMs = clock.now();
    const keptMs = isSigned && isNamed ? PROVED_KEPT_MS : isSigned ? SIGNED_KEPT_MS : UNPROVED_KEPT_MS;
    return { ...account, savedAtMs, isSigned, isNamed, expiresAtMs: savedAtMs + keptMs };
  }

  function isKept({ expiresAtMs }: StoredAccount): boolean {
    return expiresAtMs === undefined || expiresAtMs > clock.now();
  }

  async function makeRoom(where: { ownerAddress: Address } | { scaAddress: Address }, worth: Worth): Promise<void> {
    const { rows } = await accounts.find({ where, sort: { field: 'savedAtMs', order: 'ascending' }, limit: 2 * MOST_EACH });
    const least = [...rows].sort((a, b) => worth(a) - worth(b) || a.savedAtMs - b.savedAtMs);
    for (const { _id } of least.slice(0, Math.max(0, rows.length - MOST_EACH + 1))) await accounts.remove(_id);
  }
}

type Worth = (account: StoredAccount) => number;

/**
 * Ranks registrations for look-ups by owner. The owner's signature counts more than the report of the account contract, because anyone can
 * deploy such a contract.
 */
const ofOwner: Worth = ({ isSigned = false, isNamed = false }) => (isSigned ? 2 : 0) + (isNamed ? 1 : 0);
/**
 * Ranks registrations for look-ups by account. The account contract's report counts more than the signature of a wallet that claims to be
 * the owner.
 */
const ofAccount: Worth = ({ isSigned = false, isNamed = false }) => (isNamed ? 2 : 0) + (isSigned ? 1 : 0);

function isSame(known: StoredAccount, { factory, salt, label }: SmartAccount): boolean {
  return known.factory === factory && known.salt === salt && known.label === label;
}

function exists(): TerminalError {
  const message = 'This owner has already saved this account with different details. To replace them, the owner must sign the request.';
  return new TerminalError({ code: 'smart-account-exists', message, status: 409 });
}

function notYours(): TerminalError {
  return new TerminalError({ code: 'not-your-account', message: 'Only the owner can sign the registration of an account.', status: 403 });
}
