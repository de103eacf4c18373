import { putIfUnchanged } from '../../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { DCA_CLAIMABLE } from '../../values/dca-claimable.ts';
import { documentForm, number, object } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { checkMergedClaim } from './check-claim.ts';
import type { DcaPositions } from './dca-positions.ts';
import type { DcaReading } from './dca-record.ts';

/** The fields that clients merged into one DCA record. The document's id is the id of the DCA record. */
type MergedFields = {
  /** Client fields whose names differ from the names of the record's own fields. */
  readonly extras: JsonObject;
  /** Values that clients stated for the record's own fields, and the time of the latest of these values. */
  readonly claims: JsonObject;
  readonly claimedAtMs: number;
};

/**
 * Maximum number of characters of client fields in one list of records. When it is reached, the remaining records are listed without client
 * fields. The limit is needed because anyone may merge 32 KB into each of a hundred records.
 */
const MOST_LISTED_CHARACTERS = 262_144;
const ROWS_AT_ONCE = 8;

export const DCA_MERGED_FIELDS: CollectionSpec = {
  name: 'dca-merged-fields',
  form: documentForm<MergedFields>({ extras: object, claims: object, claimedAtMs: number }),
};

/**
 * Stores client fields separately from the records, in one row for each record, and adds them to the records that clients read. Client
 * fields are fields without effect that any client may write. If the actor stored them, each change would create a revision that the
 * history keeps for months. When a record is linked to a position on the chain, the chain determines some fields; a client's value for such
 * a field is shown only until the next tick reads the chain.
 */
export function withMergedFields<Positions extends DcaPositions>(
  positions: Positions,
  deps: { readonly records: RecordStore; readonly clock: Clock; readonly tickEveryMs: number },
): Positions {
  const { clock, tickEveryMs } = deps;
  const rows = deps.records.collection<MergedFields>(DCA_MERGED_FIELDS);

  return {
    ...positions,

    async claim(recordId, fields) {
      const reading = await positions.read(recordId);
      if (reading === null)
        throw new TerminalError({ code: 'dca-not-found', message: 'No DCA position with this id exists.', status: 404 });
      const entries = Object.entries(fields);
      const claims = Object.fromEntries(entries.filter(([name]) => DCA_CLAIMABLE.has(name)));
      const extras = Object.fromEntries(entries.filter(([name]) => isExtra(reading, name)));
      for (;;) {
        const row = await rows.get(recordId);
        // The size is checked inside the update. If the size were checked before the update, two concurrent merges could each find enough
        // space and together exceed the limit.
        if (!isStatusAlone(entries)) checkMergedClaim(shown(reading, row).record, fields);
        const stands = row !== null && isShown(reading, row);
        const next = {
          extras: { ...row?.extras, ...extras },
          claims: Object.keys(claims).length === 0 ? (row?.claims ?? {}) : { ...(stands ? row.claims : {}), ...claims },
          claimedAtMs: Object.keys(claims).length === 0 ? (row?.claimedAtMs ?? 0) : clock.now(),
        };
        if (await putIfUnchanged(rows, recordId, row, next)) return shown(reading, next);
      }
    },

    async read(recordId) {
      const reading = await positions.read(recordId);
      return reading === null ? null : shown(reading, await rows.get(recordId));
    },

    async listOf(wallet) {
      const readings = await positions.listOf(wallet);
      const found = new Map<string, MergedFields>();
      // Linked records come first. Other people can add large client fields to a wallet's unlinked records; when the size limit is reached,
      // only the client fields of unlinked records are then hidden.
      const inTurn = [...readings.filter(isLinked), ...readings.filter((reading) => !isLinked(reading))].map(({ record }) => record.id);
      let room = MOST_LISTED_CHARACTERS;
      for (let at = 0; at < inTurn.length && room > 0; at += ROWS_AT_ONCE) {
        for (const row of await rows.getMany(inTurn.slice(at, at + ROWS_AT_ONCE))) {
          found.set(row._id, row);
          room -= JSON.stringify(row).length;
        }
      }
      return readings.map((reading) => shown(reading, found.get(reading.record.id) ?? null));
    },
  };

  function shown(reading: DcaReading, row: MergedFields | null): DcaReading {
    if (row === null) return reading;
    const extras = Object.fromEntries(Object.entries(row.extras).filter(([name]) => isExtra(reading, name)));
    const added = { ...extras, ...(isShown(reading, row) ? row.claims : {}) };
    return {
      ...reading,
      record: { ...reading.record, ...added },
      merged: [...new Set([...(reading.merged ?? []), ...Object.keys(added)])],
    };
  }

  function isShown({ record }: DcaReading, { claimedAtMs }: MergedFields): boolean {
    return record.positionId === null || Math.floor(claimedAtMs / tickEveryMs) === Math.floor(clock.now() / tickEveryMs);
  }
}

const isLinked = ({ record }: DcaReading): boolean => record.positionId !== null;

/**
 * Whether a client's change concerns only the field `status`. Such a change is never refused because of the size of other client fields.
 */
function isStatusAlone(entries: readonly (readonly [string, unknown])[]): boolean {
  return entries.length === 1 && entries[0]?.[0] === 'status';
}

function isExtra({ record, merged = [] }: DcaReading, name: string): boolean {
  return !DCA_CLAIMABLE.has(name) && (!Object.hasOwn(record, name) || merged.includes(name));
}
