import type { Json } from '../../values/json.ts';
import { type Change, jsonChanges } from '../../values/json-diff/json-changes.ts';
import { pathText } from '../../values/json-diff/path-text.ts';

/**
 * Maximum number of characters of a displayed value. Long values such as signed bytes would fill the screen; `--json` prints them whole.
 */
const SHOWN = 200;

/** Formats each changed value on a line: `context.link: null -> {"positionId":1}`. */
export function describeChanges(changes: readonly Change[]): string[] {
  return changes.map((change) => `${pathText(change.path)}: ${changeText(change)}`);
}

/** Fields that record when and by whom a setting was changed. They change with every change, so they are not displayed. */
const OF_THE_CHANGE: ReadonlySet<unknown> = new Set(['isDefault', 'changedBy', 'changedAt']);

/** Describes what an administrator has changed. Fields that record only when and by whom a change was made are left out. */
export function describeAdminChange(before: Json, after: Json): string[] {
  return describeChanges(jsonChanges(before, after).filter(({ path }) => path.length !== 1 || !OF_THE_CHANGE.has(path[0])));
}

function changeText(change: Change): string {
  switch (change.kind) {
    case 'added':
      return `(absent) -> ${valueText(change.after)}`;
    case 'removed':
      return `${valueText(change.before)} -> (absent)`;
    case 'changed':
      return `${valueText(change.before)} -> ${valueText(change.after)}`;
    case 'reordered':
      return `reordered -> ${valueText(change.order)}`;
  }
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}... (${text.length} characters)`;
}
