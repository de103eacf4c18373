import type { ActorRecord } from '../../runtime/record/record.ts';
import { defineCommand } from '../command.ts';
import type { ActorPageQuery } from '../operator/actor-operations.ts';
import { titlesUnlessJson } from '../operator/actor-titles.ts';
import { actorFilter, FILTER_OPTIONS, FILTER_PARAMETERS } from '../operator/filter-options.ts';
import { withOperations } from '../operator/open-operations.ts';
import { flag, PLACE_OPTIONS, text, type ValuesOf } from '../options.ts';
import { stateText, table, timeText } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  ...FILTER_OPTIONS,
  newest: flag('list the newest actors first'),
  limit: text('N', 'number of results, at most 1000', '50'),
  cursor: text('CURSOR', 'continue after the page that printed this cursor'),
  ...PLACE_OPTIONS,
};
const MOST = 1_000;
const HEADINGS = ['ID', 'TITLE', 'STATUS', 'STATE', 'HEALTH', 'REVISION', 'WAKES', 'UPDATED'];

export const actorsList = defineCommand({
  name: 'actors list',
  parameters: `${FILTER_PARAMETERS} [--newest] [--limit N] [--cursor C]`,
  summary: 'list actors, oldest first',
  arguments: {},
  options: OPTIONS,
  async run(_none, values, context) {
    const query = queryOf(values);
    const {
      actors: records,
      cursor,
      titles,
    } = await withOperations(values, context, async (actors) => {
      const page = await actors.list(query);
      return {
        ...page,
        titles: await titlesUnlessJson(
          actors,
          page.actors.map(({ id }) => id),
          values,
        ),
      };
    });
    if (values.json === true) {
      context.say(JSON.stringify({ actors: records, cursor }));
      return;
    }
    // A page of the list of actors can be empty although more pages follow, so an empty page alone does not mean that no actor matches.
    if (records.length === 0 && cursor === null) context.say('No actor matches.');
    else
      for (const line of table(
        HEADINGS,
        records.map((record) => rowOf(record, titles)),
      ))
        context.say(line);
    if (cursor !== null) context.say(`\nMore actors match. Next page: --cursor ${cursor}`);
  },
});

function rowOf(
  { id, keys, snapshot, health, revision, wakeAtMs, updatedAtMs }: ActorRecord,
  titles: ReadonlyMap<string, string>,
): string[] {
  return [
    id,
    titles.get(id) ?? '-',
    keys.status ?? '-',
    stateText(snapshot.value),
    health.state,
    String(revision),
    timeText(wakeAtMs),
    timeText(updatedAtMs),
  ];
}

function queryOf({ newest, limit, cursor, ...values }: ValuesOf<typeof OPTIONS>): ActorPageQuery {
  return {
    ...actorFilter(values),
    order: newest === true ? 'newest' : 'oldest',
    limit: Math.min(MOST, wholeNumber('--limit', limit, 1)),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
