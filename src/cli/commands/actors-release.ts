import type { ActorRecord } from '../../runtime/record/record.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import type { ActorOperations } from '../operator/actor-operations.ts';
import { named } from '../operator/actor-titles.ts';
import { confirm } from '../operator/confirm.ts';
import { presentRecord, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, YES_OPTION } from '../options.ts';
import { UsageError } from '../usage-error.ts';

type Outcome = { readonly id: string; readonly revision: number; readonly error: { code: string; message: string } | null };

export const actorsRelease = defineCommand({
  name: 'actors release',
  parameters: 'ID [ID ...] [--yes] [--json]',
  summary:
    'end the quarantine of actors; shows the reasons and asks for confirmation. For all of them: actors bulk release --health quarantined',
  arguments: { ids: '[ID...]' },
  options: { ...YES_OPTION, ...PLACE_OPTIONS },
  async run({ ids }, values, context) {
    const { json = false } = values;
    if (ids.length === 0)
      throw new UsageError('actor ids are required; to release all quarantined actors: actors bulk release --health quarantined');
    const outcomes = await withOperations(values, context, async (actors) => {
      const chosen = await Promise.all(ids.map((id) => presentRecord(actors, id)));
      const titles = await actors.titles(ids);
      for (const record of chosen) process.stderr.write(`${named(record.id, titles)}: ${whyOf(record)}\n`);
      await confirm(context, chosen.length === 1 ? 'Release it?' : `Release these ${chosen.length} actors?`, values.yes === true);
      const done: Outcome[] = [];
      for (const record of chosen) done.push(await release(actors, record));
      return done;
    });
    const failed = outcomes.flatMap(({ error }) => (error === null ? [] : [error]));
    if (json) context.say(JSON.stringify(outcomes));
    else for (const { id, revision, error } of outcomes) if (error === null) context.say(`${id} is released, at revision ${revision}.`);
    if (failed.length === 0) return;
    const lines = failed.map(({ message }) => message);
    throw new TerminalError({
      code: 'not-all-released',
      message: [...lines, `${failed.length} of ${outcomes.length} actors could not be released.`].join('\n'),
    });
  },
});

/**
 * When one actor cannot be released because its state is unreadable, the command continues with the other actors. When the store is
 * unavailable, the command ends.
 */
async function release(actors: ActorOperations, { id, revision }: ActorRecord): Promise<Outcome> {
  try {
    const released = await actors.release(id);
    return { id, revision: released.revision, error: null };
  } catch (error) {
    if (!(error instanceof CoxswainError) || error.kind !== 'terminal') throw error;
    return { id, revision, error: { code: error.code, message: error.message } };
  }
}

function whyOf({ health: { state, failures, lastError } }: ActorRecord): string {
  const why = lastError === null ? '' : `, ${lastError.code}: ${lastError.message}`;
  return `${state}, ${failures} failures${why}`;
}
