import type { Json } from '../../../../values/json.ts';
import { type Change, jsonChanges } from '../../../../values/json-diff/json-changes.ts';

/**
 * Earlier names of outbox fields. Replies contain these values under the old and the new names, so changes of the old fields are ignored.
 */
const EARLIER_NAMES: readonly unknown[] = ['claimedBy', 'claimUntilMs'];

/** Lists the changes from one record of the operator API to another, each change only once. */
export function recordChanges(before: Json, after: Json): readonly Change[] {
  return jsonChanges(before, after).filter(({ path }) => path[0] !== 'outbox' || path.length !== 3 || !EARLIER_NAMES.includes(path[2]));
}
