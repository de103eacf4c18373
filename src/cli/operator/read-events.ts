import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Parses server-sent events from a stream of bytes and yields each as soon as it is complete. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const whole: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void whole.push(event) });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* whole.splice(0);
  }
}
