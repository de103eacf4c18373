/** An action that a step has requested: its name, and its parameters with their final values. */
export type AskedAction = { readonly type: string; readonly params: unknown };
