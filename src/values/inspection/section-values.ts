import type { AmountOf, TokenNote } from './actor-details.ts';
import { amountText, countText } from './plain-number.ts';
import type { Cell, Phrase, Tone, Value } from './sections.ts';

export function text(words: string): Value {
  return { kind: 'text', text: words };
}

export function badge(word: string, tone: Tone = 'plain'): Value {
  return { kind: 'badge', text: word, tone };
}

export function amount({ amount: baseUnits, token, chainId }: AmountOf): Value {
  return { kind: 'amount', amount: baseUnits, token, chainId };
}

export function symbol(chainId: number, token: string): Value {
  return { kind: 'token', chainId, token };
}

export function time(atMs: number): Value {
  return { kind: 'time', atMs };
}

export function actor(id: string): Value {
  return { kind: 'actor', id };
}

export function transaction(chainId: number, hash: string, name?: string): Value {
  return name === undefined ? { kind: 'transaction', chainId, hash } : { kind: 'transaction', chainId, hash, name };
}

export function address(value: string): Value {
  return { kind: 'address', address: value };
}

/** Formats a count with its noun, such as `3 orders`. */
export function count(number: number, noun: string): Value {
  return text(countText(number, noun));
}

/** Creates a table cell with one line. A cell without values means "unknown". */
export function cell(...values: Phrase): Cell {
  return { lines: values.length === 0 ? [] : [values] };
}

/** Formats a value of a section as text; an amount is shown in whole tokens. */
export function valueText(value: Value, token: Pick<TokenNote, 'symbol' | 'decimals'>): string {
  if (value.kind === 'amount') return amountText(value.amount, token);
  return value.kind === 'text' || value.kind === 'badge' ? value.text : '';
}
