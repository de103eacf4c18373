import type { Answer } from '../answers/answer.ts';

/** The result of a look-up (`found`), or an answer for the user that says why there is no result (`answer`). */
export type Found<T> = { readonly found: T; readonly answer?: undefined } | { readonly found?: undefined; readonly answer: Answer };

export function found<T>(value: T): Found<T> {
  return { found: value };
}

export function instead<T>(answer: Answer): Found<T> {
  return { answer };
}
