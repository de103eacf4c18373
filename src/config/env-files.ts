import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../values/decode-text.ts';

/** Settings files that Bun reads into the environment by itself. */
const FILES = ['.env', '.env.local', '.env.development', '.env.production', '.env.test', '.env.development.local', '.env.production.local'];

/**
 * Returns the problems of the settings files in a folder. Bun reads only UTF-8 and ignores other files without an error. For example, a
 * node would start without the settings of a UTF-16 file that was written on Windows.
 */
export function problemsOfEnvFiles(folder: string): readonly string[] {
  return FILES.flatMap((name) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    const why = whyUnread(path);
    return why === null ? [] : [`${name}: ${why}`];
  });
}

function whyUnread(path: string): string | null {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return `cannot be read (${error instanceof Error ? error.message : String(error)}); accepted: plain text in UTF-8, or no such file`;
  }
  const decoded = decodeText(bytes);
  if ('problem' in decoded) return `none of its settings can be read: ${decoded.problem}`;
  return decoded.encoding === 'utf-8'
    ? null
    : `none of its settings can be read: the file is in ${decoded.encoding.toUpperCase()}; save it as plain text in UTF-8`;
}
