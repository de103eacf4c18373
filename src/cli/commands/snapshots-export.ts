import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { defineCommand } from '../command.ts';
import { stderrProgress } from '../operator/count-progress.ts';
import { withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, text } from '../options.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  type: text('TYPE', 'export only actors of this type'),
  out: text('FILE', 'write to this new file instead of standard output'),
  ...PLACE_OPTIONS,
};

export const snapshotsExport = defineCommand({
  name: 'snapshots export',
  parameters: '[--type T] [--out FILE] [--json]',
  summary: 'write the newest record of each actor as a line of JSON, to a new file or standard output',
  arguments: {},
  options: OPTIONS,
  async run(_none, values, context) {
    if (values.json === true && values.out === undefined)
      throw new UsageError('--json requires --out; without it the output is JSON already');
    const progress = stderrProgress('actors');
    let count = 0;
    try {
      await withOperations(values, context, async (actors) => {
        async function* lines() {
          for await (const records of actors.records(values.type)) {
            count += records.length;
            progress.add(records.length);
            yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
          }
        }
        // Nothing may be awaited before `pipeline` is called: only `pipeline` handles errors of the file stream, including a failure to
        // open the file.
        const target =
          values.out === undefined ? process.stdout : createWriteStream(resolve(context.folder, values.out), { flags: 'wx', mode: 0o600 });
        // Records are written one by one as a stream, so that the whole store is never in memory.
        await pipeline(Readable.from(lines()), target, { end: values.out !== undefined });
      });
    } finally {
      progress.end();
    }
    if (values.json === true) context.say(JSON.stringify({ file: values.out, actors: count }));
    else process.stderr.write(`${count} actors\n`);
  },
});
