/**
 * What is wrong with an answer of the language model: it contains a value that comes neither from the user's messages nor from the lists of
 * this service (`invented`), or it does not have the required format (`invalid`). `text` is sent to the model, and is never shown to the
 * user.
 */
export type Problem = { readonly kind: 'invented' | 'invalid'; readonly text: string };

export function invented(text: string): Problem {
  return { kind: 'invented', text };
}

export function invalid(text: string): Problem {
  return { kind: 'invalid', text };
}
