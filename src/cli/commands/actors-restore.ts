import type { RestorePoint } from '../../runtime/operator/restore-actor.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { asJson } from '../../values/json.ts';
import { jsonChanges } from '../../values/json-diff/json-changes.ts';
import { defineCommand } from '../command.ts';
import type { ExplainedRestore } from '../operator/actor-operations.ts';
import { named } from '../operator/actor-titles.ts';
import { confirm } from '../operator/confirm.ts';
import { describeChanges } from '../operator/describe-changes.ts';
import { presentRecord, withOperations } from '../operator/open-operations.ts';
import { readTime } from '../operator/read-time.ts';
import { flag, PLACE_OPTIONS, text, type ValuesOf, YES_OPTION } from '../options.ts';
import { stateText } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  revision: text('N', 'restore the state of this revision'),
  before: text('TIME', 'restore the state at this time, such as 2026-11-28T12:00:00Z, or UTC ms'),
  'dry-run': flag('show what would change, and change nothing'),
  ...YES_OPTION,
  ...PLACE_OPTIONS,
};

export const actorsRestore = defineCommand({
  name: 'actors restore',
  parameters: 'ID --revision N | --before TIME; [--dry-run] [--yes] [--json]',
  summary: 'restore an actor to an earlier revision or time, as a new revision; shows the changes and asks for confirmation',
  arguments: { id: 'ID', revision: '[REVISION]' },
  options: OPTIONS,
  async run({ id, revision: given }, values, context) {
    const point = readPoint(given, values);
    const isDryRun = values['dry-run'] === true;
    const restored = await withOperations(values, context, async (actors) => {
      const { revision } = await presentRecord(actors, id);
      const preview = await actors.previewRestore(id, point, revision);
      const titles = await actors.titles([id]);
      for (const line of describe(preview, named(id, titles))) process.stderr.write(`${line}\n`);
      if (isDryRun) return preview.record;
      await confirm(context, `Restore ${named(id, titles)} to revision ${preview.revision}?`, values.yes === true);
      // Restores the actor only if its newest revision is still the one that was shown to the operator. If the actor has changed since
      // then, the restore is refused.
      return await actors.restore(id, preview.revision ?? point, revision);
    });
    if (values.json === true) context.say(JSON.stringify(restored));
    else if (isDryRun) context.say('Nothing was changed.');
    else if (restored !== null) context.say(`${id} is at revision ${restored.revision}, in ${stateText(restored.snapshot.value)}.`);
  },
});

function readPoint(given: string | undefined, { revision, before }: Pick<ValuesOf<typeof OPTIONS>, 'revision' | 'before'>): RestorePoint {
  const points = [given, revision, before].filter((point) => point !== undefined);
  if (points.length > 1) throw new UsageError('give either a REVISION or --before, not both');
  if (before !== undefined) return { beforeMs: readTime('--before', before) };
  const [point] = points;
  if (point === undefined) throw new UsageError('--revision or --before is required');
  return wholeNumber('REVISION', point, 1);
}

/** Describes for the operator what restoring an actor would change. @throws TerminalError `restore-refused` with the reason */
function describe({ current, record, revision, why, consequences }: ExplainedRestore, name: string): string[] {
  if (record === null) throw new TerminalError({ code: 'restore-refused', message: why ?? `${current.id} cannot be restored.` });
  const [from, to] = [current, record].map(({ snapshot }) => stateText(snapshot.value));
  const kept = new Set(record.outbox.map(({ key }) => key));
  return [
    `${name}: ${from} (revision ${current.revision}) -> ${to} (as revision ${revision})`,
    ...describeChanges(jsonChanges(asJson(current.snapshot), asJson(record.snapshot))).map((line) => `  ${line}`),
    ...current.outbox.map(
      ({ name, key, state }) => `  effect ${name} ${key} (${state}): ${kept.has(key) ? 'kept' : 'removed, because it has not started'}`,
    ),
    ...consequences.map(({ isStandstill, sentence }) => `  ${isStandstill ? 'does not act afterwards' : 'afterwards'}: ${sentence}`),
    '  Completed effects are not run again. Results outside this service are not reversed.',
  ];
}
