/** Maximum nesting depth of JSON: deeper than any valid body, and shallow enough for recursive code. */
export const MAX_DEPTH = 64;
/**
 * Maximum total number of object fields and array items in a body. The time to parse and check a body grows with this number, not with its
 * bytes.
 */
export const MAX_MEMBERS = 50_000;

/**
 * Checks whether a JSON text is nested too deeply or has too many fields. It does not parse the text, but reads it once and stops at the
 * first excess. Each comma and each opening bracket counts as a field, so an empty object or array counts as one. Text that is not JSON may
 * pass this check.
 */
export function scanJson(text: string, maxMembers: number): 'too-deep' | 'too-many-members' | null {
  let depth = 0;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = endOfString(text, i);
      continue;
    }
    const isOpening = code === 0x5b || code === 0x7b;
    if (isOpening) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (isOpening || code === 0x2c) members += 1;
    if (depth > MAX_DEPTH) return 'too-deep';
    if (members > maxMembers) return 'too-many-members';
  }
  return null;
}

/** Returns the index of the closing quote of the string that opens at `start`, or the length of the text when the string is not closed. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
