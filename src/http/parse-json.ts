import { InvalidInputError, type Problem } from '../values/errors/invalid-input-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { asDoubles, parseExactJson } from '../values/exact-json.ts';
import { MAX_DEPTH, MAX_MEMBERS, scanJson } from './scan-json.ts';

const MAX_PROBLEMS = 100;
const MAX_PATH = 300;
const LONG_NUMBER = /[0-9.]{16}/;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses JSON that a client sent. The nesting depth and the number of fields are limited and checked before parsing, so that parsing cannot
 * overflow the stack or take long. Keys that access an object's prototype are rejected: JSON.parse makes `__proto__` an ordinary field, but
 * copying that field into another object would change the object's prototype.
 * @param exact whether numbers keep their digits, as in `parseExactJson`; or the top-level fields in which they do
 * @throws TerminalError 400 `malformed-json`, `nested-too-deeply`, 413 `too-many-members`; InvalidInputError 400 `forbidden-key`
 */
export function parseJson(text: string, maxMembers = MAX_MEMBERS, exact: boolean | readonly string[] = false): unknown {
  // Each nesting level needs an opening and a closing character. Therefore a text that has at most twice as many characters as the maximum
  // depth cannot be nested too deeply, and its depth need not be counted.
  const excess = text.length > 2 * MAX_DEPTH ? scanJson(text, maxMembers) : null;
  if (excess === 'too-deep') {
    throw new TerminalError({ code: 'nested-too-deeply', message: `The JSON is nested more than ${MAX_DEPTH} levels deep.`, status: 400 });
  }
  if (excess === 'too-many-members') {
    const message = `The JSON has more than ${maxMembers} values (members of objects and items of arrays). Send smaller requests.`;
    throw new TerminalError({ code: 'too-many-members', message, status: 413, details: { maxMembers } });
  }
  const value = parse(text, exact);
  // A forbidden key can also be written with \u escapes. So the parsed value is searched only when the text contains an escape or one of
  // the forbidden words.
  if (text.includes('proto') || text.includes('constructor') || text.includes('\\u')) refuseForbiddenKeys(value);
  return value;
}

/** Returns the dotted paths of fields with a forbidden key, at any depth; at most 100 paths of at most 300 characters. */
export function findKeys(value: unknown, isForbidden: (key: string) => boolean): string[] {
  const found: string[] = [];
  const open: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    const isArray = Array.isArray(next.value);
    for (const [key, member] of Object.entries(next.value)) {
      const isFound = !isArray && isForbidden(key);
      if (!isFound && (typeof member !== 'object' || member === null)) continue;
      const path = (next.path === '' ? key : `${next.path}.${key}`).slice(0, MAX_PATH);
      if (isFound) found.push(path);
      else open.push({ value: member, path });
      if (found.length === MAX_PROBLEMS) return found.sort();
    }
  }
  return found.sort();
}

function parse(text: string, exact: boolean | readonly string[]): unknown {
  try {
    if (typeof exact === 'boolean') return exact ? parseExactJson(text) : JSON.parse(text);
    // A JavaScript number represents numbers of up to 15 digits exactly, so a text without longer numbers needs no exact parsing.
    return LONG_NUMBER.test(text) ? exactIn(parseExactJson(text), exact) : JSON.parse(text);
  } catch (cause) {
    throw new TerminalError({ code: 'malformed-json', message: 'The body is not valid JSON.', status: 400, cause });
  }
}

function exactIn(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return asDoubles(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, names.includes(name) ? member : asDoubles(member)]));
}

function refuseForbiddenKeys(value: unknown): void {
  const problems = findKeys(value, (key) => FORBIDDEN_KEYS.has(key)).map(
    (path): Problem => ({ path: `body.${path}`, code: 'forbidden-key', message: 'This key is reserved and not allowed.' }),
  );
  if (problems.length > 0) throw new InvalidInputError(problems, { code: 'forbidden-key' });
}
