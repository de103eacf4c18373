/**
 * What is wrong with an answer of the model: it has a value that does not come from the user's messages or from the lists of this service,
 * or it is not of the demanded form. `text` is told to the model, and never to the user.
 */
export type Problem = { readonly kind: 'invented' | 'invalid'; readonly text: string };

export function invented(text: string): Problem {
  return { kind: 'invented', text };
}

export function invalid(text: string): Problem {
  return { kind: 'invalid', text };
}
