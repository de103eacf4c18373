import './change-list.css';
import { useMemo, useState } from 'preact/hooks';
import type { Json } from '../../../../values/json.ts';
import type { Change } from '../../../../values/json-diff/json-changes.ts';
import { ActorText } from '../../kit/actor-link.tsx';
import { Button } from '../../kit/button.tsx';
import { formatPlural } from '../../kit/format.ts';
import type { Units } from '../record/describe-value.ts';
import { type ChangeGroup, groupChanges, pathInGroup } from './group-changes.ts';
import { valueWords } from './value-words.ts';

/** Number of differences that are shown at first, and that each click on "more" adds. */
const STEP = 100;

/** Lists the differences between two records, grouped by part of the record. `none` is the text shown when there is no difference. */
export function ChangeList({ changes, units, none }: { changes: readonly Change[]; units: Units; none: string }) {
  const groups = useMemo(() => groupChanges(changes), [changes]);
  const loud = groups.filter(({ isQuiet }) => !isQuiet);
  const quiet = groups.filter(({ isQuiet }) => isQuiet);
  return (
    <div class="change-list">
      {loud.length === 0 && <p class="change-list-none">{none}</p>}
      {loud.map((group) => (
        <section key={group.title} class="change-list-group" aria-label={group.title}>
          <h3>
            {group.title} <span class="change-list-count">{formatPlural(group.changes.length, 'change')}</span>
          </h3>
          <Rows group={group} units={units} />
        </section>
      ))}
      {quiet.map((group) => (
        <details key={group.title} class="change-list-group">
          <summary>
            {group.title} <span class="change-list-count">{formatPlural(group.changes.length, 'change')}</span>
          </summary>
          <Rows group={group} units={units} />
        </details>
      ))}
    </div>
  );
}

function Rows({ group: { changes }, units }: { group: ChangeGroup; units: Units }) {
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <ul class="change-list-rows">
        {changes.slice(0, shown).map((change) => (
          <Row key={`${change.kind}${pathInGroup(change.path)}`} change={change} units={units} />
        ))}
      </ul>
      {changes.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + STEP)}>
          {formatPlural(changes.length - shown, 'more change')}
        </Button>
      )}
    </>
  );
}

const SIGNS = { added: '+', removed: '−', changed: '~', reordered: '↕' } as const;
const WORDS = { added: 'added', removed: 'removed', changed: 'changed', reordered: 'in another order' } as const;

function Row({ change, units }: { change: Change; units: Units }) {
  const { kind, path } = change;
  return (
    <li class={`change-list-row change-list-${kind}`}>
      <span class="change-list-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span class="visually-hidden">{WORDS[kind]}: </span>
      <code class="change-list-path">{pathInGroup(path)}</code>
      <span class="change-list-values">
        {'before' in change && <Value value={change.before} change={change} units={units} isGone />}
        {kind === 'changed' && <span class="change-list-arrow"> → </span>}
        {'after' in change && <Value value={change.after} change={change} units={units} />}
        {kind === 'reordered' && <span class="change-list-meaning">in another order: {change.order.slice(0, 20).join(', ')}</span>}
      </span>
    </li>
  );
}

function Value({ value, change, units, isGone = false }: { value: Json; change: Change; units: Units; isGone?: boolean }) {
  const { text, meaning } = valueWords(value, change.path, units);
  // A number whose unit is known is shown in that unit, beside its stored value.
  const code = <code>{text}</code>;
  const shown = meaning ?? (typeof value === 'string' ? <ActorText text={value}>{code}</ActorText> : code);
  return (
    <span class="change-list-value">
      {isGone ? <del>{shown}</del> : <ins>{shown}</ins>}
      {meaning !== null && <code class="change-list-meaning"> {text}</code>}
    </span>
  );
}
