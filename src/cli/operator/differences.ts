/** Signed bytes and the like would fill the screen; `--json` has them whole. */
const SHOWN = 200;

export type Difference = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** What differs between two JSON values, by dotted path; one that is only on one side is undefined on the other. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

/** A line for each: `context.link: null -> {"positionId":1}`. */
export function describeDifferences(found: readonly Difference[]): string[] {
  return found.map(({ path, before, after }) => `${path === '' ? '(all)' : path}: ${valueText(before)} -> ${valueText(after)}`);
}

function valueText(value: unknown): string {
  const text = value === undefined ? '(absent)' : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}... (${text.length} characters)`;
}

function isBranch(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
