import type { Change, PathStep } from './diff-records.ts';

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

/** Changes of a record by the part of it that they are in, what matters first. Bookkeeping (revision, applied ids) differs always. */
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

/** A path as a person reads it, without what its group's title says already. */
export function pathText(path: readonly PathStep[]): string {
  const own = shortened(path);
  const text = own.map((step, i) => stepText(step, i === 0)).join('');
  return text === '' ? 'the whole' : text;
}

function shortened(path: readonly PathStep[]): readonly PathStep[] {
  if (path[0] !== 'snapshot') return path;
  if (path[1] === 'context') return path.slice(2);
  return path[1] === 'value' ? ['state', ...path.slice(2)] : path.slice(1);
}

function stepText(step: PathStep, isFirst: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  // Effects' keys begin with the actor's own id.
  if (typeof step === 'object') return `[${/\d+\/\d+(@\d+)?$/.exec(step.is)?.[0] ?? step.is}]`;
  const name = step.length > 80 ? `${step.slice(0, 80)}…` : step;
  if (/^[\w$-]+$/.test(name)) return isFirst ? name : `.${name}`;
  return `[${JSON.stringify(name)}]`;
}

function titleOf([first, second]: readonly PathStep[]): Title {
  if (first === 'snapshot') return second === 'context' ? 'Context' : 'State';
  return typeof first === 'string' && Object.hasOwn(TITLE_OF, first) ? (TITLE_OF[first] ?? 'Bookkeeping') : 'Bookkeeping';
}
