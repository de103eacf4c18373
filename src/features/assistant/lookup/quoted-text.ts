import { foreignText } from '../../../values/foreign-text.ts';

/** Maximum length, in characters, of a text by strangers (such as a token's name) within a sentence. */
const MOST_CHARACTERS = 60;

/** Quotes a stranger's text in a sentence, so that it cannot be taken for the service's own words. */
export function quotedText(text: string, most: number = MOST_CHARACTERS): string {
  return `"${foreignText(text, most).replaceAll('"', "'")}"`;
}
