import type { Field } from './form-model.ts';

/** What is typed into a field so far. One form for all kinds, of which each uses what it needs. */
export type Draft = {
  readonly presence: 'given' | 'null' | 'left-out';
  /** Of texts, numbers and JSON. */
  readonly text: string;
  /** Which of a choice, of a union's alternatives, or of false and true; -1 before one is chosen. */
  readonly choice: number;
  /** Members of a group in its order, items of a list, values of a map, one for each alternative of a union. */
  readonly children: readonly Draft[];
  /** The names in a map. */
  readonly names: readonly string[];
};

const EMPTY: Draft = { presence: 'given', text: '', choice: -1, children: [], names: [] };

/** A form that nobody has typed into: what may be left out is left out. */
export function emptyDraft(field: Field): Draft {
  const presence = field.isRequired ? 'given' : 'left-out';
  switch (field.kind) {
    case 'group':
      return { ...EMPTY, presence, children: field.fields.map(emptyDraft) };
    case 'union':
      return { ...EMPTY, presence, choice: 0, children: field.options.map(emptyDraft) };
    case 'list':
      return { ...EMPTY, presence, children: Array.from({ length: field.minItems }, () => emptyDraft(field.item)) };
    default:
      return { ...EMPTY, presence };
  }
}

/** The draft with the one child changed. */
export function withChild(draft: Draft, index: number, child: Draft): Draft {
  return { ...draft, children: draft.children.map((each, i) => (i === index ? child : each)) };
}

export function withItem(draft: Draft, item: Field): Draft {
  return { ...draft, children: [...draft.children, emptyDraft({ ...item, isRequired: true })], names: [...draft.names, ''] };
}

export function withoutItem(draft: Draft, index: number): Draft {
  return { ...draft, children: draft.children.filter((_, i) => i !== index), names: draft.names.filter((_, i) => i !== index) };
}

export function withName(draft: Draft, index: number, name: string): Draft {
  return { ...draft, names: draft.names.map((each, i) => (i === index ? name : each)) };
}
