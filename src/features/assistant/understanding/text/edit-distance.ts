/**
 * Number of single edits (a letter left out, added or replaced, two neighbours exchanged) between two words; `most` + 1 when it is more.
 * (The restricted Damerau-Levenshtein distance.)
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoBack: number[] = [];
  let back = Array.from({ length: b.length + 1 }, (_, at) => at);
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

/** True when one word is the other with two neighbours exchanged, or with one letter doubled: slips that keep every letter. */
export function isSlip(typed: string, meant: string): boolean {
  if (typed.length === meant.length) {
    const at = [...typed].findIndex((letter, i) => letter !== meant[i]);
    const swapped = `${typed.slice(0, at)}${typed[at + 1] ?? ''}${typed[at] ?? ''}${typed.slice(at + 2)}`;
    return at >= 0 && swapped === meant;
  }
  if (typed.length !== meant.length + 1) return false;
  const at = [...typed].findIndex((letter, i) => letter !== meant[i]);
  return at > 0 && typed[at] === typed[at - 1] && typed.slice(0, at) + typed.slice(at + 1) === meant;
}
