import type { RampStatus } from '../../values/ramp-status.ts';
import type { RampMethodKind } from './ramp-provider.ts';

/** Returns the normal form of a provider's status; `unknown` for a word that is not in its table. */
export function statusOf(words: Readonly<Record<string, RampStatus>>, word: string): RampStatus {
  return Object.hasOwn(words, word) ? (words[word] ?? 'unknown') : 'unknown';
}

const KINDS: readonly (readonly [RegExp, RampMethodKind])[] = [
  [/apple|google|paypal|wallet|skrill|neteller|gcash|maya|pix|upi|mpesa|m-pesa|alipay|wechat|spei/, 'wallet'],
  [/card|visa|master|debit|credit|vmc/, 'card'],
  [/bank|sepa|ach|wire|imps|neft|rtgs|iban|faster|transfer|interac|payid|ideal|open.?banking/, 'bank'],
];

/** Returns the kind of a provider's payment method (such as card or bank), which is recognized by the method's code and name. */
export function methodKindOf(...texts: readonly (string | null)[]): RampMethodKind {
  const text = texts.join(' ').toLowerCase();
  return KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}
