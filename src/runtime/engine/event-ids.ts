import type { IdSource } from '../../values/id-source.ts';

/** Of a UUID: 60 random bits. */
const OWN_PART = 18;

/**
 * Ids for events that came without one: this process's own random part and a count. As unique as the part is, and several times
 * cheaper to make and shorter to store than a random id for each.
 */
export function createEventIds(ids: IdSource): IdSource {
  const own = ids().slice(0, OWN_PART);
  let count = 0;
  return () => {
    count += 1;
    return `${own}-${count.toString(36)}`;
  };
}
