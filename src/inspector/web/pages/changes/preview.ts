import type { Json } from '../../../../values/json.ts';
import { isList } from '../../../../values/json-diff/is-equal.ts';

/**
 * Formats a value as JSON on one line, truncated after `most` characters. It works without recursion, so any size and depth is possible.
 */
export function previewOf(value: Json, most: number): string {
  let text = '';
  // A stack of texts that are appended unchanged, and of values that still have to be formatted.
  const open: (string | { readonly value: Json })[] = [{ value }];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (text.length >= most) return `${text.slice(0, most)}…`;
    if (typeof each === 'string') text += each;
    else text += print(each.value, open, most - text.length);
  }
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function print(value: Json, open: (string | { readonly value: Json })[], most: number): string {
  if (typeof value === 'string') return value.length > most ? JSON.stringify(value.slice(0, most)).slice(0, -1) : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isItems = isList(value);
  const entries: (readonly [string, Json])[] = isItems ? value.slice(0, most).map((item) => ['', item] as const) : Object.entries(value);
  open.push(isItems ? ']' : entries.length === 0 ? '}' : ' }');
  for (let i = Math.min(entries.length, most) - 1; i >= 0; i -= 1) {
    const [name, member] = entries[i] ?? ['', null];
    open.push({ value: member });
    open.push(`${i === 0 ? '' : ', '}${isItems ? '' : `${previewName(name)}: `}`);
  }
  return isItems ? '[' : entries.length === 0 ? '{' : '{ ';
}

function previewName(name: string): string {
  const short = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  return /^[A-Za-z_$][\w$]*$/.test(short) ? short : JSON.stringify(short);
}
