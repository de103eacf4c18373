import type { HistoryEntry } from '../../runtime/record/record.ts';
import type { Command } from '../command.ts';
import { presentRecord, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, parseOptions, wholeNumber } from '../parse-options.ts';
import { stateText, table, timeText } from '../table.ts';
import { takeArguments } from '../take-arguments.ts';

const OPTIONS = { ...PLACE_OPTIONS, before: { type: 'string' }, limit: { type: 'string', default: '20' } } as const;
const MOST = 1_000;

export const actorsHistory: Command = {
  name: 'actors history',
  parameters: 'ID [--before REVISION] [--limit N] [--json]',
  summary: 'show what happened to an actor, newest first',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { id } = takeArguments(positionals, ['id']);
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
};

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
