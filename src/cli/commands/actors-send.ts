import type { PlainEvent } from '../../runtime/definition.ts';
import type { Command } from '../command.ts';
import { confirm, operatorName } from '../operator/confirm.ts';
import { withActors } from '../operator/open-actors.ts';
import { parseOptions, STORE_OPTIONS } from '../parse-options.ts';
import { stateText } from '../table.ts';
import { takeArguments } from '../take-arguments.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = { ...STORE_OPTIONS, yes: { type: 'boolean' } } as const;

export const actorsSend: Command = {
  name: 'actors send',
  parameters: 'ID EVENT_JSON [--yes] [--json]',
  summary: 'give an actor one of the events that it takes from outside; asks first',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { id, event: text } = takeArguments(positionals, ['id', 'event']);
    const event = readEvent(text);
    const { record, changed, accepted } = await withActors(values.store, context, async ({ operator }) => {
      await confirm(`Send ${event.type} to ${id}?`, values.yes === true);
      return await operator.send(id, event, operatorName());
    });
    const { revision, snapshot } = record;
    if (values.json === true) context.say(JSON.stringify({ id, revision, changed, accepted, state: snapshot.value }));
    else if (!accepted) context.say(`${id} does not take ${event.type} in ${stateText(snapshot.value)}; nothing was changed.`);
    else context.say(`${id} is ${changed ? '' : 'still '}at revision ${revision}, in ${stateText(snapshot.value)}.`);
  },
};

function readEvent(text: string): PlainEvent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the event is not JSON (${error instanceof Error ? error.message : String(error)}); such as {"type":"LOOK"}`);
  }
  if (isEvent(value)) return value;
  throw new UsageError('the event must be a JSON object with a "type"');
}

function isEvent(value: unknown): value is PlainEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
