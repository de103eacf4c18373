import type { HistoryEntry } from '../../runtime/record/record.ts';
import { defineCommand } from '../command.ts';
import { presentRecord, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, text } from '../options.ts';
import { stateText, table, timeText } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  before: text('REVISION', 'only list revisions with a smaller number than this one'),
  limit: text('N', 'number of results, at most 1000', '20'),
  ...PLACE_OPTIONS,
};
const MOST = 1_000;

export const actorsHistory = defineCommand({
  name: 'actors history',
  parameters: 'ID [--before REVISION] [--limit N] [--json]',
  summary: 'show what happened to an actor, newest first',
  arguments: { id: 'ID' },
  options: OPTIONS,
  async run({ id }, values, context) {
    const page = {
      limit: Math.min(MOST, wholeNumber('--limit', values.limit, 1)),
      ...(values.before === undefined ? {} : { beforeRevision: wholeNumber('--before', values.before, 1) }),
    };
    const entries = await withOperations(values, context, async (actors) => {
      await presentRecord(actors, id);
      return await actors.history(id, page);
    });
    if (values.json === true) for (const entry of entries) context.say(JSON.stringify(entry));
    else for (const line of table(['REVISION', 'AT', 'EVENT', 'STATE', 'CAUSE', 'OUTBOX'], entries.map(rowOf))) context.say(line);
  },
});

function rowOf({ revision, atMs, event, from, to, cause, record }: HistoryEntry): string[] {
  const [before, after] = [stateText(from), stateText(to)];
  return [
    String(revision),
    timeText(atMs),
    event.type,
    before === after ? after : `${before} -> ${after}`,
    cause.by === undefined ? cause.kind : `${cause.kind} ${cause.by}`,
    record.outbox.map(({ name, state }) => `${name} (${state})`).join(', '),
  ];
}
