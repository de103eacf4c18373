import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import { stderrProgress } from '../operator/count-progress.ts';
import { importLines } from '../operator/import-lines.ts';
import { withOperations } from '../operator/open-operations.ts';
import { readLines } from '../operator/read-lines.ts';
import { flag, PLACE_OPTIONS } from '../options.ts';

const OPTIONS = {
  replace: flag('also replace actors that already exist'),
  yes: flag('make the changes; without it nothing is changed'),
  ...PLACE_OPTIONS,
};
/** Maximum number of import problems that are printed. `--json` prints all problems that were collected, and their counts. */
const MOST_SHOWN = 20;

export const snapshotsImport = defineCommand({
  name: 'snapshots import',
  parameters: 'FILE [--replace] [--yes] [--json]',
  summary: 'import records that "snapshots export" has written, from FILE ("-": standard input); without --yes only shows a preview',
  arguments: { file: 'FILE' },
  options: OPTIONS,
  async run({ file }, values, context) {
    const { json = false, replace = false, yes: apply = false } = values;
    // The file is opened when reading starts, because an error handler is attached to the file only from then on.
    const open = () => (file === '-' ? process.stdin : createReadStream(resolve(context.folder, file)));
    const progress = stderrProgress('records');
    const options = { replace, apply, mostTroubles: MOST_SHOWN, onDone: progress.add };
    const summary = await withOperations(values, context, (actors) => importLines(readLines(open()), actors, options)).finally(
      progress.end,
    );
    const { counts, troubles } = summary;
    if (json) context.say(JSON.stringify({ applied: apply, ...summary }));
    else {
      for (const { line, id, message } of troubles) context.say(`line ${line}${id === '' ? '' : `, ${id}`}: ${message}`);
      const [made, replaced] = apply ? ['created', 'replaced'] : ['to be created', 'to be replaced'];
      context.say(
        `${counts.create} ${made}, ${counts.replace} ${replaced}, ${counts.same} already equal, ${counts.exists} existing ones not replaced, ${counts.refuse} refused.`,
      );
      if (!apply && counts.create + counts.replace > 0) context.say('Nothing was changed. Add --yes to make the changes.');
    }
    const left = counts.exists + counts.refuse;
    if (left === 0) return;
    const hint = counts.exists > 0 ? ' Add --replace to replace existing actors.' : '';
    throw new TerminalError({ code: 'not-all-imported', message: `${left} records ${apply ? 'were' : 'would be'} not imported.${hint}` });
  },
});
