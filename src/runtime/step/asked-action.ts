/** A named action with its resolved params: what a step asks to be done. */
export type AskedAction = { readonly type: string; readonly params: unknown };
