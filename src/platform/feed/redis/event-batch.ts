import {
  array,
  integer,
  literal,
  looseObject,
  nullable,
  nullish,
  number,
  object,
  optional,
  pipe,
  record,
  safeParse,
  string,
  tuple,
  union,
} from 'valibot';
import type { FeedNotice, SeenEvent } from '../live-feed.ts';

/** Events that one node has appended to the shared stream together, each with its sequence number on that node. */
export type EventBatch = readonly (readonly [seq: number, event: SeenEvent | FeedNotice])[];

/** Version of the batch encoding. Since version 2, index keys are encoded with their names. */
const VERSION = 2;

// Only the fields that filters use are validated. The other fields of an event are passed on unchanged.
const seenEvent = looseObject({
  kind: string(),
  atMs: number(),
  id: optional(string()),
  type: optional(string()),
  indexKeys: nullish(record(string(), nullable(union([string(), number()])))),
});
const batch = object({ v: literal(VERSION), events: array(tuple([pipe(number(), integer()), seenEvent])) });

export function encodeBatch(events: EventBatch): string {
  return JSON.stringify({ v: VERSION, events });
}

/** Parses a batch; null for a batch of another version, or for data that none of our nodes wrote. */
export function decodeBatch(text: string): EventBatch | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const result = safeParse(batch, value);
  if (!result.success) return null;
  return result.output.events.map(([seq, { id, type, indexKeys, ...rest }]): [number, SeenEvent] => [
    seq,
    {
      ...rest,
      ...(id === undefined ? {} : { id }),
      ...(type === undefined ? {} : { type }),
      ...(indexKeys === undefined ? {} : { indexKeys }),
    },
  ]);
}
