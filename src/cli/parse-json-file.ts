import { TerminalError } from '../values/errors/terminal-error.ts';
import { parseExactJson } from '../values/exact-json.ts';
import { repeatedMember } from '../values/repeated-member.ts';

/** The JSON of a file that the user named; a member that stands there twice is refused, since one of the two would be forgotten. */
export function parseJsonFile(text: string, file: string, { what = 'JSON', isExact = false } = {}): unknown {
  let value: unknown;
  try {
    value = isExact ? parseExactJson(text) : JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'not-json', message: `${file} holds no ${what}: ${why}`, cause });
  }
  const repeated = repeatedMember(text);
  if (repeated === null) return value;
  throw new TerminalError({ code: 'repeated-member', message: `${file} has "${repeated}" twice: leave one of the two.` });
}
