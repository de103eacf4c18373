import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import { documentForm, integer, text } from '../../values/document-form.ts';
import { pagesOf } from '../../values/pages-of.ts';

type TouchedRow = { readonly place: string; readonly subject: string; readonly blockNumber: number };
type Place = { readonly chainId: number; readonly address: string };

/** Whom an event of a vault concerned: one row for each, with the newest block that has such an event. */
export const TOUCHED: CollectionSpec = {
  name: 'vault-touched',
  indexes: [['place', 'blockNumber']],
  form: documentForm<TouchedRow>({ place: text, subject: text, blockNumber: integer }),
};

/**
 * What a vault's events led to stands in the actors, and an event is only a hint to read the vault: when the chain takes blocks back, those
 * whose events lay in them have to look again, also those that had come to an end. Every write may be repeated.
 */
export type TouchedBook = {
  /** Before the event has any effect. */
  note(place: Place, subject: string, blockNumber: number): Promise<void>;
  /** Those with an event in this block or a later one. */
  since(place: Place, fromBlock: number): Promise<readonly string[]>;
  /** They were told; of those that were touched again meanwhile, the row stays. */
  forget(place: Place, subject: string, fromBlock: number): Promise<void>;
};

export function createTouchedBook(deps: { readonly records: RecordStore }): TouchedBook {
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
