/**
 * One difference between two lists: a range of items that is removed from the first list, and a range of items that is added from the
 * second list. Each range contains its start but not its end. Between two differences the lists are equal.
 */
export type Hunk = { readonly from: number; readonly fromEnd: number; readonly to: number; readonly toEnd: number };

/**
 * Maximum number of edits in the shortest edit script that is searched for. Lists that need more edits have so little in common that the
 * search is not worth its time.
 */
const MOST_EDITS = 200;

/**
 * Computes the shortest edit script between two lists (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). When more
 * than 200 edits are needed, returns a single hunk for everything between the common beginning and the common end of the lists.
 */
export function editScript(fromLength: number, toLength: number, isSame: (from: number, to: number) => boolean): Hunk[] {
  let start = 0;
  while (start < fromLength && start < toLength && isSame(start, start)) start += 1;
  let end = 0;
  while (end < fromLength - start && end < toLength - start && isSame(fromLength - 1 - end, toLength - 1 - end)) end += 1;
  const whole = { from: start, fromEnd: fromLength - end, to: start, toEnd: toLength - end };
  const n = whole.fromEnd - start;
  const m = whole.toEnd - start;
  if (n === 0 && m === 0) return [];
  if (n === 0 || m === 0) return [whole];
  const trace = shortestTrace(n, m, (x, y) => isSame(start + x, start + y));
  return trace === null ? [whole] : hunksOf(trace, n, m, start);
}

/**
 * Searches the shortest edit script: for 0, 1, 2 ... edits, records how far the two lists can be matched on each diagonal of the edit
 * graph. Returns null when more than the maximum number of edits are needed.
 */
function shortestTrace(n: number, m: number, isSame: (x: number, y: number) => boolean): Map<number, number>[] | null {
  const trace: Map<number, number>[] = [];
  const furthest = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(n + m, MOST_EDITS); edits += 1) {
    trace.push(new Map(furthest));
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(furthest, k, edits) ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      while (x < n && x - k < m && x - k >= 0 && isSame(x, x - k)) x += 1;
      furthest.set(k, x);
      if (x >= n && x - k >= m) return trace;
    }
  }
  return null;
}

function hunksOf(trace: readonly Map<number, number>[], n: number, m: number, offset: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [x, y] = [n, m];
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const furthest = trace[edits] ?? new Map<number, number>();
    const k = x - y;
    const previousK = isDown(furthest, k, edits) ? k + 1 : k - 1;
    const previousX = at(furthest, previousK);
    const previousY = previousX - previousK;
    const isAdded = previousK === k + 1;
    // The point in the edit graph after the edit. From this point on, the two lists are equal up to the next edit.
    const [toX, toY] = isAdded ? [previousX, previousY + 1] : [previousX + 1, previousY];
    const last = hunks.at(-1);
    if (last !== undefined && last.from === offset + toX && last.to === offset + toY) {
      hunks[hunks.length - 1] = { ...last, from: offset + previousX, to: offset + previousY };
    } else hunks.push({ from: offset + previousX, fromEnd: offset + toX, to: offset + previousY, toEnd: offset + toY });
    [x, y] = [previousX, previousY];
  }
  return hunks.reverse();
}

function isDown(furthest: ReadonlyMap<number, number>, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && at(furthest, k - 1) < at(furthest, k + 1));
}

function at(furthest: ReadonlyMap<number, number>, k: number): number {
  return furthest.get(k) ?? 0;
}
