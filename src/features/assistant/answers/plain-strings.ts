import type { Json, JsonObject } from '../../../values/json.ts';

/**
 * Matches control characters other than line feeds, line separators, and characters that are invisible or change the direction of writing.
 * Joiners are not matched, because emoji and some scripts need them.
 */
const DISTURBING = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

export function plainString(text: string): string {
  return text.replace(DISTURBING, '');
}

/**
 * Removes from all texts of an answer the characters that change how other texts are shown. Answers quote texts that strangers choose, such
 * as names of tokens and contracts, metadata and words of messages.
 */
export function plainStrings(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, plainJson(value)]));
}

function plainJson(value: Json): Json {
  if (typeof value === 'string') return plainString(value);
  if (Array.isArray(value)) return value.map(plainJson);
  return typeof value === 'object' && value !== null ? plainStrings(value as JsonObject) : value;
}
