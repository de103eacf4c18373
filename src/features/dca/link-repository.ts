import { type CollectionSpec, type RecordStore, type Stored, unlessUnreadable } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import type { DcaTerms, NewDcaRecord } from '../../values/dca-terms.ts';
import { documentForm, flag, integer, number, text } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Hash } from '../../values/hash.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { uuidOf } from '../../values/uuid-of.ts';
import { newDcaRecordForm } from './dca-record.ts';

/**
 * Maximum number of records per wallet that wait for their on-chain position. A limit is needed because anyone can create records for any
 * wallet. When it is exceeded, the oldest record is removed from the waiting list; new records are not refused, because otherwise others
 * could lock the owner out. If the position of a removed record appears later, it gets a new record.
 */
export const MAX_WAITING_PER_WALLET = 100;
/**
 * Time in ms for which a record that was created from a position on the chain waits for a client's create request. A client may send its
 * transaction first and its create request afterwards; within this time, the request returns the existing record.
 */
const CLAIM_WINDOW_MS = 600_000;

/** A DCA record that waits for its position to appear on the chain. */
type WaitingRecord = {
  readonly wallet: Address;
  /**
   * The place of the record in its wallet's waiting list, `00` to `99`, unique per wallet. The limited number of places limits the number
   * of waiting records even when many are written at the same time. A record that was linked before has another value in this field, and is
   * never removed.
   */
  readonly slot: string;
  readonly termsKey: string;
  readonly createdAtMs: number;
  readonly record: NewDcaRecord;
};

/** The link between a vault's position and its record. The id of the link is the position's id. */
export type PositionLink = {
  readonly chainId: number;
  readonly vault: Address;
  readonly wallet: Address;
  readonly positionId: number;
  readonly recordId: string;
  readonly termsKey: string;
  readonly blockNumber: number;
  readonly blockHash: Hash;
  readonly linkedAtMs: number;
  /** True when the record was created from the position on the chain, and no client has requested it yet. */
  readonly isUnasked: boolean;
  readonly record: NewDcaRecord;
};

/** A position as the on-chain event of its creation describes it. */
export type SeenPosition = {
  readonly vault: Address;
  readonly positionId: number;
  readonly terms: DcaTerms;
  /**
   * The amount that arrived in the vault, in base units. For a token that takes a fee on transfers, it is less than the amount that was
   * sent.
   */
  readonly arrivedBaseUnits: BaseUnits;
  readonly isAutoBuy: boolean;
  readonly blockNumber: number;
  readonly blockHash: Hash;
};

export type LinkRepository = {
  /** Adds a DCA record to the list of records that wait for their on-chain position. */
  wait(record: NewDcaRecord): Promise<void>;
  /**
   * Removes a record from the list of DCA records that wait for their on-chain position, because the record itself could not be created.
   */
  forget(recordId: string): Promise<void>;
  /**
   * Removes from the waiting list a record that was never linked to a position. Returns false when the record is or was linked and must be
   * kept.
   */
  letGo(recordId: string): Promise<boolean>;
  /**
   * Links a position to the oldest waiting record with the same terms; when there is no such record, to a new record. Calling the function
   * again with the same position returns the same link.
   */
  link(position: SeenPosition): Promise<PositionLink>;
  /** Removes the link between a position and its record; the record then waits for a position again. */
  unlink(link: PositionLink): Promise<void>;
  find(position: { chainId: number; vault: Address; wallet: Address; positionId: number }): Promise<PositionLink | null>;
  /** Returns the links (between positions and records) of those positions that are linked to a record. */
  findAll(positions: readonly Pick<PositionLink, 'chainId' | 'vault' | 'wallet' | 'positionId'>[]): Promise<readonly PositionLink[]>;
  ofRecord(recordId: string): Promise<PositionLink | null>;
  inBlocks(chainId: number, fromBlock: number, toBlock: number | null): Promise<readonly PositionLink[]>;
  /**
   * Finds a record that was created from the chain for a position with these terms, and assigns the record to the requesting client.
   * Returns null when there is no such record, or when a client has already requested it.
   */
  takeUnasked(terms: DcaTerms): Promise<PositionLink | null>;
};

