import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, number, text } from '../../values/document-form.ts';

/**
 * Records that wait for their on-chain twin are bounded, as those of DCA are, and the oldest makes room in the same way. It is still there: a
 * confirmation that finds nobody waiting looks through the wallet's records.
 */
export const MAX_UNLINKED_PER_WALLET = 100;

/** `createdAtMs` is 0 for one that was linked before: the chain has spoken for it, and it makes room for nobody. */
type WaitingAgent = { readonly wallet: string; readonly termsKey: string; readonly createdAtMs: number };
type LinkedAgent = { readonly recordId: string };

/** What ties a record to an agent of the vault. */
export type AgentTerms = { readonly chainId: number; readonly wallet: string; readonly policyHash: string };
export type AgentPlace = { readonly chainId: number; readonly vault: string; readonly agentId: number };

/** Which record an on-chain agent belongs to. (chain, vault, agentId) is linked once, and a record once. */
export type AgentLinks = {
  /** Has a record wait for its twin, in the place of the oldest where there are too many. May be repeated, also for one that is linked by now. */
  wait(recordId: string, terms: AgentTerms): Promise<void>;
  /** The record of an agent: the one that it has, else the oldest that waits for one of these terms; null when none does. */
  link(place: AgentPlace, terms: AgentTerms): Promise<string | null>;
  find(place: AgentPlace): Promise<string | null>;
  /** Has a record that was never linked wait no more; false: it was, or is now, and must stay. */
  letGo(recordId: string): Promise<boolean>;
  /** How many wait, of all wallets. */
  count(): Promise<number>;
  /** Takes a link back: the record waits again. Changes nothing when the agent has another record by now. */
  release(place: AgentPlace, recordId: string, terms: AgentTerms): Promise<void>;
};

export const AUTOPILOT_WAITING: CollectionSpec = {
  name: 'autopilot-waiting',
  indexes: [
    ['wallet', 'createdAtMs'],
    ['termsKey', 'createdAtMs'],
  ],
  form: documentForm<WaitingAgent>({ wallet: text, termsKey: text, createdAtMs: number }),
};
export const AUTOPILOT_LINKS: CollectionSpec = {
  name: 'autopilot-links',
  unique: [['recordId']],
  form: documentForm<LinkedAgent>({ recordId: text }),
};

export function createAgentLinks(deps: { records: RecordStore; clock: Clock }): AgentLinks {
  const { records, clock } = deps;
  const waiting = records.collection<WaitingAgent>(AUTOPILOT_WAITING);
  const links = records.collection<LinkedAgent>(AUTOPILOT_LINKS);

  async function makeRoom(wallet: string): Promise<void> {
    const query = { where: { wallet }, range: { field: 'createdAtMs', from: 1 } } as const;
    const { rows } = await waiting.find({
      ...query,
      sort: { field: 'createdAtMs', order: 'ascending' },
      limit: 2 * MAX_UNLINKED_PER_WALLET,
    });
    for (const { _id } of rows.slice(0, Math.max(0, rows.length - MAX_UNLINKED_PER_WALLET + 1))) await waiting.remove(_id);
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
        const sort = { field: 'createdAtMs', order: 'ascending' } as const;
        const [oldest] = (await waiting.find({ where: { termsKey: termsKeyOf(terms) }, sort, limit: 1 })).rows;
        if (oldest === undefined) return null;
        const recordId = oldest._id;
        const made = await links.insert(id, { recordId });
        // It waits no more, whoever linked it: a crash between the two writes leaves a waiting row that is cleared here.
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
      // It waits before the link is gone: a crash in between leaves a row that the next linking clears.
      await waiting.insert(recordId, { wallet: terms.wallet, termsKey: termsKeyOf(terms), createdAtMs: 0 });
      const id = idOf(place);
      if ((await links.get(id))?.recordId === recordId) await links.remove(id);
    },
  };
}

function idOf({ chainId, vault, agentId }: AgentPlace): string {
  return `${chainId}/${vault}/${agentId}`;
}

function termsKeyOf({ chainId, wallet, policyHash }: AgentTerms): string {
  return `${chainId}/${wallet}/${policyHash}`;
}
