import type { Command } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { describeActed } from '../operator/describe-acted.ts';
import { withOperations } from '../operator/open-operations.ts';
import { readEvent } from '../operator/read-event.ts';
import { PLACE_OPTIONS, parseOptions } from '../parse-options.ts';
import { takeArguments } from '../take-arguments.ts';

const OPTIONS = { ...PLACE_OPTIONS, yes: { type: 'boolean' } } as const;

export const actorsSend: Command = {
  name: 'actors send',
  parameters: 'ID EVENT [--yes] [--json]',
  summary: 'give an actor one of the events that it takes from outside, a name or JSON; asks first',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { id, event: text } = takeArguments(positionals, ['id', 'event']);
    const event = readEvent(text);
    const acted = await withOperations(values, context, async (actors) => {
      await confirm(context, `Send ${event.type} to ${id}?`, values.yes === true);
      return await actors.send(id, event);
    });
    context.say(describeActed(acted, event.type, values.json === true));
  },
};
