import type { PlainEvent } from '../../runtime/definition.ts';
import type { Command } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { describeActed } from '../operator/describe-acted.ts';
import { withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS, parseOptions } from '../parse-options.ts';
import { takeArguments } from '../take-arguments.ts';
import { UsageError } from '../usage-error.ts';

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

/** `LOOK` is `{"type":"LOOK"}`. */
function readEvent(text: string): PlainEvent {
  if (/^[A-Za-z][\w.-]*$/.test(text)) return { type: text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the event is neither a name nor JSON (${why}); such as LOOK or {"type":"LOOK"}`);
  }
  if (isEvent(value)) return value;
  throw new UsageError('the event must be a JSON object with a "type"');
}

function isEvent(value: unknown): value is PlainEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
