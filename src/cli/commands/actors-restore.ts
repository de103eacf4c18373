import type { ActorRecord } from '../../runtime/record.ts';
import type { Command } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { describeDifferences, differences } from '../operator/differences.ts';
import { presentRecord, recordAt, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, parseOptions, wholeNumber } from '../parse-options.ts';
import { stateText } from '../table.ts';
import { takeArguments } from '../take-arguments.ts';

const OPTIONS = { ...PLACE_OPTIONS, yes: { type: 'boolean' }, revision: { type: 'string' } } as const;

export const actorsRestore: Command = {
  name: 'actors restore',
  parameters: 'ID --revision N [--yes] [--json]',
  summary: 'give an actor the state of an earlier revision, as a new one; shows what changes, and asks',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const named = values.revision === undefined ? positionals : [...positionals, values.revision];
    const { id, revision: text } = takeArguments(named, ['id', 'revision']);
    const revision = wholeNumber('REVISION', text, 1);
    const restored = await withOperations(values, context, async (actors) => {
      const current = await presentRecord(actors, id);
      const target = await recordAt(actors, current, revision);
      for (const line of preview(current, target)) process.stderr.write(`${line}\n`);
      await confirm(context, `Restore ${id} to revision ${revision}?`, values.yes === true);
      // What was shown is what is done: an actor that has moved on meanwhile is left alone.
      return await actors.restore(id, revision, current.revision);
    });
    if (values.json === true) context.say(JSON.stringify(restored));
    else context.say(`${id} is at revision ${restored.revision}, in ${stateText(restored.snapshot.value)}.`);
  },
};

function preview(current: ActorRecord, target: ActorRecord): string[] {
  const [from, to] = [current, target].map(({ snapshot }) => stateText(snapshot.value));
  const kept = new Set(target.outbox.map(({ key }) => key));
  return [
    `${current.id}: ${from} (revision ${current.revision}) -> ${to} (as revision ${target.revision})`,
    ...describeDifferences(differences(current.snapshot, target.snapshot)).map((line) => `  ${line}`),
    ...current.outbox.map(
      ({ name, key, state }) =>
        `  effect ${name} ${key} (${state}): ${state === 'ready' && !kept.has(key) ? 'dropped, it has not begun' : 'kept'}`,
    ),
    '  Effects that were settled are not run again. What happened outside is not taken back.',
  ];
}
