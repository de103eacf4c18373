import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Parses the server-sent events of a stream that has ended. */
export function sseEvents(text: string): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  createParser({ onEvent: (event) => void events.push(event) }).feed(text);
  return events;
}
