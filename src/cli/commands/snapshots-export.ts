import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from '../command.ts';
import { withActors } from '../operator/open-actors.ts';
import { parseOptions, STORE_OPTIONS } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';
import { actorPages } from '../walk-pages.ts';

const OPTIONS = { store: STORE_OPTIONS.store, type: { type: 'string' }, out: { type: 'string' } } as const;

export const snapshotsExport: Command = {
  name: 'snapshots export',
  parameters: '[--type T] [--out FILE]',
  summary: "write every actor's newest record as one line of JSON, to a file or to standard output",
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    if (positionals.length > 0) throw new UsageError('it takes options only');
    const target = values.out === undefined ? process.stdout : createWriteStream(resolve(context.folder, values.out), { flags: 'wx' });
    let count = 0;
    await withActors(values.store, context, async ({ store }) => {
      async function* lines() {
        for await (const actors of actorPages(store, values.type === undefined ? {} : { type: values.type })) {
          count += actors.length;
          yield actors.map(({ record }) => `${JSON.stringify(record)}\n`).join('');
        }
      }
      // Written as fast as it is taken: the whole store is never in memory.
      await pipeline(Readable.from(lines()), target, { end: values.out !== undefined });
    });
    process.stderr.write(`${count} actors\n`);
  },
};
