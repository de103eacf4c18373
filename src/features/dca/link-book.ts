import { createHash } from 'node:crypto';
import { type CollectionSpec, type RecordStore, type Stored, unlessUnreadable } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, integer, number, text } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { type DcaTerms, type NewDcaRecord, newDcaRecordForm } from './dca-record.ts';

/**
 * Anybody may create records in a wallet's name, so those that nothing on chain stands behind are bounded. The oldest makes room: nobody is
 * refused, for a stranger could keep the owner out. A record that made room waits no more; a position that comes for it gets a new one.
 */
export const MAX_WAITING_PER_WALLET = 100;
/** For how long a client that sends its transaction first and then creates the record is given the one that was made for it. */
const CLAIM_WINDOW_MS = 600_000;

/** A record that waits for its position to appear on chain. */
type WaitingRecord = {
  readonly wallet: string;
  /** `00` to `99`, each once per wallet: what bounds them from any number of writers. Another text once it was linked before: it stays. */
  readonly slot: string;
  readonly termsKey: string;
  readonly createdAtMs: number;
  readonly record: NewDcaRecord;
};

/** Which record a position of a vault belongs to. Its id is the position's own. */
export type PositionLink = {
  readonly chainId: number;
  readonly vault: string;
  readonly wallet: string;
  readonly positionId: number;
  readonly recordId: string;
  readonly termsKey: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly linkedAtMs: number;
  /** True while no client has asked for the record. */
  readonly isUnasked: boolean;
  readonly record: NewDcaRecord;
};

/** A position as its event tells it. */
export type SeenPosition = {
  readonly vault: string;
  readonly positionId: number;
  readonly terms: DcaTerms;
  /** What arrived, which is less than what was asked for with a token that takes a fee. */
  readonly arrivedBaseUnits: string;
  readonly isAutoBuy: boolean;
  readonly blockNumber: number;
  readonly blockHash: string;
};

export type LinkBook = {
  /** Has a record wait for its position. */
  wait(record: NewDcaRecord): Promise<void>;
  /** Undoes `wait` for a record that could not be created. */
  forget(recordId: string): Promise<void>;
  /** Has a record that was never linked wait no more; false: it was, or is now, and must stay. */
  letGo(recordId: string): Promise<boolean>;
  /** Links a position to the oldest waiting record of its terms, else to a new one. The same position again gives the same record. */
  link(position: SeenPosition): Promise<PositionLink>;
  /** Takes a link back; its record waits again. */
  unlink(link: PositionLink): Promise<void>;
  find(position: { chainId: number; vault: string; wallet: string; positionId: number }): Promise<PositionLink | null>;
  ofRecord(recordId: string): Promise<PositionLink | null>;
  inBlocks(chainId: number, fromBlock: number, toBlock: number | null): Promise<readonly PositionLink[]>;
  /** The record that was just made for a position of these terms and that no client has asked for; from now on it is this client's. */
  takeUnasked(terms: DcaTerms): Promise<PositionLink | null>;
};

export const DCA_WAITING_RECORDS: CollectionSpec = {
  name: 'dca-waiting-records',
  unique: [['wallet', 'slot']],
  indexes: [
    ['wallet', 'slot'],
    ['termsKey', 'createdAtMs'],
  ],
  form: documentForm<WaitingRecord>({ wallet: text, slot: text, termsKey: text, createdAtMs: number, record: newDcaRecordForm }),
};
export const DCA_LINKS: CollectionSpec = {
  name: 'dca-links',
  unique: [['recordId']],
  indexes: [
    ['chainId', 'blockNumber'],
    ['termsKey', 'isUnasked', 'linkedAtMs'],
  ],
  form: documentForm<PositionLink>({
    ...{ chainId: integer, vault: text, wallet: text, positionId: integer, recordId: text, termsKey: text },
    ...{ blockNumber: integer, blockHash: text, linkedAtMs: number, isUnasked: flag, record: newDcaRecordForm },
  }),
};

