import type { Answer } from '../answers/answer.ts';

/** What was looked up, or the answer that says why there is none. */
export type Found<T> = { readonly found: T; readonly answer?: undefined } | { readonly found?: undefined; readonly answer: Answer };

export function found<T>(value: T): Found<T> {
  return { found: value };
}

export function instead<T>(answer: Answer): Found<T> {
  return { answer };
}
