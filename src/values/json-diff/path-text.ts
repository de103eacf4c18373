import type { PathStep } from './json-changes.ts';

const LONGEST_NAME = 80;

/** Formats a path for display: `context.orders[0].amount`, `outbox[3/0].attempts`. */
export function pathText(path: readonly PathStep[]): string {
  const text = path.map((step, i) => stepText(step, i === 0)).join('');
  return text === '' ? 'the whole' : text;
}

function stepText(step: PathStep, isFirst: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  // The key of an effect begins with the id of its actor. In a path, only the rest of the key is shown.
  if (typeof step === 'object') return `[${/\d+\/\d+(@\d+)?$/.exec(step.is)?.[0] ?? step.is}]`;
  const name = step.length > LONGEST_NAME ? `${step.slice(0, LONGEST_NAME)}…` : step;
  if (/^[\w$-]+$/.test(name)) return isFirst ? name : `.${name}`;
  return `[${JSON.stringify(name)}]`;
}
