/** Where new ids come from. Injected, so that tests and simulations can repeat a run. */
export type IdSource = () => string;

/** Random ids (UUID v4), for what must not tell when it was made. */
export const randomIds: IdSource = () => crypto.randomUUID();

/** Ids that sort by the time they were made (UUID v7), for keys of an index. */
export const sortableIds: IdSource = () => Bun.randomUUIDv7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the text form of any UUID, in any casing. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
