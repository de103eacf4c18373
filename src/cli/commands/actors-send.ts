import { defineCommand } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { describeActed } from '../operator/describe-acted.ts';
import { withOperations } from '../operator/open-operations.ts';
import { readEvent } from '../operator/read-event.ts';
import { PLACE_OPTIONS, YES_OPTION } from '../options.ts';

export const actorsSend = defineCommand({
  name: 'actors send',
  parameters: 'ID EVENT [--yes] [--json]',
  summary: 'send an actor an event (a name or JSON) that it accepts from operators; asks for confirmation',
  arguments: { id: 'ID', given: 'EVENT' },
  options: { ...YES_OPTION, ...PLACE_OPTIONS },
  async run({ id, given }, values, context) {
    const event = readEvent(given);
    const acted = await withOperations(values, context, async (actors) => {
      await confirm(context, `Send ${event.type} to ${id}?`, values.yes === true);
      return await actors.send(id, event);
    });
    context.say(describeActed(acted, event.type, values.json === true));
  },
});
