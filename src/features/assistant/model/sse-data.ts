import { ModelFailure } from './model-failure.ts';

/**
 * Reads the data of each event of a server-sent event stream. Lines end with LF, CRLF or CR; comments and other fields are skipped.
 * @throws ModelFailure `too-large` when the stream is longer than `mostBytes`
 */
export async function* sseData(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  let size = 0;
  for await (const bytes of chunks) {
    size += bytes.byteLength;
    if (size > mostBytes) throw new ModelFailure('too-large');
    const text = decoder.decode(bytes, { stream: true });
    rest += text;
    // A stream that comes byte by byte is only searched when a line can have ended.
    if (!/[\r\n]/.test(text) && !rest.endsWith('\r')) continue;
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield data.join('\n');
        data = [];
      } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    }
  }
  if (rest.startsWith('data:')) data.push(rest.slice(rest.startsWith('data: ') ? 6 : 5).replace(/\r$/, ''));
  if (data.length > 0) yield data.join('\n');
}
