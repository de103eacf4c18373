/** The selected part of a chart: a state by its path, or an edge by its id. */
export type Selection = { readonly kind: 'state' | 'edge'; readonly id: string } | null;
