import { existsSync, readFileSync } from 'node:fs';
import { TerminalError } from '../values/errors/terminal-error.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** The text of a file that the user named. @throws TerminalError `no-file`, `file-not-readable` */
export function readText(path: string): string {
  if (!existsSync(path)) throw new TerminalError({ code: 'no-file', message: `There is no file ${path}.` });
  try {
    const text = readFileSync(path, 'utf8');
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'file-not-readable', message: `${path} cannot be read: ${why}`, cause });
  }
}
