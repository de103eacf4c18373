import type { Command } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { describeActed } from '../operator/describe-acted.ts';
import { atNodeOrStore, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, parseOptions } from '../parse-options.ts';
import { takeArguments } from '../take-arguments.ts';

const OPTIONS = { ...PLACE_OPTIONS, yes: { type: 'boolean' } } as const;

export const actorsTick: Command = {
  name: 'actors tick',
  parameters: 'ID [--yes] [--json]',
  summary: 'give an actor its tick now, due or not, by the running node of the settings or of --url; asks first',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { id } = takeArguments(positionals, ['id']);
    // Most ticks need facts.
    const acted = await withOperations(atNodeOrStore(values, context), context, async (actors) => {
      await confirm(context, `Tick ${id} now?`, values.yes === true);
      return await actors.tick(id);
    });
    context.say(describeActed(acted, 'a tick', values.json === true));
  },
};
