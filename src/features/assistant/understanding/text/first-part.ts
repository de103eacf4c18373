/** Shortens words of a message that an answer repeats. An ellipsis stands for the rest. */
export function firstPart(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
