import { hash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { isExactObject, parseExactJson } from '../../values/exact-json.ts';
import { webhookUnreadable } from './ramp-failures.ts';

/** Compares two texts in a time that does not depend on how much of them is equal. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** Returns the text of a webhook's body. @throws TerminalError `webhook-unreadable` when it is not UTF-8 */
export function bodyTextOf(provider: string, body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw webhookUnreadable(provider, 'a body in UTF-8');
  }
}

/** Parses a JSON object, whose numbers keep their digits. @throws TerminalError `webhook-unreadable` */
export function objectIn(provider: string, text: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = parseExactJson(text);
  } catch {
    parsed = null;
  }
  if (!isExactObject(parsed)) throw webhookUnreadable(provider, 'a JSON object');
  return parsed;
}

/** Reads the members of a webhook that is proved to be genuine. @throws TerminalError `webhook-unreadable`, which names the first wrong member */
export function membersIn<Schema extends v.GenericSchema>(provider: string, schema: Schema, value: unknown): v.InferOutput<Schema> {
  const read = v.safeParse(schema, value, { abortEarly: true });
  if (read.success) return read.output;
  throw webhookUnreadable(provider, `a webhook with a valid member ${v.getDotPath(read.issues[0]) ?? 'data'}`);
}

/** Builds the id of a webhook's event from its contents, so that a repeated delivery has the same id. */
export function eventIdOf(...parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32);
}
