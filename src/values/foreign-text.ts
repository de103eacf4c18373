import { cutText } from './cut-text.ts';

/**
 * Cleans a text that a stranger wrote on chain or on a web page, such as a name. What remains is one line of visible characters: control
 * characters, invisible ones and those that change the direction of writing are removed.
 */
export function foreignText(text: string, most: number): string {
  const cleaned = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return cutText(cleaned, most);
}
