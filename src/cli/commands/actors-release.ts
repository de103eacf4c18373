import type { Command } from '../command.ts';
import { confirm, operatorName } from '../operator/confirm.ts';
import { type OpenActors, withActors } from '../operator/open-actors.ts';
import { parseOptions, STORE_OPTIONS } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';
import { actorPages } from '../walk-pages.ts';

const OPTIONS = { ...STORE_OPTIONS, yes: { type: 'boolean' }, all: { type: 'boolean' }, type: { type: 'string' } } as const;

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

async function quarantined({ store }: OpenActors, type: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  const filter = { health: 'quarantined', ...(type === undefined ? {} : { type }) } as const;
  for await (const page of actorPages(store, filter)) ids.push(...page.map(({ record }) => record.id));
  return ids;
}
