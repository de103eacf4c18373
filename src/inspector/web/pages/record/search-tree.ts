import type { Json } from '../../../../values/json.ts';
import { isContainer, memberOf, namesOf, type TreePath } from './tree-rows.ts';

export type TreeMatch = { readonly path: TreePath; readonly preview: string };
export type TreeMatches = {
  readonly matches: readonly TreeMatch[] /** Whether the search stopped at a limit before the whole tree was searched. */;
  readonly isCut: boolean;
};

const MOST_MATCHES = 50;
const MOST_VISITED = 200_000;
const MOST_CHARACTERS = 40_000_000;
const PREVIEW = 60;

/**
 * Finds fields whose name or value contains the searched text, ignoring case; fields near the root come first. The number of results and
 * the effort are limited.
 */
export function searchTree(root: Json, text: string): TreeMatches {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { matches: [], isCut: false };
  const matches: TreeMatch[] = [];
  const queue: { readonly value: Json; readonly path: TreePath }[] = [{ value: root, path: [] }];
  let visited = 0;
  let characters = 0;
  for (let at = 0; at < queue.length; at += 1) {
    const { value, path } = queue[at] ?? { value: null, path: [] };
    for (const name of namesOf(value)) {
      visited += 1;
      if (visited > MOST_VISITED || characters > MOST_CHARACTERS || matches.length >= MOST_MATCHES) return { matches, isCut: true };
      const member = memberOf(value, name);
      const memberPath = [...path, name];
      if (isContainer(member)) {
        if (name.toLowerCase().includes(wanted)) matches.push({ path: memberPath, preview: Array.isArray(member) ? '[…]' : '{…}' });
        queue.push({ value: member, path: memberPath });
        continue;
      }
      const own = String(member);
      characters += own.length;
      const found = own.toLowerCase().indexOf(wanted);
      if (found >= 0 || name.toLowerCase().includes(wanted)) matches.push({ path: memberPath, preview: around(own, Math.max(0, found)) });
    }
  }
  return { matches, isCut: false };
}

/** Returns the part of a found text that surrounds the match of the search. */
function around(text: string, at: number): string {
  const start = Math.max(0, at - PREVIEW / 3);
  const piece = text.slice(start, start + PREVIEW);
  return `${start > 0 ? '…' : ''}${piece}${start + PREVIEW < text.length ? '…' : ''}`;
}
