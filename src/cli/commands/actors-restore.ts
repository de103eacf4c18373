import type { Command } from '../command.ts';
import { confirm, operatorName } from '../operator/confirm.ts';
import { describeDifferences, differences } from '../operator/differences.ts';
import { presentRecord, recordAt, withActors } from '../operator/open-actors.ts';
import { parseOptions, STORE_OPTIONS, wholeNumber } from '../parse-options.ts';
import { stateText } from '../table.ts';
import { takeArguments } from '../take-arguments.ts';

const OPTIONS = { ...STORE_OPTIONS, yes: { type: 'boolean' } } as const;

export const actorsRestore: Command = {
  name: 'actors restore',
  parameters: 'ID REVISION [--yes] [--json]',
  summary: 'give an actor the state of an earlier revision, as a new one; shows what changes, and asks',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { id, revision: text } = takeArguments(positionals, ['id', 'revision']);
    const revision = wholeNumber('REVISION', text, 1);
    const tell = (line: string) => void process.stderr.write(`${line}\n`);
    const restored = await withActors(values.store, context, async (actors) => {
      const current = await presentRecord(actors, id);
      const target = await recordAt(actors, current, revision);
      tell(
        `${id}: ${stateText(current.snapshot.value)} (revision ${current.revision}) -> ${stateText(target.snapshot.value)} (as revision ${revision})`,
      );
      for (const line of describeDifferences(differences(current.snapshot, target.snapshot))) tell(`  ${line}`);
      const kept = new Set(target.outbox.map(({ key }) => key));
      for (const { name, key, state } of current.outbox) {
        tell(`  effect ${name} ${key} (${state}): ${state === 'ready' && !kept.has(key) ? 'dropped, it has not begun' : 'kept'}`);
      }
      tell('  Effects that were settled are not run again. What happened outside is not taken back.');
      await confirm(`Restore ${id} to revision ${revision}?`, values.yes === true);
      return await actors.operator.restore(id, revision, operatorName());
    });
    if (values.json === true) context.say(JSON.stringify(restored));
    else context.say(`${id} is at revision ${restored.revision}, in ${stateText(restored.snapshot.value)}.`);
  },
};
