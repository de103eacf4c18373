/**
 * Returns the number of single edits between two words: a letter that is left out, added or replaced, or two neighbouring letters that are
 * exchanged. Returns `most` + 1 when there are more edits. (It is the restricted Damerau-Levenshtein distance.)
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoBack: number[] = [];
  let back: number[] = [];
  for (let at = 0; at <= b.length; at += 1) back.push(at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((back[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (back[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (twoBack[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    twoBack = back;
    back = row;
  }
  return back[b.length] ?? most + 1;
}
