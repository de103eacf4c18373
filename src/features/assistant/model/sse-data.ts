import { createParser } from 'eventsource-parser';
import { ModelFailure } from './model-failure.ts';

/**
 * Reads the data of each event of a server-sent event stream.
 * @throws ModelFailure `too-large` when the stream is longer than `mostBytes`
 */
export async function* sseData(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const read: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void read.push(data) });
  let size = 0;
  for await (const bytes of chunks) {
    size += bytes.byteLength;
    if (size > mostBytes) throw new ModelFailure('too-large');
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield* read.splice(0);
  }
  // Some endpoints leave out the empty line after the last event, without which the parser would not report that event.
  parser.feed('\n\n');
  yield* read.splice(0);
}
