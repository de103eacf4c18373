import type { Json } from '../../../../src/values/json.ts';
import type { Change, PathStep } from '../../../../src/values/json-diff/json-changes.ts';

/** Applies changes to the older value and returns the newer one, so that a test can check that a diff is complete. */
export function applyChanges(before: Json, changes: readonly Change[]): Json {
  const own = changes.find(({ path }) => path.length === 0);
  if (own?.kind === 'changed') return own.after;
  if (Array.isArray(before)) return applyToList(before, changes);
  if (typeof before !== 'object' || before === null) return before;
  const members = new Map<string, Json>(Object.entries(before));
  for (const [step, inside] of byFirstStep(changes)) {
    const name = String(step);
    const result = applyAt(members.get(name), inside);
    if (result === undefined) members.delete(name);
    else members.set(name, result);
  }
  // `fromEntries` defines properties. A plain assignment to the key `__proto__` would set the prototype instead.
  return Object.fromEntries(members);
}

function applyToList(before: readonly Json[], changes: readonly Change[]): Json {
  let list: (Json | undefined)[] = [...before];
  const added: { at: number; item: Json }[] = [];
  for (const [step, inside] of byFirstStep(changes)) {
    const index = typeof step === 'number' ? step : list.findIndex((entry) => keyOf(entry, step) === keyIn(step));
    const additions = inside.filter(({ path, kind }) => path.length === 0 && kind === 'added');
    const others = inside.filter((change) => !additions.includes(change));
    if (others.length > 0) list[index] = applyAt(list[index], others);
    for (const change of additions) {
      if (change.kind === 'added') added.push({ at: typeof step === 'number' ? step : Number.POSITIVE_INFINITY, item: change.after });
    }
  }
  list = list.filter((item) => item !== undefined);
  // Entries are inserted in ascending order of their indexes, so that each one gets its index in the newer list.
  for (const { at, item } of added.toSorted((a, b) => a.at - b.at)) list.splice(Math.min(at, list.length), 0, item);
  const reordered = changes.find(({ path, kind }) => path.length === 0 && kind === 'reordered');
  const whole = list.filter((item) => item !== undefined);
  if (reordered?.kind !== 'reordered') return whole;
  const by = whole.every((entry) => typeof entry === 'object' && entry !== null && 'key' in entry) ? 'key' : 'id';
  return reordered.order.map((is) => whole.find((entry) => keyOf(entry, { by, is }) === is) ?? null);
}

function applyAt(value: Json | undefined, inside: readonly Change[]): Json | undefined {
  const own = inside.find(({ path, kind }) => path.length === 0 && kind !== 'reordered');
  if (own?.kind === 'removed') return undefined;
  if (own?.kind === 'added' || own?.kind === 'changed') return own.after;
  return value === undefined ? undefined : applyChanges(value, inside);
}

function byFirstStep(changes: readonly Change[]): [PathStep, Change[]][] {
  const groups = new Map<string, [PathStep, Change[]]>();
  for (const change of changes) {
    const [step, ...rest] = change.path;
    if (step === undefined) continue;
    const name = JSON.stringify(step);
    const group = groups.get(name) ?? [step, []];
    group[1].push({ ...change, path: rest });
    groups.set(name, group);
  }
  return [...groups.values()];
}

function keyIn(step: PathStep): string {
  return typeof step === 'object' ? step.is : String(step);
}

function keyOf(entry: Json | undefined, step: PathStep): Json | undefined {
  if (typeof step !== 'object' || typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  return Object.getOwnPropertyDescriptor(entry, step.by)?.value;
}
