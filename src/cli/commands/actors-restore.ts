import type { RestorePoint, RestorePreview } from '../../runtime/operator/restore-actor.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { asJson } from '../../values/json.ts';
import { jsonChanges } from '../../values/json-diff/json-changes.ts';
import type { Command } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { describeChanges } from '../operator/describe-changes.ts';
import { presentRecord, withOperations } from '../operator/open-operations.ts';
import { readTime } from '../operator/read-time.ts';
import { PLACE_OPTIONS, parseOptions, wholeNumber } from '../parse-options.ts';
import { stateText } from '../table.ts';
import { takeArguments } from '../take-arguments.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  ...PLACE_OPTIONS,
  yes: { type: 'boolean' },
  revision: { type: 'string' },
  before: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

export const actorsRestore: Command = {
  name: 'actors restore',
  parameters: 'ID --revision N | --before TIME; [--dry-run] [--yes] [--json]',
  summary: 'give an actor the state of an earlier revision, or of a time, as a new one; shows what changes, and asks',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { id, point } = readPoint(positionals, values);
    const isDryRun = values['dry-run'] === true;
    const restored = await withOperations(values, context, async (actors) => {
      const { revision } = await presentRecord(actors, id);
      const preview = await actors.previewRestore(id, point, revision);
      for (const line of describe(preview)) process.stderr.write(`${line}\n`);
      if (isDryRun) return preview.record;
      await confirm(context, `Restore ${id} to revision ${preview.revision}?`, values.yes === true);
      // What was shown is what is done: an actor that has moved on meanwhile is left alone.
      return await actors.restore(id, preview.revision ?? point, revision);
    });
    if (values.json === true) context.say(JSON.stringify(restored));
    else if (isDryRun) context.say('Nothing was changed.');
    else if (restored !== null) context.say(`${id} is at revision ${restored.revision}, in ${stateText(restored.snapshot.value)}.`);
  },
};

function readPoint(
  positionals: readonly string[],
  { revision, before }: { readonly revision?: string | undefined; readonly before?: string | undefined },
): { readonly id: string; readonly point: RestorePoint } {
  if (before !== undefined) {
    if (revision !== undefined) throw new UsageError('it takes --revision or --before, not both');
    return { id: takeArguments(positionals, ['id']).id, point: { beforeMs: readTime('--before', before) } };
  }
  const named = revision === undefined ? positionals : [...positionals, revision];
  const { id, revision: text } = takeArguments(named, ['id', 'revision']);
  return { id, point: wholeNumber('REVISION', text, 1) };
}

/** @throws TerminalError `restore-refused`, with why */
function describe({ current, record, revision, why }: RestorePreview): string[] {
  if (record === null) throw new TerminalError({ code: 'restore-refused', message: why ?? `${current.id} cannot be restored.` });
  const [from, to] = [current, record].map(({ snapshot }) => stateText(snapshot.value));
  const kept = new Set(record.outbox.map(({ key }) => key));
  return [
    `${current.id}: ${from} (revision ${current.revision}) -> ${to} (as revision ${revision})`,
    ...describeChanges(jsonChanges(asJson(current.snapshot), asJson(record.snapshot))).map((line) => `  ${line}`),
    ...current.outbox.map(
      ({ name, key, state }) => `  effect ${name} ${key} (${state}): ${kept.has(key) ? 'kept' : 'dropped, it has not begun'}`,
    ),
    '  Effects that were settled are not run again. What happened outside is not taken back.',
  ];
}
