import { encodingOf, foreignTo } from '../../values/decode-text.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

const END_OF_LINE = 0x0a;

/**
 * Yields the lines of a UTF-8 byte stream without their line ends. Only the newline character (U+000A) ends a line, because JSON text may
 * contain other line separators. @throws TerminalError `not-text` for invalid UTF-8, which is never replaced, because the text may be
 * stored
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = [];
  let line = 1;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) refuseForeign(chunk);
    isFirst = false;
    const end = chunk.lastIndexOf(END_OF_LINE);
    if (end === -1) {
      rest.push(chunk);
      continue;
    }
    const lines = decodeLines(Buffer.concat([...rest, chunk.subarray(0, end)]), line);
    rest = [chunk.subarray(end + 1)];
    line += lines.length;
    yield* lines;
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield* decodeLines(last, line);
}

/** Decodes a chunk of lines from UTF-8. @param first line number of the first line of the chunk, for error messages */
function decodeLines(bytes: Uint8Array, first: number): readonly string[] {
  const text = decode(bytes, first === 1);
  if (text !== null) return text.split('\n');
  let line = first;
  for (let start = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(END_OF_LINE, start);
    const end = found === -1 ? bytes.length : found;
    if (decode(bytes.subarray(start, end), line === 1) === null) break;
    start = end + 1;
  }
  throw new TerminalError({
    code: 'not-text',
    message: `Line ${line} of the file is not valid UTF-8. Save the file as plain text in UTF-8.`,
  });
}

/** A byte order mark is recognised only at the very beginning of the stream. */
function decode(bytes: Uint8Array, isBeginning: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isBeginning }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function refuseForeign(chunk: Uint8Array): void {
  const encoding = encodingOf(chunk);
  const problem = encoding === 'utf-8' ? foreignTo(chunk) : `it is in ${encoding.toUpperCase()}: save it as plain text in UTF-8`;
  if (problem !== null) throw new TerminalError({ code: 'not-text', message: `The file has no lines: ${problem}.` });
}
