import { MOST_UNPROVED, UNPROVED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { StrangersActors } from '../../module/forget-strangers.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';
import type { LinkRepository } from './link-repository.ts';
import { DCA_MERGED_FIELDS } from './merged-fields.ts';

/**
 * Lists the DCA records without an on-chain position, so that they count towards the limit on data of unauthenticated clients. Anyone can
 * create such records without paying anything.
 */
export function dcaStrangers(deps: {
  readonly records: RecordStore;
  readonly store: Pick<ActorStore, 'count'>;
  readonly links: Pick<LinkRepository, 'letGo'>;
}): StrangersActors {
  const { records, store, links } = deps;
  const merged = records.collection(DCA_MERGED_FIELDS);
  return {
    ...{ type: 'dca-position', statuses: ['pending'], isListExact: true },
    ...{ keptMs: UNPROVED_KEPT_MS, most: MOST_UNPROVED },
    isUnproved: ({ keys }) => keys.status === 'pending',
    sinceMs: ({ createdAtMs }) => createdAtMs,
    count: () => store.count({ type: 'dca-position', statuses: ['pending'] }),
    async letGo({ key }) {
      const goes = await links.letGo(key);
      if (goes) await merged.remove(key);
      return goes;
    },
  };
}
