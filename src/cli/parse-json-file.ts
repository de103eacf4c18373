import { TerminalError } from '../values/errors/terminal-error.ts';
import { parseExactJson } from '../values/exact-json.ts';
import { repeatedMember } from '../values/repeated-member.ts';

/** Parses the JSON of a file. An object with a duplicate key is rejected, because one of the two values of the key would be lost. */
export function parseJsonFile(text: string, file: string, { what = 'JSON', isExact = false } = {}): unknown {
  let value: unknown;
  try {
    value = isExact ? parseExactJson(text) : JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'not-json', message: `${file} does not contain a valid ${what}: ${why}`, cause });
  }
  const repeated = repeatedMember(text);
  if (repeated === null) return value;
  throw new TerminalError({
    code: 'repeated-member',
    message: `${file} contains the name "${repeated}" twice in one object. Remove one of the two.`,
  });
}
