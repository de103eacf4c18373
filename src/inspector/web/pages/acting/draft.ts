import type { Field } from './form-model.ts';

/** The current contents of a form field. All kinds of fields use this type; each kind uses the members that it needs. */
export type Draft = {
  readonly presence: 'given' | 'null' | 'left-out';
  /** The typed text of a text, number or JSON field. */
  readonly text: string;
  /** Index of the chosen option of a choice, of a union's alternatives, or of false and true; -1 before one is chosen. */
  readonly choice: number;
  /** The drafts of a group's members in order, a list's items, a map's values, or one for each alternative of a union. */
  readonly children: readonly Draft[];
  /** The keys of a map field. */
  readonly names: readonly string[];
};

const EMPTY: Draft = { presence: 'given', text: '', choice: -1, children: [], names: [] };

/** The draft of an empty form, in which optional fields are omitted. */
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

/** The draft with one child replaced. */
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
