/** Returns a new id with each call. Injected, so that tests and simulations are repeatable. */
export type IdSource = () => string;

/** Random ids (UUID v4), for ids that must not reveal their creation time. */
export const randomIds: IdSource = () => crypto.randomUUID();

/** Ids that sort by creation time (UUID v7), for index keys. */
export const sortableIds: IdSource = () => Bun.randomUUIDv7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the text form of any UUID, in any casing. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