export function createLinkBook(deps: { records: RecordStore; clock: Clock }): LinkBook {
  const { clock } = deps;
  const waiting = deps.records.collection<WaitingRecord>(DCA_WAITING_RECORDS);
  const links = deps.records.collection<PositionLink>(DCA_LINKS);

  const oldestWaiting = async (termsKey: string): Promise<Stored<WaitingRecord> | null> =>
    (await waiting.find({ where: { termsKey }, sort: { field: 'createdAtMs', order: 'ascending' }, limit: 1 })).rows[0] ?? null;

  /**
   * A client's record may begin to wait between our look for one and our link: then neither saw the other. So after the link is made
   * we look again (and `createDcaService` looks for a link again after its record waits): whichever comes second finds the first.
   */
  async function givenToLateRecord(id: string, link: PositionLink, amounts: readonly string[]): Promise<PositionLink> {
    const stored = await links.get(id);
    if (stored === null || stored.recordId !== link.recordId || !stored.isUnasked) return link;
    for (const amountBaseUnits of amounts) {
      const late = await oldestWaiting(termsKeyOf({ ...link.record.terms, amountBaseUnits }));
      if (late === null) continue;
      const given = { ...link, recordId: late.record.recordId, record: late.record, isUnasked: false };
      if (!(await links.update(id, stored.rev, given))) return link;
      await waiting.remove(late._id);
      return given;
    }
    return link;
  }

  const book: LinkBook = {
    async wait(record) {
      const { wallet } = record.terms;
      const value = { wallet, termsKey: termsKeyOf(record.terms), createdAtMs: clock.now(), record };
      /** Slots of which the row cannot be read, so that no page has it. */
      const unreadable = new Set<string>();
      for (;;) {
        const { rows } = await waiting.find({
          where: { wallet },
          sort: { field: 'slot', order: 'ascending' },
          limit: MAX_WAITING_PER_WALLET * 2,
        });
        const used = new Map(rows.map((row) => [row.slot, row]));
        const slot = SLOTS.find((one) => !used.has(one) && !unreadable.has(one));
        if (slot === undefined) {
          const neverLinked = SLOTS.flatMap((one) => used.get(one) ?? []);
          const [oldest] = neverLinked.sort((a, b) => a.createdAtMs - b.createdAtMs);
          if (oldest === undefined) throw noSlot();
          await waiting.remove(oldest._id);
          continue;
        }
        const result = await unlessUnreadable(waiting.insert(record.recordId, { ...value, slot }));
        if (result === null) unreadable.add(slot);
        else if (result.inserted || result.exists._id === record.recordId) return;
      }
    },

    async letGo(recordId) {
      const row = await waiting.get(recordId);
      if (row !== null && !SLOTS.includes(row.slot)) return false;
      if (row !== null) await waiting.remove(recordId);
      // Looked at last: who links it takes its row first, and makes its record again where that is gone.
      return (await links.findOne({ recordId })) === null;
    },

    async forget(recordId) {
      await waiting.remove(recordId);
    },

    async link(position) {
      const id = linkIdOf({ ...position, chainId: position.terms.chainId, wallet: position.terms.wallet });
      const termsKey = termsKeyOf(position.terms);
      for (;;) {
        const known = await links.get(id);
        if (known !== null) {
          if (known.termsKey === termsKey) {
            if (known.blockHash === position.blockHash) return known;
            const moved = { ...linkOf(known), blockNumber: position.blockNumber, blockHash: position.blockHash };
            if (await links.update(id, known.rev, moved)) return moved;
            continue;
          }
          // Its record still holds on to a position that a reorg took: the follower unlinks that first, and this is tried again.
          throw new RetryableError({ code: 'link-is-stale', message: 'This position id belonged to another position before a reorg.' });
        }
        const candidate =
          (await oldestWaiting(termsKey)) ??
          (await oldestWaiting(termsKeyOf({ ...position.terms, amountBaseUnits: position.arrivedBaseUnits })));
        const record = candidate?.record ?? adoptedRecord(id, position);
        const link: PositionLink = {
          chainId: position.terms.chainId,
          vault: position.vault,
          wallet: position.terms.wallet,
          positionId: position.positionId,
          recordId: record.recordId,
          termsKey,
          blockNumber: position.blockNumber,
          blockHash: position.blockHash,
          linkedAtMs: clock.now(),
          isUnasked: record.isAdopted,
          record,
        };
        const result = await links.insert(id, link);
        // Whoever won, this record waits no longer: it is linked, to this position or to another one.
        const isTaken = result.inserted || result.exists.recordId === record.recordId;
        if (candidate !== null && isTaken) await waiting.remove(candidate._id);
        if (!result.inserted) continue;
        return candidate === null ? await givenToLateRecord(id, link, [position.terms.amountBaseUnits, position.arrivedBaseUnits]) : link;
      }
    },

    async unlink(link) {
      const { recordId, wallet } = link;
      const value = { wallet, slot: `again-${recordId}`, termsKey: termsKeyOf(link.record.terms), createdAtMs: link.linkedAtMs };
      await waiting.insert(recordId, { ...value, record: link.record });
      await links.remove(linkIdOf(link));
    },

    find: async (position) => await links.get(linkIdOf(position)),
    ofRecord: (recordId) => links.findOne({ recordId }),

    async inBlocks(chainId, fromBlock, toBlock) {
      const found: PositionLink[] = [];
      const range = { field: 'blockNumber', from: fromBlock, ...(toBlock === null ? {} : { to: toBlock }) };
      for await (const { rows } of pagesOf((after) => links.find({ where: { chainId }, range, limit: 500, ...after }))) found.push(...rows);
      return found;
    },

    async takeUnasked(terms) {
      for (;;) {
        const { rows } = await links.find({
          where: { termsKey: termsKeyOf(terms), isUnasked: true },
          range: { field: 'linkedAtMs', from: clock.now() - CLAIM_WINDOW_MS },
          limit: 1,
        });
        const [found] = rows;
        if (found === undefined) return null;
        const asked = { ...linkOf(found), isUnasked: false };
        if (await links.update(found._id, found.rev, asked)) return asked;
      }
    },
  };
  return book;
}

