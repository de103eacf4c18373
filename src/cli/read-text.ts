import { existsSync, readFileSync } from 'node:fs';
import { decodeText } from '../values/decode-text.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';

/** Reads a text file without its byte order mark. @throws TerminalError `no-file`, `file-not-readable` */
export function readText(path: string): string {
  if (!existsSync(path)) throw new TerminalError({ code: 'no-file', message: `There is no file ${path}.` });
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'file-not-readable', message: `${path} cannot be read: ${why}`, cause });
  }
  const decoded = decodeText(bytes);
  if ('text' in decoded) return decoded.text;
  throw new TerminalError({ code: 'file-not-readable', message: `${path} cannot be read: ${decoded.problem}.` });
}
