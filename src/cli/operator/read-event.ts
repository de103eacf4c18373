import type { PlainEvent } from '../../runtime/define/definition.ts';
import { UsageError } from '../usage-error.ts';

/** Parses an event for an actor. `LOOK` is short for `{"type":"LOOK"}`. @throws UsageError */
export function readEvent(text: string): PlainEvent {
  if (/^[A-Za-z][\w.-]*$/.test(text)) return { type: text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `the event is neither a name nor JSON (${why}); accepted: the name of an event, such as LOOK, or a JSON object such as {"type":"LOOK"}`,
    );
  }
  if (isEvent(value)) return value;
  throw new UsageError('the event must be a JSON object with a "type"');
}

function isEvent(value: unknown): value is PlainEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
