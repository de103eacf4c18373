/** A named action with its resolved params that a step requested. */
export type AskedAction = { readonly type: string; readonly params: unknown };
