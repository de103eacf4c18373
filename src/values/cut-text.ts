/**
 * Shortens a text to at most `most` characters, of which the last one is then an ellipsis. It counts characters and not UTF-16 code units, so
 * that an emoji is never cut in half.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
