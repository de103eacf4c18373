import type { Json } from '../../../../values/json.ts';
import type { Draft } from './draft.ts';
import type { Field } from './form-model.ts';
import { patternHint } from './pattern-hint.ts';

/** A problem of a form field. `path` is in the service's notation: names and indexes joined by dots; empty for the whole form. */
export type FieldProblem = { readonly path: string; readonly message: string };

export type ReadDraft = { readonly value: Json | undefined; readonly problems: readonly FieldProblem[] };

/**
 * Reads the value of a form from its draft, and its problems. The service validates the value as well, because a schema cannot express all
 * of its rules.
 */
export function readDraft(field: Field, draft: Draft, path = ''): ReadDraft {
  if (draft.presence === 'left-out' && !field.isRequired) return { value: undefined, problems: [] };
  if (draft.presence === 'null' && field.isNullable) return { value: null, problems: [] };
  const { value, problems } = readGiven(field, draft, path);
  if (!field.isNullable) return { value, problems };
  return {
    value,
    problems: problems.map((problem) => (problem.path === path ? { ...problem, message: `${problem.message} Or choose null.` } : problem)),
  };
}

function readGiven(field: Field, draft: Draft, path: string): ReadDraft {
  switch (field.kind) {
    case 'constant':
      return { value: field.value, problems: [] };
    case 'text':
      return leaf(draft.text, path, problemOfText(field, draft.text));
    case 'number': {
      const { value, problem } = readNumber(field, draft.text);
      return leaf(value, path, problem);
    }
    case 'boolean':
      return leaf(draft.choice === 1, path, draft.choice < 0 ? 'Choose yes or no.' : null);
    case 'choice': {
      const chosen = field.options[draft.choice];
      return leaf(chosen ?? null, path, chosen === undefined ? 'Choose one.' : null);
    }
    case 'json':
      return readJson(draft.text, path);
    case 'union': {
      const [option, child] = [field.options[draft.choice], draft.children[draft.choice]];
      return option === undefined || child === undefined ? leaf(null, path, 'Choose one.') : readDraft(option, child, path);
    }
    case 'group':
      return readMembers(
        field.fields.map(({ label }) => label),
        field.fields.map((member, i) => readAt(member, draft.children[i], join(path, member.label))),
      );
    case 'list':
      return readList(field, draft, path);
    case 'map': {
      const names = draft.names;
      const { value, problems } = readMembers(
        names,
        draft.children.map((child, i) => readDraft(field.item, child, join(path, names[i] ?? ''))),
      );
      const twice = names.find((name, i) => names.indexOf(name) !== i);
      return { value, problems: twice === undefined ? problems : [...problems, { path, message: `"${twice}" appears twice.` }] };
    }
  }
}

function readAt(field: Field, draft: Draft | undefined, path: string): ReadDraft {
  return draft === undefined ? leaf(null, path, 'Missing.') : readDraft(field, draft, path);
}

function readMembers(names: readonly string[], members: readonly ReadDraft[]): ReadDraft {
  const entries = members.flatMap(({ value }, i): [string, Json][] => (value === undefined ? [] : [[names[i] ?? '', value]]));
  return { value: Object.fromEntries(entries), problems: members.flatMap(({ problems }) => problems) };
}

function readList(field: Field & { readonly kind: 'list' }, draft: Draft, path: string): ReadDraft {
  const items = draft.children.map((child, i) => readDraft(field.item, child, join(path, String(i))));
  const { length } = items;
  const problems = items.flatMap((item) => item.problems);
  const value = items.flatMap((item) => (item.value === undefined ? [] : [item.value]));
  const message =
    length < field.minItems
      ? `At least ${field.minItems} items are required.`
      : field.maxItems !== null && length > field.maxItems
        ? `At most ${field.maxItems} items are accepted.`
        : null;
  return { value, problems: message === null ? problems : [...problems, { path, message }] };
}

function problemOfText(field: Field & { readonly kind: 'text' }, text: string): string | null {
  const { minLength, maxLength, pattern } = field;
  if (text.length < minLength) return minLength === 1 ? 'This field is required.' : `At least ${minLength} characters are required.`;
  if (maxLength !== null && text.length > maxLength) return `At most ${maxLength} characters are accepted; this text has ${text.length}.`;
  if (pattern === null || new RegExp(pattern).test(text)) return null;
  return text === '' ? `This field is required: ${patternHint(pattern)}.` : `Expected ${patternHint(pattern)}.`;
}

function readNumber(field: Field & { readonly kind: 'number' }, text: string): { value: number; problem: string | null } {
  const { isWhole, minimum, maximum } = field;
  const typed = text.trim();
  const value = Number(typed);
  if (typed === '') return { value: 0, problem: 'This field is required.' };
  // Accepts only the number syntax of JSON. `Number` accepts more, such as hex and "Infinity", which are probably typing errors.
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(typed) || !Number.isFinite(value)) return { value: 0, problem: 'Expected a number.' };
  if (isWhole && !Number.isSafeInteger(value)) return { value, problem: 'Expected a whole number, below 2^53.' };
  if (minimum !== null && value < minimum) return { value, problem: `Expected ${minimum} or more.` };
  if (maximum !== null && value > maximum) return { value, problem: `Expected ${maximum} or less.` };
  return { value, problem: null };
}

function readJson(text: string, path: string): ReadDraft {
  if (text.trim() === '') return leaf(null, path, 'This field is required: JSON, as { "name": 1 } or "text".');
  try {
    const value: Json = JSON.parse(text);
    return { value, problems: [] };
  } catch (error) {
    return leaf(null, path, `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function leaf(value: Json, path: string, message: string | null): ReadDraft {
  return { value, problems: message === null ? [] : [{ path, message }] };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
