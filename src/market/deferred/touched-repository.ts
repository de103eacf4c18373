import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import { documentForm, integer, text } from '../../values/document-form.ts';
import { pagesOf } from '../../values/pages-of.ts';

type TouchedRow = { readonly place: string; readonly subject: string; readonly blockNumber: number };
type Place = { readonly chainId: number; readonly address: Address };

/**
 * The collection that contains the records (positions or agents) that the events of a vault concern: one entry per record, with the newest
 * block that contains such an event.
 */
export const TOUCHED: CollectionSpec = {
  name: 'vault-touched',
  indexes: [['place', 'blockNumber']],
  form: documentForm<TouchedRow>({ place: text, subject: text, blockNumber: integer }),
};

/**
 * Remembers which records (positions or agents), including finished ones, must be read from the vault again when a reorg removes blocks
 * with their events. The results of events are stored in the records' actors; an event only indicates that the vault must be read. Every
 * write may be repeated.
 */
export type TouchedRepository = {
  /** Records the block of an event that concerns a record. It must be called before the event has any effect. */
  note(place: Place, subject: string, blockNumber: number): Promise<void>;
  /** Returns the ids of the records with an event in block `fromBlock` or a later one. */
  since(place: Place, fromBlock: number): Promise<readonly string[]>;
  /**
   * Deletes a record's entry after the record was read from the vault again. The entry is kept if an event in another block was recorded in
   * the meantime.
   */
  forget(place: Place, subject: string, fromBlock: number): Promise<void>;
};

export function createTouchedRepository(deps: { readonly records: RecordStore }): TouchedRepository {
  const rows = deps.records.collection<TouchedRow>(TOUCHED);
  const placeOf = ({ chainId, address }: Place): string => `${chainId}/${address}`;

  return {
    async note(where, subject, blockNumber) {
      const place = placeOf(where);
      const id = `${place}/${subject}`;
      const known = await rows.get(id);
      if (known === null || known.blockNumber < blockNumber) await rows.put(id, { place, subject, blockNumber });
    },

    async since(where, fromBlock) {
      const found: string[] = [];
      const query = { where: { place: placeOf(where) }, range: { field: 'blockNumber', from: fromBlock }, limit: 500 } as const;
      for await (const page of pagesOf((after) => rows.find({ ...query, ...after })))
        found.push(...page.rows.map(({ subject }) => subject));
      return found;
    },

    async forget(where, subject, fromBlock) {
      const id = `${placeOf(where)}/${subject}`;
      const known = await rows.get(id);
      if (known !== null && known.blockNumber >= fromBlock) await rows.remove(id);
    },
  };
}
