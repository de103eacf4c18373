import type { HistoryEntry } from '../../runtime/record/record.ts';
import { defineCommand } from '../command.ts';
import { titlesUnlessJson } from '../operator/actor-titles.ts';
import { presentRecord, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, text } from '../options.ts';
import { stateText, table, timeText } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  before: text('REVISION', 'list only revisions with a smaller number than this one'),
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
    const { entries, titles } = await withOperations(values, context, async (actors) => {
      await presentRecord(actors, id);
      const entries = await actors.history(id, page);
      return { entries, titles: await titlesUnlessJson(actors, entries.flatMap(causedBy), values) };
    });
    if (values.json === true) for (const entry of entries) context.say(JSON.stringify(entry));
    else
      for (const line of table(
        ['REVISION', 'AT', 'EVENT', 'STATE', 'CAUSE', 'OUTBOX'],
        entries.map((entry) => rowOf(entry, titles)),
      ))
        context.say(line);
  },
});

/**
 * Returns the id of the actor whose effect caused a revision, taken from the key of the effect. Returns an empty list when something else
 * caused the revision.
 */
function causedBy({ cause: { kind, by } }: HistoryEntry): string[] {
  return kind !== 'actor' || by === undefined ? [] : [by.replace(/\/\d+\/\d+(@\d+)?$/, '')];
}

function rowOf(entry: HistoryEntry, titles: ReadonlyMap<string, string>): string[] {
  const { revision, atMs, event, from, to, cause, record } = entry;
  const [by] = causedBy(entry);
  const title = by === undefined ? undefined : titles.get(by);
  const [before, after] = [stateText(from), stateText(to)];
  return [
    String(revision),
    timeText(atMs),
    event.type,
    before === after ? after : `${before} -> ${after}`,
    cause.by === undefined ? cause.kind : `${cause.kind} ${title === undefined ? '' : `${title}, `}${cause.by}`,
    record.outbox.map(({ name, state }) => `${name} (${state})`).join(', '),
  ];
}
