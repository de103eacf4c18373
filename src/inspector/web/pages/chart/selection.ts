/** What of a chart a person pointed at: a state by its path, or an edge by its id. */
export type Selection = { readonly kind: 'state' | 'edge'; readonly id: string } | null;
