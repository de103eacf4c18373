import { defineCommand } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { describeActed } from '../operator/describe-acted.ts';
import { atNodeOrStore, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, YES_OPTION } from '../options.ts';

export const actorsTick = defineCommand({
  name: 'actors tick',
  parameters: 'ID [--yes] [--json]',
  summary:
    'wake an actor now (a tick), even if it is not due; asks for confirmation. It runs on the node that --url names, or else the settings',
  arguments: { id: 'ID' },
  options: { ...YES_OPTION, ...PLACE_OPTIONS },
  async run({ id }, values, context) {
    // The actor is woken by a running node if possible, because the actor usually needs prices and chain data, which only a node can read.
    const acted = await withOperations(atNodeOrStore(values, context), context, async (actors) => {
      await confirm(context, `Tick ${id} now?`, values.yes === true);
      return await actors.tick(id);
    });
    context.say(describeActed(acted, 'a tick', values.json === true));
  },
});
