import type { Change, PathStep } from '../../../../values/json-diff/json-changes.ts';
import { pathText } from '../../../../values/json-diff/path-text.ts';

export type ChangeGroup = { readonly title: string; readonly isQuiet: boolean; readonly changes: readonly Change[] };

const TITLES = ['State', 'Context', 'Outbox', 'Health', 'Times', 'Index keys', 'Bookkeeping'] as const;
type Title = (typeof TITLES)[number];

const TITLE_OF: Readonly<Record<string, Title>> = {
  outbox: 'Outbox',
  health: 'Health',
  dueAtMs: 'Times',
  wakeAtMs: 'Times',
  keys: 'Index keys',
};

/**
 * Groups the changes of a record by part of the record, the important parts first. Bookkeeping fields (revision, applied ids) always differ
 * and come last.
 */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  const groups = new Map<Title, Change[]>();
  for (const change of changes) {
    const title = titleOf(change.path);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [change]);
    else group.push(change);
  }
  return TITLES.flatMap((title) => {
    const own = groups.get(title);
    return own === undefined ? [] : [{ title, isQuiet: title === 'Bookkeeping', changes: own }];
  });
}

/** Returns the readable path of a change, without the beginning that the group's title already contains. */
export function pathInGroup(path: readonly PathStep[]): string {
  return pathText(shortened(path));
}

function shortened(path: readonly PathStep[]): readonly PathStep[] {
  if (path[0] !== 'snapshot') return path;
  if (path[1] === 'context') return path.slice(2);
  return path[1] === 'value' ? ['state', ...path.slice(2)] : path.slice(1);
}

function titleOf([first, second]: readonly PathStep[]): Title {
  if (first === 'snapshot') return second === 'context' ? 'Context' : 'State';
  return typeof first === 'string' && Object.hasOwn(TITLE_OF, first) ? (TITLE_OF[first] ?? 'Bookkeeping') : 'Bookkeeping';
}