const SLOTS = Array.from({ length: MAX_WAITING_PER_WALLET }, (_, i) => String(i).padStart(2, '0'));

function noSlot(): TerminalError {
  return new TerminalError({
    code: 'wrong-data',
    status: 500,
    message: 'None of the records of this wallet that wait for their position can be read.',
  });
}

/** What has to agree for a position to be a record's. */
export function termsKeyOf({ chainId, wallet, fromToken, toToken, amountBaseUnits, frequency, durationSec }: DcaTerms): string {
  return [chainId, wallet, fromToken, toToken, amountBaseUnits, frequency, durationSec].join('/');
}

function linkIdOf({ chainId, vault, wallet, positionId }: { chainId: number; vault: string; wallet: string; positionId: number }): string {
  return `${chainId}/${vault}/${wallet}/${positionId}`;
}

/** A link without the store's own fields. */
function linkOf(stored: Stored<PositionLink>): PositionLink {
  const { _id, rev, ...link } = stored;
  return link;
}

/** The record of a position that nobody asked for. Its id follows from the position, so that finding it twice makes one record. */
function adoptedRecord(linkId: string, position: SeenPosition): NewDcaRecord {
  const hex = createHash('sha256')
    .update(`${linkId}/${termsKeyOf(position.terms)}`)
    .digest('hex');
  const recordId = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
  return { recordId, terms: position.terms, isAutoBuy: position.isAutoBuy, timeFrame: null, isAdopted: true };
}
