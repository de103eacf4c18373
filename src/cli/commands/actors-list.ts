import type { ActorRecord } from '../../runtime/record.ts';
import type { Command } from '../command.ts';
import type { ActorPageQuery } from '../operator/actor-operations.ts';
import { withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, parseOptions, wholeNumber } from '../parse-options.ts';
import { stateText, table, timeText } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const HEALTH = ['ok', 'backing-off', 'quarantined'] as const;
const OPTIONS = {
  ...PLACE_OPTIONS,
  type: { type: 'string' },
  status: { type: 'string' },
  wallet: { type: 'string' },
  chain: { type: 'string' },
  health: { type: 'string' },
  prefix: { type: 'string' },
  overdue: { type: 'boolean' },
  newest: { type: 'boolean' },
  limit: { type: 'string', default: '50' },
  cursor: { type: 'string' },
} as const;
const MOST = 1_000;

export const actorsList: Command = {
  name: 'actors list',
  parameters:
    '[--type T] [--status S,S] [--wallet W] [--chain N] [--health H] [--overdue] [--prefix P] [--newest] [--limit N] [--cursor C]',
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
    for (const line of table(['ID', 'STATUS', 'STATE', 'HEALTH', 'REVISION', 'WAKES', 'UPDATED'], records.map(rowOf))) context.say(line);
    if (cursor !== null) context.say(`\nThere are more: --cursor ${cursor}`);
  },
};

function rowOf({ id, keys, snapshot, health, revision, wakeAtMs, updatedAtMs }: ActorRecord): string[] {
  return [id, keys.status ?? '-', stateText(snapshot.value), health.state, String(revision), timeText(wakeAtMs), timeText(updatedAtMs)];
}

type Values = ReturnType<typeof parseOptions<typeof OPTIONS>>['values'];

function queryOf({ type, status, wallet, chain, health, prefix, overdue, newest, limit, cursor }: Values): ActorPageQuery {
  const wanted = HEALTH.find((one) => one === health);
  if (health !== undefined && wanted === undefined)
    throw new UsageError(`--health is ${JSON.stringify(health)}; accepted: ${HEALTH.join(', ')}`);
  return {
    order: newest === true ? 'newest' : 'oldest',
    limit: Math.min(MOST, wholeNumber('--limit', limit, 1)),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { statuses: status.split(',') }),
    ...(wallet === undefined ? {} : { wallet: /^0x/i.test(wallet) ? wallet.toLowerCase() : wallet }),
    ...(chain === undefined ? {} : { chainId: wholeNumber('--chain', chain, 1) }),
    ...(wanted === undefined ? {} : { health: wanted }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(overdue === true ? { isOverdue: true } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
