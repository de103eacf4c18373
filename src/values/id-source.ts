/** Returns a new id with each call. Tests and simulations pass their own function, so that their ids are repeatable. */
export type IdSource = () => string;

/** Creates random ids (UUID v4), for ids that must not reveal when they were created. */
export const randomIds: IdSource = () => crypto.randomUUID();

/** Creates ids that sort by creation time (UUID v7), for index keys. */
export const sortableIds: IdSource = () => Bun.randomUUIDv7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version, in any casing. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
