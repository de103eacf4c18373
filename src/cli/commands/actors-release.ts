import type { ActorRecord } from '../../runtime/record.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Command } from '../command.ts';
import type { ActorOperations } from '../operator/actor-operations.ts';
import { confirm } from '../operator/confirm.ts';
import { presentRecord, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, parseOptions } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = { ...PLACE_OPTIONS, yes: { type: 'boolean' }, all: { type: 'boolean' }, type: { type: 'string' } } as const;
const PAGE = 100;

type Outcome = { readonly id: string; readonly revision: number; readonly error: { code: string; message: string } | null };

export const actorsRelease: Command = {
  name: 'actors release',
  parameters: 'ID [ID ...] | --all [--type T]; [--yes] [--json]',
  summary: 'end the quarantine of actors; shows them and why they are in it, and asks',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { all = false, type, json = false } = values;
    if (all === positionals.length > 0) throw new UsageError('it needs ids, or --all');
    if (type !== undefined && !all) throw new UsageError('--type belongs to --all');
    const outcomes = await withOperations(values, context, async (actors) => {
      const chosen = all ? await quarantined(actors, type) : await Promise.all(positionals.map((id) => presentRecord(actors, id)));
      if (chosen.length === 0) return [];
      for (const record of chosen) process.stderr.write(`${whyOf(record)}\n`);
      await confirm(context, chosen.length === 1 ? 'Release it?' : `Release these ${chosen.length}?`, values.yes === true);
      const done: Outcome[] = [];
      for (const record of chosen) done.push(await release(actors, record));
      return done;
    });
    const failed = outcomes.flatMap(({ error }) => (error === null ? [] : [error]));
    if (json) context.say(JSON.stringify(outcomes));
    else if (outcomes.length === 0) context.say('Nothing is quarantined.');
    else for (const { id, revision, error } of outcomes) if (error === null) context.say(`${id} is released, at revision ${revision}.`);
    if (failed.length === 0) return;
    const lines = failed.map(({ message }) => message);
    throw new TerminalError({
      code: 'not-all-released',
      message: [...lines, `${failed.length} of ${outcomes.length} could not be released.`].join('\n'),
    });
  },
};

/** One that cannot be released, because its state cannot be read, does not keep the others. A store that is away does. */
async function release(actors: ActorOperations, { id, revision }: ActorRecord): Promise<Outcome> {
  try {
    const released = await actors.release(id);
    return { id, revision: released.revision, error: null };
  } catch (error) {
    if (!(error instanceof CoxswainError) || error.kind !== 'terminal') throw error;
    return { id, revision, error: { code: error.code, message: error.message } };
  }
}

function whyOf({ id, health: { state, failures, lastError } }: ActorRecord): string {
  const why = lastError === null ? '' : `, ${lastError.code}: ${lastError.message}`;
  return `${id}: ${state}, ${failures} failures${why}`;
}

/** All are found before one is released, since a release takes it out of the list. */
async function quarantined(actors: ActorOperations, type: string | undefined): Promise<ActorRecord[]> {
  const found: ActorRecord[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<ActorOperations['list']>> = await actors.list({
      order: 'oldest',
      limit: PAGE,
      health: 'quarantined',
      ...(type === undefined ? {} : { type }),
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.actors);
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}
