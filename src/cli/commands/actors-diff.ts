import { asJson } from '../../values/json.ts';
import { jsonChanges } from '../../values/json-diff/json-changes.ts';
import { pathText } from '../../values/json-diff/path-text.ts';
import { defineCommand } from '../command.ts';
import { describeChanges } from '../operator/describe-changes.ts';
import { presentRecord, recordAt, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS } from '../options.ts';
import { wholeNumber } from '../whole-number.ts';

export const actorsDiff = defineCommand({
  name: 'actors diff',
  parameters: 'ID REVISION [REVISION] [--json]',
  summary: 'show what changed between two revisions of an actor, or from one revision to the newest',
  arguments: { id: 'ID', from: 'REVISION', to: '[REVISION]' },
  options: PLACE_OPTIONS,
  async run({ id, from, to }, values, context) {
    const found = await withOperations(values, context, async (actors) => {
      const present = await presentRecord(actors, id);
      const at = (text: string) => recordAt(actors, present, wholeNumber('REVISION', text, 1));
      const before = await at(from);
      const after = to === undefined ? present : await at(to);
      return jsonChanges(asJson(comparable(before)), asJson(comparable(after)));
    });
    if (values.json === true) context.say(JSON.stringify(found.map((change) => ({ ...change, path: pathText(change.path) }))));
    else if (found.length === 0) context.say('The two revisions differ only in the revision number.');
    else for (const line of describeChanges(found)) context.say(line);
  },
});

/**
 * Removes the fields that change with every revision of an actor, such as the revision number. Without these fields, a comparison of two
 * revisions shows only real changes.
 */
function comparable<T extends { readonly revision: number; readonly applied: unknown; readonly updatedAtMs: number }>(record: T) {
  const { revision: _revision, applied: _applied, updatedAtMs: _updatedAtMs, ...rest } = record;
  return rest;
}
