import { TerminalError } from '../../../../values/errors/terminal-error.ts';

/**
 * A field of a policy that has several values in a parameter sweep, one in each run. `path` contains the names of the fields that lead to
 * it.
 */
export type SweptMember = { readonly name: string; readonly path: readonly string[]; readonly values: readonly number[] };

/** Maximum number of runs of a parameter sweep, which has one run for each combination of values. */
export const MOST_RUNS = 200;
/** Maximum number of policy fields that a parameter sweep varies, because the plot of the results has two axes. */
const MOST_MEMBERS = 2;
const FORM = /^([^=]+)=(-?[0-9.]+):(-?[0-9.]+):([0-9.]+)$/;
const ACCEPTED =
  'Expected NAME=FROM:TO:STEP, such as "dip.dropBps=500:2000:250"; NAME is the id of a strategy and its member, or the path of another member such as limits.maxPerTradeUsd. Two of them are separated by a comma.';

/**
 * Parses a text that states which policy fields a parameter sweep varies, and over which values. Decimal steps are exact: values are
 * rounded to the larger number of decimals of the step and the start.
 * @throws TerminalError `invalid-sweep`
 */
export function parseSweep(text: string): readonly SweptMember[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MOST_MEMBERS)
    throw invalid(`The sweep varies ${parts.length} fields of the policy, but at most ${MOST_MEMBERS} are possible.`);
  const members = parts.map(memberOf);
  const runs = members.reduce((product, { values }) => product * values.length, 1);
  if (runs > MOST_RUNS)
    throw invalid(`This sweep needs ${runs} runs, but at most ${MOST_RUNS} are possible. Use a larger step, or a smaller range.`);
  return members;
}

function memberOf(part: string): SweptMember {
  const [, name = '', fromText = '', toText = '', stepText = ''] = FORM.exec(part) ?? [];
  const [from, to, step] = [Number(fromText), Number(toText), Number(stepText)];
  if (name === '' || [from, to, step].some((value) => !Number.isFinite(value))) throw invalid(`${JSON.stringify(part)} is not valid.`);
  if (step <= 0 || to < from)
    throw invalid(`${JSON.stringify(part)} has no values: its step must be above 0, and its end must not be below its start.`);
  const decimals = Math.max(...[fromText, stepText].map((number) => number.split('.')[1]?.length ?? 0));
  const count = Math.min(MOST_RUNS + 1, Math.floor((to - from) / step + 1e-9) + 1);
  const values = Array.from({ length: count }, (_, index) => Number((from + index * step).toFixed(decimals)));
  return { name: name.trim(), path: name.trim().split('.'), values };
}

/** One run of a parameter sweep: the values of the varied fields, and the policy document with these values. */
export type SweepVariant = { readonly values: readonly number[]; readonly document: unknown };

/**
 * Returns the policy documents of all runs of a parameter sweep. A varied field keeps its JSON type; for example, an amount that is a
 * decimal string stays a string.
 * @throws TerminalError `invalid-sweep` when the policy does not have a varied field
 */
export function variantsOf(document: unknown, members: readonly SweptMember[]): readonly SweepVariant[] {
  const [first, second] = members;
  if (first === undefined) return [];
  return first.values.flatMap((one) => {
    const varied = withValue(document, first, one);
    if (second === undefined) return [{ values: [one], document: varied }];
    return second.values.map((other) => ({ values: [one, other], document: withValue(varied, second, other) }));
  });
}

function withValue(document: unknown, { name, path }: SweptMember, value: number): unknown {
  const copy: unknown = structuredClone(document);
  const own = isObject(copy) && Object.hasOwn(copy, path[0] ?? '') ? path : ['strategies', ...path];
  let at: unknown = copy;
  for (const step of own.slice(0, -1)) at = memberIn(at, step);
  const last = own.at(-1) ?? '';
  const before = memberIn(at, last);
  if (!isObject(at) || (typeof before !== 'number' && !(typeof before === 'string' && /^[0-9.]+$/.test(before))))
    throw invalid(`The policy has no number at ${JSON.stringify(name)}.`);
  at[last] = typeof before === 'string' ? String(value) : value;
  return copy;
}

/** Returns the field with a name from an object, or the element with that id or index from a list. */
function memberIn(at: unknown, name: string): unknown {
  if (Array.isArray(at)) return at.find((element: unknown) => isObject(element) && element.id === name) ?? at[Number(name)];
  return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(why: string): TerminalError {
  return new TerminalError({ code: 'invalid-sweep', message: `${why} ${ACCEPTED}` });
}
