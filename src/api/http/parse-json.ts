import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/** Deeper than anything that we take, shallow enough that whatever recurses over a body is safe. */
const MAX_DEPTH = 64;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads JSON from outside: bounded in depth (before parsing, so that nothing can overflow), and without keys that reach an
 * object's prototype (JSON.parse makes `__proto__` an own member, but the first merge of it does not).
 * @throws TerminalError 400 `malformed-json`, `nested-too-deeply`; InvalidInputError 400 `forbidden-key`
 */
export function parseJson(text: string): unknown {
  // Each level opens and closes: a shorter text needs no look.
  if (text.length > 2 * MAX_DEPTH && isDeeperThan(text, MAX_DEPTH)) {
    throw new TerminalError({ code: 'nested-too-deeply', message: `The JSON is nested more than ${MAX_DEPTH} levels deep.`, status: 400 });
  }
  const value = parse(text);
  // A key can be spelt with \u escapes; only then, or when the word is there, is a walk over the whole value needed.
  if (text.includes('proto') || text.includes('constructor') || text.includes('\\u')) refuseForbiddenKeys(value);
  return value;
}

/** Problems for all members, at any depth, whose key is forbidden; paths are dotted. */
export function findKeys(value: unknown, isForbidden: (key: string) => boolean): string[] {
  const found: string[] = [];
  const open: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, member] of Object.entries(next.value)) {
      const path = next.path === '' ? key : `${next.path}.${key}`;
      if (!Array.isArray(next.value) && isForbidden(key)) found.push(path);
      else if (typeof member === 'object') open.push({ value: member, path });
    }
  }
  return found.sort();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TerminalError({ code: 'malformed-json', message: 'The body is not valid JSON.', status: 400, cause });
  }
}

function refuseForbiddenKeys(value: unknown): void {
  const problems = findKeys(value, (key) => FORBIDDEN_KEYS.has(key)).map(
    (path): Problem => ({ path, code: 'forbidden-key', message: 'This key is not allowed.' }),
  );
  if (problems.length > 0) throw new InvalidInputError(problems.slice(0, 100), { code: 'forbidden-key' });
}

function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = endOfString(text, i);
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

/** Where the closing quote of the string that opens at `start` is; the text's end if it never closes. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
