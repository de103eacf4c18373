/** An actor that a search text may mean. `by` says what of it matches the text. */
export type Suggestion = {
  readonly id: string;
  readonly title: string | null;
  readonly status: string | null;
  readonly by: 'id or wallet' | 'number' | 'title' | 'hash or address';
};
