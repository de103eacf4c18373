import type { Command } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, parseOptions } from '../parse-options.ts';
import { takeArguments } from '../take-arguments.ts';

const OPTIONS = { ...PLACE_OPTIONS, yes: { type: 'boolean' }, key: { type: 'string' } } as const;

export const actorsRetry: Command = {
  name: 'actors retry',
  parameters: 'ID [--key KEY] [--yes] [--json]',
  summary: 'try the effects that wait in an actor’s outbox again now, or the one of a key; asks first',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { id } = takeArguments(positionals, ['id']);
    const record = await withOperations(values, context, async (actors) => {
      await confirm(context, `Try ${values.key ?? `what waits in the outbox of ${id}`} now?`, values.yes === true);
      return await actors.retry(id, values.key ?? null);
    });
    if (values.json === true) context.say(JSON.stringify(record));
    else context.say(`${id} is at revision ${record.revision}; ${record.outbox.length} in its outbox.`);
  },
};
