import type { Json } from '../../../../values/json.ts';
import { type Change, jsonChanges } from '../../../../values/json-diff/json-changes.ts';

/** Earlier names of fields. Replies contain these fields under the old and the new name, so changes of the old names are ignored. */
const EARLIER_NAMES: readonly unknown[] = ['claimedBy', 'claimUntilMs'];

/** Lists the changes from one record of the operator API to another, each change only once. */
export function recordChanges(before: Json, after: Json): readonly Change[] {
  return jsonChanges(before, after).filter(({ path }) => path[0] !== 'outbox' || path.length !== 3 || !EARLIER_NAMES.includes(path[2]));
}