export const DCA_WAITING_RECORDS: CollectionSpec = {
  name: 'dca-waiting-records',
  ofWallet: { by: 'wallet' },
  unique: [['wallet', 'slot']],
  indexes: [
    ['wallet', 'slot'],
    ['termsKey', 'createdAtMs'],
  ],
  form: documentForm<WaitingRecord>({ wallet: text, slot: text, termsKey: text, createdAtMs: number, record: newDcaRecordForm }),
};
export const DCA_LINKS: CollectionSpec = {
  name: 'dca-links',
  ofWallet: { by: 'recordId' },
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

export function createLinkRepository(deps: { records: RecordStore; clock: Clock }): LinkRepository {
  const { clock } = deps;
  const waiting = deps.records.collection<WaitingRecord>(DCA_WAITING_RECORDS);
  const links = deps.records.collection<PositionLink>(DCA_LINKS);

  const oldestWaiting = async (termsKey: string): Promise<Stored<WaitingRecord> | null> =>
    (await waiting.find({ where: { termsKey }, sort: { field: 'createdAtMs', order: 'ascending' }, limit: 1 })).rows[0] ?? null;

  /**
   * Searches the waiting list a second time, after the link was written. A client's record may have been added to the list between the
   * first search and the write of the link. `createDcaService`, for its part, searches for a link after it has added a record. So whichever
   * of the two writes comes second, its writer finds the other one.
   */
  async function givenToLateRecord(id: string, link: PositionLink, amounts: readonly BaseUnits[]): Promise<PositionLink> {
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

  const repository: LinkRepository = {
    async wait(record) {
      const { wallet } = record.terms;
      const value = { wallet, termsKey: termsKeyOf(record.terms), createdAtMs: clock.now(), record };
      /**
       * Places in the waiting list that are occupied by documents which cannot be read. Such documents are missing in all query results, so
       * their places would otherwise count as free.
       */
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
      // The link is looked up only after the waiting-list entry was removed. Another process that links the record at the same time also
      // removes the entry, and creates the record again if the record is missing. So no link is overlooked.
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
          // The position id is still linked to the record of an earlier position that a reorg removed. The reader of the vault's events
          // removes that link first; then this call is retried.
          throw new RetryableError({
            code: 'link-is-stale',
            message: 'Before a reorg changed the last blocks of the chain, this position id belonged to another position.',
          });
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
        // The link was written by this call or by a concurrent one. In both cases the record no longer waits for a position if the link
        // refers to this record.
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
    findAll: async (positions) => await links.getMany(positions.map(linkIdOf)),
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
  return repository;
}

const SLOTS = Array.from({ length: MAX_WAITING_PER_WALLET }, (_, i) => String(i).padStart(2, '0'));

function noSlot(): TerminalError {
  return new TerminalError({
    code: 'wrong-data',
    status: 500,
    message: 'This wallet has DCA records that have no position in the vault yet, but none of them can be read.',
  });
}

/** Builds a key from all terms that must be equal for a position to match a record. */
export function termsKeyOf({ chainId, wallet, fromToken, toToken, amountBaseUnits, frequency, durationSec }: DcaTerms): string {
  return [chainId, wallet, fromToken, toToken, amountBaseUnits, frequency, durationSec].join('/');
}

function linkIdOf({
  chainId,
  vault,
  wallet,
  positionId,
}: {
  chainId: number;
  vault: Address;
  wallet: Address;
  positionId: number;
}): string {
  return `${chainId}/${vault}/${wallet}/${positionId}`;
}

/** Returns a link between a position and a record, without the fields that the store adds to stored links. */
function linkOf(stored: Stored<PositionLink>): PositionLink {
  const { _id, rev, ...link } = stored;
  return link;
}

/**
 * Builds the record for a position for which no client has created a record. The id of the record is derived from the position, so that
 * reading the position twice creates only one record.
 */
function adoptedRecord(linkId: string, position: SeenPosition): NewDcaRecord {
  const recordId = uuidOf(`${linkId}/${termsKeyOf(position.terms)}`);
  return { recordId, terms: position.terms, isAutoBuy: position.isAutoBuy, timeFrame: null, isAdopted: true };
}
