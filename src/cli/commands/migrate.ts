import { openStoreAt } from '../../app/open-store.ts';
import { collections } from '../../app/registry.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Command } from '../command.ts';
import { describeSummary } from '../migrate/describe-summary.ts';
import { migrateStores } from '../migrate/migrate-stores.ts';
import { patientStore } from '../migrate/patient-store.ts';
import { createProgressReport } from '../migrate/progress-report.ts';
import { parseOptions } from '../parse-options.ts';
import { checkAddresses, storeAddress } from '../store-address.ts';
import { UsageError } from '../usage-error.ts';

/** Standard error, so that what goes to standard output is the summary alone. */
const tell = (text: string) => void process.stderr.write(text);

export const migrate: Command = {
  name: 'migrate',
  parameters: '--from URL --to URL [--json]',
  summary: 'copy a store into another one (sqlite:PATH, mongodb://...) and compare the two; stop all nodes first',
  async run(args, { say, folder }) {
    const { from, to, json } = readOptions(args, folder);
    checkAddresses(from, to);
    const clock = { now: () => Date.now() };
    const startedAtMs = clock.now();
    const source = await openStoreAt(from, clock);
    try {
      const target = await openStoreAt(to, clock);
      try {
        tell(`From ${source.description} to ${target.description}. No node may run on either until this is done.\n`);
        const report = createProgressReport({ write: tell, isTerminal: process.stderr.isTTY === true, now: clock.now });
        const summary = await migrateStores({
          source: patientStore(source),
          target: patientStore(target),
          collections,
          clock,
          onProgress: report.show,
        }).finally(report.end);
        const seconds = (clock.now() - startedAtMs) / 1_000;
        if (json) say(JSON.stringify({ from: source.description, to: target.description, seconds, ...summary }));
        else for (const line of describeSummary(summary)) say(line);
        if (!summary.isEqual) throw unequal(summary.differences.count);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  },
};

function readOptions(args: readonly string[], folder: string): { from: string; to: string; json: boolean } {
  const options = { from: { type: 'string' }, to: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { values, positionals } = parseOptions(args, options);
  // Not repeated to the user: it may be an address with a password.
  if (positionals.length > 0) throw new UsageError('it takes options only');
  const { from, to, json = false } = values;
  if (from === undefined || to === undefined) throw new UsageError('it needs --from and --to');
  return { from: storeAddress(from, folder), to: storeAddress(to, folder), json };
}

function unequal(count: number): TerminalError {
  return new TerminalError({
    code: 'migrate-unequal',
    message: `The target is not equal to the source (${count} differences). Stop all nodes and run this again: actors are gone on with; a document that changed needs an empty target.`,
  });
}
