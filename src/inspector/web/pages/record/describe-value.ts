import type { ActorDetails } from '../../../../values/inspection/actor-details.ts';
import type { Json } from '../../../../values/json.ts';
import { formatAmount, formatDuration, isTime, shorten } from '../../kit/format.ts';

/** The token amounts among the fields of an actor's context, and the tokens with their symbols and decimals. */
export type Units = Pick<ActorDetails, 'amounts' | 'tokens'>;
export const NO_UNITS: Units = { amounts: [], tokens: [] };

/** A scalar value, formatted for a person. `text` is the readable value; the other properties depend on the kind of value. */
export type Described =
  | {
      readonly kind: 'plain' | 'empty' | 'duration' | 'share';
      readonly text: string;
      /** The value as it is stored; null when it equals the readable text. */
      readonly raw: string | null;
    }
  | { readonly kind: 'amount'; readonly text: string; readonly raw: string }
  | { readonly kind: 'time'; readonly atMs: number; readonly raw: string }
  /** A long identifier; `text` contains it without its middle. */
  | { readonly kind: 'address'; readonly text: string; readonly full: string }
  | { readonly kind: 'text'; readonly full: string };

/** A text is shown up to this number of characters until the user expands it. */
export const TEXT_SHOWN = 300;

const ADDRESS = /^0x(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/;
const TIME_NAME = /(?:^at|^since|^until|At|Since|Until|[Aa]ttempt|[Dd]ue|Wake)Ms$|^(?:at|since|until)Ms$/;
const TIME_SEC_NAME = /(?:^s|S)ec$|^expiry$/;
/** The year 2000 in unix seconds. A smaller number is treated as a duration and not as a time. */
const FIRST_SEC = 946_684_800;
const LAST_SEC = 4_102_444_800;

/**
 * Formats a context value according to its meaning, which is derived from the field's name, its path and the known amounts. Never throws,
 * for any data.
 */
export function describeValue(value: Exclude<Json, object | readonly unknown[]> | null, path: readonly string[], units: Units): Described {
  const name = path.at(-1) ?? '';
  if (value === null || value === '') return { kind: 'empty', text: value === null ? 'null' : '""', raw: null };
  if (typeof value === 'boolean') return { kind: 'plain', text: String(value), raw: null };
  if (typeof value === 'number') return describeNumber(value, name);
  return amountOf(value, path, units) ?? describeText(value, name);
}

function describeNumber(value: number, name: string): Described {
  const raw = String(value);
  if (TIME_NAME.test(name) && isTime(value) && value > 0) return { kind: 'time', atMs: value, raw };
  if (TIME_SEC_NAME.test(name) && value > FIRST_SEC && value < LAST_SEC) return { kind: 'time', atMs: value * 1_000, raw };
  if (/At$/.test(name) && value > FIRST_SEC * 1_000 && isTime(value)) return { kind: 'time', atMs: value, raw };
  if (/(?:^b|B)ps$/.test(name) && Number.isInteger(value)) return { kind: 'share', text: `${bpsText(value)} %`, raw: `${raw} bps` };
  // The value 0 in a time field means "at once" or "not yet", so it is not formatted as a date.
  if (/(?:^m|M)s$/.test(name) && !TIME_NAME.test(name) && Number.isInteger(value)) {
    return { kind: 'duration', text: formatDuration(value), raw: value < 1_000 ? null : `${raw} ms` };
  }
  return { kind: 'plain', text: raw, raw: null };
}

function describeText(value: string, name: string): Described {
  if (ADDRESS.test(value)) return { kind: 'address', text: shorten(value), full: value };
  if (/At$/.test(name) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    const atMs = Date.parse(value);
    if (isTime(atMs)) return { kind: 'time', atMs, raw: value };
  }
  return { kind: 'text', full: value };
}

function amountOf(value: string, path: readonly string[], { amounts, tokens }: Units): Described | null {
  if (amounts.length === 0 || value.length > 100 || !/^-?\d+$/.test(value)) return null;
  const joined = path.join('.');
  const note = amounts.find((amount) => amount.path === joined);
  const token = note === undefined ? undefined : tokens.find(({ address, chainId }) => address === note.token && chainId === note.chainId);
  return token === undefined ? null : { kind: 'amount', text: `${formatAmount(value, token.decimals)} ${token.symbol}`, raw: value };
}

/** Converts basis points to percent, without floating-point arithmetic. */
function bpsText(bps: number): string {
  return formatAmount(String(bps), 2);
}
