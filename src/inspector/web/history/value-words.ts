import type { Json } from '../../../values/json.ts';
import { formatAmount, formatLocal, isTime } from '../app/format.ts';
import type { PathStep } from './diff-records.ts';
import type { Units } from './history-source.ts';
import { previewOf } from './preview.ts';

const LONGEST = 240;

/** A value on one line, and beside it what it means where its unit is known: an amount with its decimals, a time where the reader is. */
export type ValueWords = { readonly text: string; readonly meaning: string | null };

export function valueWords(value: Json, path: readonly PathStep[], units: Units): ValueWords {
  return { text: previewOf(value, LONGEST), meaning: amountWords(value, path, units) ?? timeWords(value, path) };
}

function amountWords(value: Json, path: readonly PathStep[], { amounts, tokens }: Units): string | null {
  if (typeof value !== 'string' || path[0] !== 'snapshot' || path[1] !== 'context') return null;
  const own = path.slice(2).map((step) => (typeof step === 'object' ? step.is : String(step)));
  const note = amounts.find((each) => each.path === own.join('.'));
  const token = tokens.find(({ address, chainId }) => address === note?.token && chainId === note.chainId);
  return token === undefined || !/^-?\d+$/.test(value) ? null : `${formatAmount(value, token.decimals)} ${token.symbol}`;
}

/** Our names say the unit of a time: `dueAtMs`, `deadlineSec`. */
function timeWords(value: Json, path: readonly PathStep[]): string | null {
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  if (typeof value !== 'number' || typeof name !== 'string' || value <= 0) return null;
  if (/(At|Until|since|until)Ms$|^(at|since|until)Ms$/.test(name) && isTime(value)) return formatLocal(value);
  return /(Time|deadline|Deadline|expiry|Start|At)Sec$/.test(name) && isTime(value * 1000) ? formatLocal(value * 1000) : null;
}
