import type { IdSource } from '../../values/id-source.ts';

/** Number of characters that are taken from a UUID as the random part of event ids; they contain 60 random bits. */
const OWN_PART = 18;

/**
 * Creates ids for events whose sender has chosen none. An id consists of a random part for this process, and a counter. So it is as unique
 * as the random part, and much cheaper and shorter than a new random id for each event.
 */
export function createEventIds(ids: IdSource): IdSource {
  const own = ids().slice(0, OWN_PART);
  let count = 0;
  return () => {
    count += 1;
    return `${own}-${count.toString(36)}`;
  };
}
