import type { Command } from '../command.ts';
import { confirm, operatorName } from '../operator/confirm.ts';
import { type OpenActors, withActors } from '../operator/open-actors.ts';
import { parseOptions, STORE_OPTIONS } from '../operator/parse-options.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = { ...STORE_OPTIONS, yes: { type: 'boolean' }, all: { type: 'boolean' }, type: { type: 'string' } } as const;
const PAGE = 500;

export const actorsRelease: Command = {
  name: 'actors release',
  parameters: 'ID [ID ...] | --all [--type T]; [--yes] [--json]',
  summary: 'end the quarantine of actors; for many, shows them and changes nothing without --yes',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { all = false, type } = values;
    if (all === positionals.length > 0) throw new UsageError('it needs ids, or --all');
    await withActors(values.store, context, async (actors) => {
      const ids = all ? await quarantined(actors, type) : positionals;
      if (ids.length > 1) {
        for (const id of ids) process.stderr.write(`${id}\n`);
        await confirm(`Release these ${ids.length}?`, values.yes === true);
      }
      for (const id of ids) {
        const { revision, health } = await actors.operator.release(id, operatorName());
        context.say(values.json === true ? JSON.stringify({ id, revision, health }) : `${id} is released, at revision ${revision}.`);
      }
      if (ids.length === 0) context.say(values.json === true ? '[]' : 'Nothing is quarantined.');
    });
  },
};

async function quarantined({ operator }: OpenActors, type: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await operator.list({
      health: 'quarantined',
      order: 'oldest',
      limit: PAGE,
      ...(type === undefined ? {} : { type }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.actors.map(({ record }) => record.id));
    cursor = page.cursor;
  }
  return ids;
}
