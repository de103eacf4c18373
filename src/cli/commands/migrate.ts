import { openStoreAt } from '../../app/open-store.ts';
import { collections } from '../../app/registry.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import { describeSummary } from '../migrate/describe-summary.ts';
import { migrateStores } from '../migrate/migrate-stores.ts';
import { patientStore } from '../migrate/patient-store.ts';
import { createProgressReport } from '../migrate/progress-report.ts';
import { JSON_OPTION, text } from '../options.ts';
import { checkAddresses, storeAddress } from '../store-address.ts';
import { UsageError } from '../usage-error.ts';

/** The progress of the migration goes to standard error, so that standard output contains only the summary. */
const tell = (text: string) => void process.stderr.write(text);

const OPTIONS = {
  from: text('URL', 'the source store, which is only read'),
  to: text('URL', 'the target store'),
  ...JSON_OPTION,
};

export const migrate = defineCommand({
  name: 'migrate',
  parameters: '--from URL --to URL [--json]',
  summary: 'copy a store (sqlite:PATH, mongodb://...) to another one and compare the two; stop all nodes first',
  arguments: {},
  options: OPTIONS,
  async run(_none, values, { say, folder }) {
    if (values.from === undefined || values.to === undefined) throw new UsageError('--from and --to are required');
    const [from, to] = [storeAddress(values.from, folder), storeAddress(values.to, folder)];
    checkAddresses(from, to);
    const clock = { now: () => Date.now() };
    const startedAtMs = clock.now();
    const unreadable = new Set<string>();
    const source = await openStoreAt(from, clock, (collection, error) => unreadable.add(`${collection}: ${messageOf(error)}`));
    try {
      const target = await openStoreAt(to, clock);
      try {
        tell(
          `Copying from ${source.description} to ${target.description}. Keep all nodes of both stores stopped until the copy is complete.\n`,
        );
        const report = createProgressReport({ write: tell, isTerminal: process.stderr.isTTY === true, now: clock.now });
        const summary = await migrateStores({
          source: patientStore(source),
          target: patientStore(target),
          collections,
          clock,
          onProgress: report.show,
        }).finally(report.end);
        const seconds = (clock.now() - startedAtMs) / 1_000;
        if (values.json === true) say(JSON.stringify({ from: source.description, to: target.description, seconds, ...summary }));
        else for (const line of describeSummary(summary)) say(line);
        const [first] = unreadable;
        if (first !== undefined) tell(`${unreadable.size} documents of the source are unreadable and were not copied: ${first}\n`);
        if (!summary.isEqual) throw unequal(summary.differences.count);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  },
});

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unequal(count: number): TerminalError {
  return new TerminalError({
    code: 'migrate-unequal',
    message: `The target is not equal to the source (${count} differences). Stop all nodes and run the command again: it continues copying actors. If other documents changed, start again with an empty target.`,
  });
}
