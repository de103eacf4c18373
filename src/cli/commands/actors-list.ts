import type { ActorRecord } from '../../runtime/record/record.ts';
import type { Command } from '../command.ts';
import type { ActorPageQuery } from '../operator/actor-operations.ts';
import { actorFilter, FILTER_OPTIONS, FILTER_PARAMETERS } from '../operator/filter-options.ts';
import { withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, parseOptions, wholeNumber } from '../parse-options.ts';
import { stateText, table, timeText } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  ...PLACE_OPTIONS,
  ...FILTER_OPTIONS,
  newest: { type: 'boolean' },
  limit: { type: 'string', default: '50' },
  cursor: { type: 'string' },
} as const;
const MOST = 1_000;

export const actorsList: Command = {
  name: 'actors list',
  parameters: `${FILTER_PARAMETERS} [--newest] [--limit N] [--cursor C]`,
  summary: 'list actors, oldest first',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    if (positionals.length > 0) throw new UsageError('it takes options only');
    const query = queryOf(values);
    const { actors: records, cursor } = await withOperations(values, context, (actors) => actors.list(query));
    if (values.json === true) {
      context.say(JSON.stringify({ actors: records, cursor }));
      return;
    }
    // An empty page may come before others: see below.
    if (records.length === 0 && cursor === null) context.say('No actor matches.');
    else
      for (const line of table(['ID', 'STATUS', 'STATE', 'HEALTH', 'REVISION', 'WAKES', 'UPDATED'], records.map(rowOf))) context.say(line);
    if (cursor !== null) context.say(`\nThere are more: --cursor ${cursor}`);
  },
};

function rowOf({ id, keys, snapshot, health, revision, wakeAtMs, updatedAtMs }: ActorRecord): string[] {
  return [id, keys.status ?? '-', stateText(snapshot.value), health.state, String(revision), timeText(wakeAtMs), timeText(updatedAtMs)];
}

type Values = ReturnType<typeof parseOptions<typeof OPTIONS>>['values'];

function queryOf({ newest, limit, cursor, ...values }: Values): ActorPageQuery {
  return {
    ...actorFilter(values),
    order: newest === true ? 'newest' : 'oldest',
    limit: Math.min(MOST, wholeNumber('--limit', limit, 1)),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
