import type { Json } from '../../../../values/json.ts';
import { isObject } from '../../../../values/json-diff/is-equal.ts';
import type { PathStep } from '../../../../values/json-diff/json-changes.ts';
import type { StateValue } from '../../data/actor-record.ts';
import { formatLocal, formatState } from '../../kit/format.ts';
import { describeValue, type Units } from '../record/describe-value.ts';
import { previewOf } from './preview.ts';

const LONGEST = 240;

/** A value on one line, and its meaning when its unit is known: an amount with decimals, or a local time. */
export type ValueWords = { readonly text: string; readonly meaning: string | null };

export function valueWords(value: Json, path: readonly PathStep[], units: Units): ValueWords {
  return { text: stateText(value, path) ?? effectText(value, path) ?? previewOf(value, LONGEST), meaning: meaningOf(value, path, units) };
}

/** Formats a state of a state machine as a path, such as `active.waiting`. */
function stateText(value: Json, path: readonly PathStep[]): string | null {
  if (path[0] !== 'snapshot' || path[1] !== 'value' || !isState(value)) return null;
  return formatState(value);
}

/** Formats an effect in the outbox (a side effect that is still to be performed) by its name and input. */
function effectText(value: Json, path: readonly PathStep[]): string | null {
  if (path[0] !== 'outbox' || path.length !== 2 || !isObject(value)) return null;
  const { name, params } = value;
  return typeof name === 'string' && params !== undefined ? `${previewOf(name, 80).slice(1, -1)} ${previewOf(params, LONGEST)}` : null;
}

function isState(value: Json): value is StateValue {
  return typeof value === 'string' || (isObject(value) && Object.values(value).every(isState));
}

function meaningOf(value: Json, path: readonly PathStep[], units: Units): string | null {
  if (typeof value === 'object' && value !== null) return null;
  const own = path[0] === 'snapshot' && path[1] === 'context' ? path.slice(2) : path;
  const described = describeValue(
    value,
    own.map((step) => (typeof step === 'object' ? step.is : String(step))),
    units,
  );
  switch (described.kind) {
    case 'amount':
    case 'duration':
    case 'share':
      return described.text;
    case 'time':
      return formatLocal(described.atMs);
    default:
      return null;
  }
}
