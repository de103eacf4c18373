/** An actor that matches a search text. `by` names the property of the actor that matches. */
export type Suggestion = {
  readonly id: string;
  readonly title: string | null;
  readonly status: string | null;
  readonly by: 'id or wallet' | 'number' | 'title' | 'hash or address';
};
