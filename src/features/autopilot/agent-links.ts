import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, number, text } from '../../values/document-form.ts';
import type { Hash } from '../../values/hash.ts';
import { pagesOf } from '../../values/pages-of.ts';

/**
 * Maximum number of agent records per wallet that wait for their on-chain agent. When it is exceeded, the wallet's oldest record is removed
 * from the waiting list. The record itself is not deleted, and a later confirmation still finds it among the wallet's records.
 */
export const MAX_UNLINKED_PER_WALLET = 100;

const PAGE = 500;

/**
 * An agent record that waits for its on-chain agent. `createdAtMs` is 0 for a record that was linked to an on-chain agent before. Such a
 * record is never removed from the waiting list, because its agent has already been on the chain.
 */
type WaitingAgent = { readonly wallet: Address; readonly termsKey: string; readonly createdAtMs: number };
type LinkedAgent = { readonly recordId: string };

/** The terms by which an agent record is matched with an on-chain agent: chain, wallet and policy hash. All three must be equal. */
export type AgentTerms = { readonly chainId: number; readonly wallet: Address; readonly policyHash: Hash };
export type AgentPlace = { readonly chainId: number; readonly vault: Address; readonly agentId: number };

/**
 * Stores which agent record belongs to which on-chain agent. An on-chain agent (chain, vault, agentId) has at most one record, and a record
 * has at most one on-chain agent.
 */
export type AgentLinks = {
  /**
   * Adds an agent record to the list of records that wait for their on-chain agent. If the wallet then has too many waiting records, its
   * oldest one is removed. The call can be repeated, even for a record that has been linked in the meantime.
   */
  wait(recordId: string, terms: AgentTerms): Promise<void>;
  /**
   * Returns the record of an on-chain agent: the record linked to it, otherwise the oldest waiting record with the same terms, which is
   * then linked. Null when there is none.
   */
  link(place: AgentPlace, terms: AgentTerms): Promise<string | null>;
  find(place: AgentPlace): Promise<string | null>;
  /**
   * Removes an agent record that was never linked to an on-chain agent from the waiting list. Returns false when the record is or was
   * linked and must be kept.
   */
  letGo(recordId: string): Promise<boolean>;
  /** Counts the agent records of all wallets that wait for their on-chain agent. */
  count(): Promise<number>;
  /**
   * Removes the link between a record and an on-chain agent, so that the record waits for an on-chain agent again. Has no effect when the
   * on-chain agent is now linked to another record.
   */
  release(place: AgentPlace, recordId: string, terms: AgentTerms): Promise<void>;
  /**
   * Finds an agent record with the terms `terms` that was linked before and waits again because its link was removed. Returns the record's
   * id; null when there is none.
   */
  released(terms: AgentTerms): Promise<string | null>;
  /** Links an agent record that `released` has found to the record's new on-chain agent. */
  relink(place: AgentPlace, recordId: string): Promise<void>;
  /** Returns the on-chain agent numbers of all agents of a vault that are linked to records. */
  numbersIn(place: Pick<AgentPlace, 'chainId' | 'vault'>): Promise<readonly number[]>;
};

export const AUTOPILOT_WAITING: CollectionSpec = {
  name: 'autopilot-waiting',
  ofWallet: { by: 'wallet' },
  indexes: [
    ['wallet', 'createdAtMs'],
    ['termsKey', 'createdAtMs'],
  ],
  form: documentForm<WaitingAgent>({ wallet: text, termsKey: text, createdAtMs: number }),
};
export const AUTOPILOT_LINKS: CollectionSpec = {
  name: 'autopilot-links',
  ofWallet: { by: 'recordId' },
  unique: [['recordId']],
  form: documentForm<LinkedAgent>({ recordId: text }),
};

export function createAgentLinks(deps: { records: RecordStore; clock: Clock }): AgentLinks {
  const { records, clock } = deps;
  const waiting = records.collection<WaitingAgent>(AUTOPILOT_WAITING);
  const links = records.collection<LinkedAgent>(AUTOPILOT_LINKS);

  async function makeRoom(wallet: Address): Promise<void> {
    const query = { where: { wallet }, range: { field: 'createdAtMs', from: 1 } } as const;
    const { rows } = await waiting.find({
      ...query,
      sort: { field: 'createdAtMs', order: 'ascending' },
      limit: 2 * MAX_UNLINKED_PER_WALLET,
    });
    for (const { _id } of rows.slice(0, Math.max(0, rows.length - MAX_UNLINKED_PER_WALLET + 1))) await waiting.remove(_id);
  }

  async function oldestWaiting(terms: AgentTerms) {
    const sort = { field: 'createdAtMs', order: 'ascending' } as const;
    return (await waiting.find({ where: { termsKey: termsKeyOf(terms) }, sort, limit: 1 })).rows[0];
  }

  return {
    async wait(recordId, terms) {
      await makeRoom(terms.wallet);
      await waiting.insert(recordId, { wallet: terms.wallet, termsKey: termsKeyOf(terms), createdAtMs: clock.now() });
    },

    async link(place, terms) {
      const id = idOf(place);
      for (;;) {
        const known = await links.get(id);
        if (known !== null) return known.recordId;
        const oldest = await oldestWaiting(terms);
        if (oldest === undefined) return null;
        const recordId = oldest._id;
        const made = await links.insert(id, { recordId });
        // The record is linked now, by this node or another, so it no longer waits. The deletion also removes a waiting entry that remained
        // because of a crash after the link had been written.
        if (made.inserted || made.exists.recordId === recordId) await waiting.remove(recordId);
        if (made.inserted) return recordId;
      }
    },

    find: async (place) => (await links.get(idOf(place)))?.recordId ?? null,

    async letGo(recordId) {
      const row = await waiting.get(recordId);
      if (row?.createdAtMs === 0) return false;
      if (row !== null) await waiting.remove(recordId);
      return (await links.findOne({ recordId })) === null;
    },

    count: () => waiting.count({}),

    async release(place, recordId, terms) {
      // The waiting list's entry is written before the link is removed. If a crash happens between the two writes, the waiting entry is
      // superfluous, and the next linking deletes it.
      await waiting.insert(recordId, { wallet: terms.wallet, termsKey: termsKeyOf(terms), createdAtMs: 0 });
      const id = idOf(place);
      if ((await links.get(id))?.recordId === recordId) await links.remove(id);
    },

    async released(terms) {
      const oldest = await oldestWaiting(terms);
      return oldest?.createdAtMs === 0 ? oldest._id : null;
    },

    async relink(place, recordId) {
      await links.insert(idOf(place), { recordId });
      await waiting.remove(recordId);
    },

    async numbersIn({ chainId, vault }) {
      const prefix = `${chainId}/${vault}/`;
      const numbers: number[] = [];
      for await (const { rows } of pagesOf((after) => links.scan({ limit: PAGE, ...after }))) {
        for (const { _id } of rows) if (_id.startsWith(prefix)) numbers.push(Number(_id.slice(prefix.length)));
      }
      return numbers;
    },
  };
}

function idOf({ chainId, vault, agentId }: AgentPlace): string {
  return `${chainId}/${vault}/${agentId}`;
}

function termsKeyOf({ chainId, wallet, policyHash }: AgentTerms): string {
  return `${chainId}/${wallet}/${policyHash}`;
}
