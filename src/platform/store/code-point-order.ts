/**
 * Compares two strings by Unicode code points, as SQLite and MongoDB sort UTF-8. JavaScript's `<` compares UTF-16 code units, and sorts
 * emoji before U+E000.
 */
export function compareByCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/**
 * Returns the rank of a UTF-16 code unit. Surrogates (the units of which characters above U+FFFF consist) rank above all other units, since
 * they encode higher code points.
 */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
