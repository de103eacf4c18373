/** Shortens a text of the message, such as an address, so that it fits into a sentence. */
export function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 12)}…${text.slice(-6)}` : text;
}
