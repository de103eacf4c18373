/**
 * Splits an answer into lines that are safe for a terminal. Answers quote names of tokens and contracts, which strangers choose, so control
 * characters (which begin escape sequences) and invisible characters that change the direction of text are removed.
 */
export function plainLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''));
}
