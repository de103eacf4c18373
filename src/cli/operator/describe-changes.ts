import type { Change } from '../../values/json-diff/json-changes.ts';
import { pathText } from '../../values/json-diff/path-text.ts';

/**
 * Maximum number of characters of a displayed value. Long values such as signed bytes would fill the screen; `--json` prints them whole.
 */
const SHOWN = 200;

/** Formats each changed value on a line: `context.link: null -> {"positionId":1}`. */
export function describeChanges(changes: readonly Change[]): string[] {
  return changes.map((change) => `${pathText(change.path)}: ${changeText(change)}`);
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
