/** An actor that matches a search text. `by` names the property of the actor that matches. */
export type Suggestion = {
  readonly id: string;
  readonly title: string | null;
  readonly status: string | null;
  readonly by: 'id or wallet' | 'number' | 'title' | 'hash or address';
};

/** The first actors that match a search text. `isMore`: true when the list of actors finds more actors for the same text. */
export type Suggestions = { readonly actors: readonly Suggestion[]; readonly isMore: boolean };
