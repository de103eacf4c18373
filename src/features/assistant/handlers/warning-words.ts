import type { Notice } from '../answers/shared-schemas.ts';

/** Writes warnings as sentences, to be added to the text of an answer. Warnings with the same words are written once. */
export function warningWords(warnings: readonly Notice[]): string {
  return [...new Set(warnings.map(({ message }) => ` Warning: ${message}`))].join('');
}
