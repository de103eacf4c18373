import { defineCommand } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, text, YES_OPTION } from '../options.ts';

export const actorsRetry = defineCommand({
  name: 'actors retry',
  parameters: 'ID [--key KEY] [--yes] [--json]',
  summary: 'retry the waiting effects of an actor now: all of them, or only one (--key); asks for confirmation',
  arguments: { id: 'ID' },
  options: {
    key: text('KEY', 'retry only the effect (a piece of work, such as sending a transaction) with this key'),
    ...YES_OPTION,
    ...PLACE_OPTIONS,
  },
  async run({ id }, values, context) {
    const record = await withOperations(values, context, async (actors) => {
      await confirm(context, `Try ${values.key ?? `the waiting effects of ${id}`} now?`, values.yes === true);
      return await actors.retry(id, values.key ?? null);
    });
    if (values.json === true) context.say(JSON.stringify(record));
    else context.say(`${id} is at revision ${record.revision}; effects in its outbox: ${record.outbox.length}.`);
  },
});
