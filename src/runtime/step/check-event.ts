import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import type { PlainEvent } from '../define/definition.ts';
import type { StandardIssue } from '../define/standard-schema.ts';
import type { CompiledActor } from './compile-actor.ts';

/**
 * Validates an external event with the event's schema, and returns the schema's output.
 * @throws InvalidInputError `unknown-event` (not among the events that external callers may send, such as `xstate.*`), `invalid-event`
 */
export function checkEvent(actor: CompiledActor, event: object): PlainEvent {
  const { events } = actor.definition;
  const type = 'type' in event ? String(event.type) : '';
  const schema = Object.hasOwn(events, type) ? events[type] : undefined;
  if (!schema) {
    const accepted = Object.keys(events).join(', ') || 'none';
    throw new InvalidInputError(
      [
        {
          path: 'type',
          code: 'unknown-event',
          message: `"${actor.type}" does not accept the event "${type}" from outside. Accepted: ${accepted}.`,
        },
      ],
      {
        code: 'unknown-event',
      },
    );
  }
  const result = schema['~standard'].validate(event);
  if (result instanceof Promise) throw new TypeError(`The schema of "${type}" is asynchronous; an event's schema must not be.`);
  if (result.issues) throw new InvalidInputError(result.issues.map(problemOf), { code: 'invalid-event' });
  const { value } = result;
  if (typeof value !== 'object' || value === null) throw new TypeError(`The schema of "${type}" does not return an object.`);
  return isOfType(value, type) ? value : { ...value, type };
}

/** The result of checking whether an actor accepts an event. */
export type EventCheck = { readonly isAllowed: boolean; readonly problems: readonly Problem[] };

export function judgeEvent(actor: CompiledActor, event: object): EventCheck {
  try {
    checkEvent(actor, event);
    return { isAllowed: true, problems: [] };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { isAllowed: false, problems: error.problems };
  }
}

function isOfType(value: object, type: string): value is PlainEvent {
  return 'type' in value && value.type === type;
}

function problemOf({ message, path }: StandardIssue): Problem {
  const parts = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  return { path: parts.join('.'), code: 'invalid-value', message };
}
