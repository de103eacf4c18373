import type { Json, JsonObject } from '../../../../values/json.ts';
import { isObject } from '../../../../values/json-diff/is-equal.ts';
import { eventTypeOfStored } from '../../../../values/lease-words.ts';
import type { Cause, HistoryEntry, StateValue } from '../../data/actor-record.ts';
import { HistoryFileError, listAt, member, objectAt, oneOf, orNull, textAt, wholeAt } from './file-checks.ts';
import type { HistorySource } from './history-source.ts';
import { readRecord, readState } from './read-record.ts';
import { readTypeInfo } from './read-type-info.ts';
import { readUnits } from './read-units.ts';
import { FORMAT, FORMAT_VERSION } from './write-history-file.ts';

export type OfflineHistory = HistorySource & { readonly exportedAtMs: number; readonly entries: readonly HistoryEntry[] };

const MOST_ENTRIES = 1_000_000;
const CAUSES: readonly Cause['kind'][] = ['http', 'tick', 'effect', 'actor', 'operator', 'system'];

/**
 * Reads a downloaded history file and checks the data on which the views rely, because anybody may have written the file.
 * @throws HistoryFileError that describes the problem and its location in the file
 */
export function readHistoryFile(text: string): OfflineHistory {
  const file = parse(text);
  if (!isObject(file) || member(file, 'format') !== FORMAT) {
    throw new HistoryFileError(
      'This JSON file is not an actor\'s history. Open a file that "Download JSON" in an actor\'s history tab saved.',
    );
  }
  const version = member(file, 'formatVersion');
  if (version !== FORMAT_VERSION) {
    throw new HistoryFileError(
      `This history has format ${JSON.stringify(version) ?? 'unknown'}; this page reads format ${FORMAT_VERSION}.`,
    );
  }
  const id = textAt(member(file, 'id'), 'id');
  const listed = listAt(member(file, 'entries'), 'entries', MOST_ENTRIES).map((entry, i) => readEntry(entry, `entries[${i}]`, id));
  const entries = inOrder(listed);
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) throw new HistoryFileError('This history is empty: "entries" has no items.');
  return {
    id,
    type: orNull(member(file, 'type'), (value) => readTypeInfo(value, 'type')),
    units: readUnits(member(file, 'units'), 'units'),
    exportedAtMs: wholeAt(member(file, 'exportedAtMs'), 'exportedAtMs'),
    newest: first.revision,
    oldest: last.revision,
    entries,
    page: async (before, limit) => pageOf(entries, before, limit),
  };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The browser's error message is truncated, because browsers quote the unreadable text in it, and that text may be long.
    throw new HistoryFileError(`This file is not valid JSON, or is incomplete: ${reason.slice(0, 200)}.`);
  }
}

function readEntry(value: Json, path: string, id: string): HistoryEntry {
  const entry = objectAt(value, path);
  const event = objectAt(member(entry, 'event'), `${path}.event`);
  const revision = wholeAt(member(entry, 'revision'), `${path}.revision`);
  const record = readRecord(member(entry, 'record'), `${path}.record`);
  if (revision < 1) throw new HistoryFileError(`${path}.revision is ${revision}; revisions start at 1.`);
  if (record.id !== id) throw new HistoryFileError(`${path}.record.id is not the id of the actor to which the file belongs.`);
  if (record.revision !== revision) throw new HistoryFileError(`${path}.record.revision differs from the revision of its entry.`);
  return {
    revision,
    atMs: wholeAt(member(entry, 'atMs'), `${path}.atMs`),
    event: {
      id: textAt(member(event, 'id'), `${path}.event.id`),
      type: eventTypeOfStored(textAt(member(event, 'type'), `${path}.event.type`)),
      payload: member(event, 'payload') ?? null,
    },
    cause: readCause(objectAt(member(entry, 'cause'), `${path}.cause`), `${path}.cause`),
    from: orNull(member(entry, 'from'), (from): StateValue => readState(from, `${path}.from`)),
    to: readState(member(entry, 'to'), `${path}.to`),
    record,
  };
}

function readCause(cause: JsonObject, path: string): Cause {
  const kind = oneOf(member(cause, 'kind'), `${path}.kind`, CAUSES);
  const by = orNull(member(cause, 'by'), (value) => textAt(value, `${path}.by`));
  return by === null ? { kind } : { kind, by };
}

/** Sorts the history entries newest first, which the look-up of revisions expects, and checks that no revision appears twice. */
function inOrder(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const sorted = [...entries].sort((one, other) => other.revision - one.revision);
  for (const [i, { revision }] of sorted.entries()) {
    if (sorted[i + 1]?.revision === revision) throw new HistoryFileError(`Revision ${revision} appears twice.`);
  }
  return sorted;
}

function pageOf(entries: readonly HistoryEntry[], before: number, limit: number): readonly HistoryEntry[] {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.revision ?? 0) < before) high = middle;
    else low = middle + 1;
  }
  return entries.slice(low, low + limit);
}
