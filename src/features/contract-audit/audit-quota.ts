import { putIfUnchanged } from '../../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, listOf, membersOf, number, text, time } from '../../values/document-form.ts';
import { OverloadError } from '../../values/errors/overload-error.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { QuotaState } from './contract-audit.ts';

/**
 * An audit that counts towards a wallet's quota. `code` contains the chain id and the hashes of the audited code. `turns` are the ids of
 * the requests that wait for this audit; when the last of these requests fails, the audit no longer counts.
 */
type Taken = { readonly code: string; readonly turns: readonly string[]; readonly isDone: boolean; readonly atMs: number };
type StoredQuota = { readonly wallet: ChainAddress; readonly taken: readonly Taken[]; readonly expiresAtMs: number };

export const AUDIT_QUOTAS: CollectionSpec = {
  name: 'audit-quotas',
  ofWallet: { by: 'wallet' },
  indexes: [['wallet']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredQuota>({
    ...{ wallet: text, expiresAtMs: number },
    taken: listOf(membersOf<Taken>({ code: text, turns: listOf(text), isDone: flag, atMs: time })),
  }),
};

/**
 * How long a wallet's quota is stored after its last audit, in ms. The quota is meant for the whole lifetime of a wallet. It expires only
 * so that wallets which are no longer used do not fill the store.
 */
const KEPT_MS = 3_650 * DAY_MS;
const RETRY_AFTER_MS = DAY_MS;

export type AuditQuota = {
  readonly of: (wallet: ChainAddress) => Promise<QuotaState>;
  /**
   * Counts one audit of a contract's code towards the wallet's quota. Returns false when the wallet had the same code audited before; such
   * an audit is free.
   * @throws OverloadError `audit-quota-used` (429)
   */
  readonly take: (wallet: ChainAddress, code: string, turn: string) => Promise<boolean>;
  /** Records that an audit has succeeded, so that it counts permanently. */
  readonly finish: (wallet: ChainAddress, code: string) => Promise<void>;
  /**
   * Stops counting an audit that has failed, unless another request of the wallet is waiting for an audit of the same code or has received
   * one.
   */
  readonly giveBack: (wallet: ChainAddress, code: string, turn: string) => Promise<void>;
};

/**
 * Counts the audits of each wallet. All audits of a wallet are in one document, which is changed only by compare-and-set. When two nodes
 * count a wallet's last free audit at the same time, only one of them succeeds.
 */
export function createAuditQuota(deps: {
  readonly records: RecordStore;
  /** Number of audits that each wallet can have in its whole lifetime. */
  readonly limit: () => number;
  readonly clock: Clock;
}): AuditQuota {
  const { limit, clock } = deps;
  const quotas = deps.records.collection<StoredQuota>(AUDIT_QUOTAS);

  /** Changes the list of a wallet's audits. `change` computes the new list; it returns null when the list needs no change. */
  async function changed<T>(
    wallet: ChainAddress,
    change: (taken: readonly Taken[]) => { readonly next: readonly Taken[] | null; readonly result: T },
  ): Promise<T> {
    for (;;) {
      const found = await quotas.get(wallet);
      const { next, result } = change(found?.taken ?? []);
      if (next === null) return result;
      const value = { wallet, taken: next, expiresAtMs: clock.now() + KEPT_MS };
      if (await putIfUnchanged(quotas, wallet, found, value)) return result;
    }
  }

  const stateOf = (taken: readonly Taken[]): QuotaState => {
    const most = limit();
    return { limit: most, used: taken.length, left: Math.max(0, most - taken.length) };
  };

  return {
    of: async (wallet) => stateOf((await quotas.get(wallet))?.taken ?? []),

    take: (wallet, code, turn) =>
      changed(wallet, (taken) => {
        const known = taken.find((one) => one.code === code);
        if (known !== undefined) {
          if (known.isDone || known.turns.includes(turn)) return { next: null, result: !known.isDone };
          return { next: taken.map((one) => (one === known ? { ...one, turns: [...one.turns, turn] } : one)), result: false };
        }
        if (stateOf(taken).left === 0) throw used(limit());
        return { next: [...taken, { code, turns: [turn], isDone: false, atMs: clock.now() }], result: true };
      }),

    finish: (wallet, code) =>
      changed(wallet, (taken) => {
        const isOpen = taken.some((one) => one.code === code && !one.isDone);
        const next = isOpen ? taken.map((one) => (one.code === code ? { ...one, turns: [], isDone: true } : one)) : null;
        return { next, result: undefined };
      }),

    giveBack: (wallet, code, turn) =>
      changed(wallet, (taken) => {
        const known = taken.find((one) => one.code === code && !one.isDone && one.turns.includes(turn));
        if (known === undefined) return { next: null, result: undefined };
        const turns = known.turns.filter((one) => one !== turn);
        const rest = taken.filter((one) => one !== known);
        return { next: turns.length === 0 ? rest : [...rest, { ...known, turns }], result: undefined };
      }),
  };
}

function used(limit: number): OverloadError {
  const message =
    limit === 0
      ? 'Contract audits are turned off on this service (audit_free_limit_per_wallet is 0).'
      : `This wallet has used its ${limit} free contract ${limit === 1 ? 'audit' : 'audits'}. Contracts that were already audited for this wallet can be audited again.`;
  return new OverloadError({ code: 'audit-quota-used', status: 429, message, retryAfterMs: RETRY_AFTER_MS, details: { limit } });
}
