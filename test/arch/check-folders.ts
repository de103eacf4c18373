import type { SourceFacts } from './source-facts.ts';
import type { Violation } from './violation.ts';

/**
 * Finds sibling folders that import each other in a cycle, including through types. The children of each folder are checked separately, and
 * everything below a child counts as part of that child. A file for which `isJoin` returns true combines siblings, so its imports count for
 * no folder.
 * @param isJoin for example whether the file is a module file
 */
export function checkFolders(files: readonly SourceFacts[], isJoin: (path: string) => boolean): Violation[] {
  const edges = new Map<string, Map<string, Map<string, string>>>();
  for (const { path, imports } of files) {
    if (isJoin(path)) continue;
    for (const { target } of imports) {
      if (target === null || isJoin(target)) continue;
      const fork = forkOf(path, target);
      if (fork === null) continue;
      const among = edges.get(fork.parent) ?? new Map<string, Map<string, string>>();
      const from = among.get(fork.from) ?? new Map<string, string>();
      if (!from.has(fork.to)) from.set(fork.to, `${path} imports ${target}`);
      edges.set(fork.parent, among.set(fork.from, from));
    }
  }
  return [...edges].flatMap(([parent, among]) => circlesAmong(parent, among));
}

/**
 * Finds the deepest folder that contains both files, and its two different subfolders on the paths of the files. Null when one of the files
 * lies directly in that folder.
 */
function forkOf(path: string, target: string): { parent: string; from: string; to: string } | null {
  const [a, b] = [path.split('/'), target.split('/')];
  let depth = 0;
  while (a[depth] !== undefined && a[depth] === b[depth]) depth += 1;
  const [from, to] = [a[depth], b[depth]];
  if (from === undefined || to === undefined || depth >= a.length - 1 || depth >= b.length - 1) return null;
  return { parent: a.slice(0, depth).join('/'), from, to };
}

function circlesAmong(parent: string, among: ReadonlyMap<string, ReadonlyMap<string, string>>): Violation[] {
  const told = new Set<string>();
  return [...among].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, example]) => {
      const back = wayBetween(among, to, from);
      const members = back === null ? null : [...new Set([from, to, ...back])].sort();
      if (members === null || told.has(members.join())) return [];
      told.add(members.join());
      const ways = [example, ...(back ?? []).slice(1).map((next, at) => among.get(back?.[at] ?? '')?.get(next) ?? '')];
      const message = `the folders ${members.join(', ')} import each other in a circle: ${ways.join('; ')}`;
      return [{ rule: 'folder cycle', path: `${parent === '' ? '' : `${parent}/`}${members[0] ?? ''}/`, line: 1, message }];
    }),
  );
}

/** Returns the shortest import path from one folder to another, both included; null when there is none. */
function wayBetween(among: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string, end: string): string[] | null {
  const ways = [[start]];
  const seen = new Set([start]);
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? start;
    if (last === end) return way;
    for (const next of among.get(last)?.keys() ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}
