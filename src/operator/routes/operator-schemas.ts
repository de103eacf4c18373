import * as v from 'valibot';
import type { KeyInfo } from '../../values/index-keys.ts';
import { WHY_TONES } from '../../values/inspection/why.ts';
import { keysSchema } from './key-filters.ts';
import { momentText } from './moment.ts';

const MAX_TEXT = 1_000;
/** Maximum length of a cursor in characters, enough for the longest ids, in whatever script they are written. */
const MAX_CURSOR = 10_000;
const MOST = 1_000;

export const text = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TEXT));

const wholeText = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9][0-9]{0,14}$/, 'Expected a whole number from 1.'),
    v.transform((digits) => Math.min(most, Number(digits))),
  );

export const revisionText = wholeText(Number.MAX_SAFE_INTEGER);
export const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'Expected a revision: a whole number from 1.'));

/** Schema of an actor's id in a path, percent-encoded: `dca-position%2F42`. */
export const actorId = v.pipe(text, v.regex(/^[^/]+\/[\s\S]+$/, 'Expected an id: TYPE/KEY, with the slash encoded as %2F.'));

/** Schema of the actor filters that are not index keys. Lists, counts and bulk actions use the same filters. */
export const filterQuery = v.object({
  type: v.optional(text),
  /** Filter by status; several statuses are separated by commas. */
  status: v.optional(text),
  health: v.optional(v.picklist(['ok', 'backing-off', 'quarantined'])),
  prefix: v.optional(text),
  /** Filter by a search text: the start of an id, of a key, or of a searched index key. */
  search: v.optional(text),
  overdue: v.optional(v.picklist(['0', '1']), '0'),
  held: v.optional(v.picklist(['0', '1']), '0'),
  /**
   * Filter by the reason for which actors are blocked. The value is the code of an explanation, as in the replies of `GET /actors/:id/why`.
   */
  blockedBy: v.optional(text),
  /** Selects only the actors whose last change is at or after this time. */
  changedFrom: v.optional(momentText),
  /** Selects only the actors whose last change is before this time. */
  changedTo: v.optional(momentText),
});

const cursor = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_CURSOR));

export const listQuery = v.object({
  ...filterQuery.entries,
  sort: v.optional(v.picklist(['created', 'updated', 'wake']), 'created'),
  order: v.optional(v.picklist(['oldest', 'newest']), 'oldest'),
  limit: v.optional(wholeText(MOST), '50'),
  cursor: v.optional(cursor),
  fields: v.optional(v.picklist(['all', 'head']), 'all'),
});

export const historyQuery = v.object({ before: v.optional(revisionText), limit: v.optional(wholeText(MOST), '20') });

export const actsQuery = v.object({ limit: v.optional(wholeText(MOST), '50'), cursor: v.optional(text) });

const milliseconds = v.nullable(v.number());
const recordedError = v.nullable(v.object({ code: v.string(), message: v.string(), atMs: v.number() }));

/** Schema of a stored actor record, for the OpenAPI document. */
const recordMembers = {
  id: v.string(),
  type: v.string(),
  shard: v.number(),
  revision: v.number(),
  version: v.number(),
  epoch: v.number(),
  snapshot: v.looseObject({ status: v.string(), value: v.unknown(), context: v.looseObject({}) }),
  applied: v.array(v.string()),
  dueAtMs: milliseconds,
  wakeAtMs: milliseconds,
  outbox: v.array(
    v.object({
      key: v.string(),
      name: v.string(),
      params: v.unknown(),
      state: v.picklist(['ready', 'leased', 'indeterminate']),
      attempts: v.number(),
      nextAttemptAtMs: v.number(),
      leasedBy: v.nullable(v.string()),
      leaseUntilMs: milliseconds,
      claimedBy: v.pipe(v.nullable(v.string()), v.description('Deprecated: the earlier name of `leasedBy`.')),
      claimUntilMs: v.pipe(milliseconds, v.description('Deprecated: the earlier name of `leaseUntilMs`, in UTC ms.')),
      lastError: recordedError,
    }),
  ),
  health: v.object({
    state: v.picklist(['ok', 'backing-off', 'quarantined']),
    failures: v.number(),
    sinceMs: milliseconds,
    untilMs: milliseconds,
    lastError: recordedError,
  }),
  createdAtMs: v.number(),
  updatedAtMs: v.number(),
};

/** The schemas of an actor in replies, including its index keys. */
export function recordSchemas(keys: readonly KeyInfo[]) {
  const ofKeys = { keys: keysSchema(keys) };
  const record = v.object({ ...recordMembers, ...ofKeys });
  const { shard, epoch, snapshot, applied, outbox, ...headMembers } = recordMembers;
  return {
    record,
    /** Schema of an actor in a list: the actor's record without the context of its state machine. */
    head: v.object({
      ...headMembers,
      ...ofKeys,
      outboxLength: v.number(),
      /** Whether the actor has triggers: a watched value, such as a price, may wake it before `wakeAtMs`. */
      hasTriggers: v.boolean(),
      title: v.pipe(
        v.nullable(v.string()),
        v.description('A one-line title that says what the actor does; null for an actor without a title.'),
      ),
      why: v.pipe(
        v.nullable(v.object({ code: v.string(), tone: v.picklist(WHY_TONES), sentence: v.string() })),
        v.description(
          "Why the actor waits, found from the actor's stored record only; null for an unknown type. `GET /actors/:id/why` also uses " +
            'current data.',
        ),
      ),
    }),
    entry: v.object({
      revision: v.number(),
      atMs: v.number(),
      event: v.object({ id: v.string(), type: v.string(), payload: v.unknown() }),
      cause: v.object({ kind: v.string(), by: v.optional(v.string()) }),
      from: v.nullable(v.unknown()),
      to: v.unknown(),
      record,
    }),
    acted: v.object({ record, changed: v.boolean(), accepted: v.boolean() }),
  };
}

export const findingSchema = v.object({
  id: v.string(),
  outcome: v.picklist(['create', 'replace', 'same', 'exists', 'refuse']),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
});
