import type { Field } from './form-model.ts';

/** The current contents of a form field. The same type is used for all kinds of fields; each kind uses only some of its properties. */
export type Draft = {
  readonly presence: 'given' | 'null' | 'left-out';
  /** The text that the user typed into a text, number or JSON field. */
  readonly text: string;
  /** Index of the chosen option: of a list of choices, of a union's alternatives, or of false and true; -1 before one is chosen. */
  readonly choice: number;
  /**
   * The nested drafts in order: one for each field of a group, each item of a list, each value of a map, or each alternative of a union.
   */
  readonly children: readonly Draft[];
  /** The keys that the user typed for a map field. */
  readonly names: readonly string[];
};

const EMPTY: Draft = { presence: 'given', text: '', choice: -1, children: [], names: [] };

/** Returns the draft of an empty form, in which optional fields are omitted. */
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

/** Returns a copy of a draft with the nested draft at an index replaced. */
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
