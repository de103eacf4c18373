const QUOTE = 0x22;
const BACKSLASH = 0x5c;

type Level = { readonly names: Set<string> | null; at: string | number };

/**
 * Returns the dotted path of the first field that occurs twice in an object of a JSON text; null when there is none. `JSON.parse` would
 * silently use the last value of the field.
 * @param text valid JSON
 */
export function repeatedMember(text: string): string | null {
  const levels: Level[] = [];
  let string: readonly [start: number, end: number] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      string = [at, endOfString(text, at)];
      at = string[1] - 1;
    } else if (code === 0x7b) levels.push({ names: new Set(), at: '' });
    else if (code === 0x5b) levels.push({ names: null, at: 0 });
    else if (code === 0x7d || code === 0x5d) levels.pop();
    else if (code === 0x2c) nextItem(levels.at(-1));
    else if (code === 0x3a && isKnown(levels.at(-1), text.slice(...string))) return levels.map((level) => level.at).join('.');
  }
  return null;
}

function nextItem(level: Level | undefined): void {
  if (typeof level?.at === 'number') level.at += 1;
}

/**
 * Whether the object already has a field with this name; otherwise adds the name. The names are compared in decoded form, because the same
 * name can be written with and without escapes.
 */
function isKnown(level: Level | undefined, nameText: string): boolean {
  if (level === undefined || level.names === null) return false;
  const name = String(JSON.parse(nameText));
  level.at = name;
  if (level.names.has(name)) return true;
  level.names.add(name);
  return false;
}

/** Returns the index after the closing quote of the JSON string whose opening quote is at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}
