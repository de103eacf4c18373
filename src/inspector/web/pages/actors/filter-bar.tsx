import './filter-bar.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { TypeCount } from '../../../../values/inspection/overview.ts';
import { navigate, withQuery } from '../../data/router.ts';
import { Button } from '../../kit/button.tsx';
import { TimeRange } from '../../kit/time-range.tsx';
import { type ActorFilter, FILTER_NAMES, isFiltered } from './actor-filter.ts';

/** Navigates to the first page of the same view with other filters. */
export function filterBy(changes: Partial<Record<keyof ActorFilter, string>>): void {
  navigate(withQuery({ ...changes, cursor: null, page: null }));
}

export function FilterBar({ filter, types }: { filter: ActorFilter; types: readonly TypeCount[] }) {
  const statuses = statusesOf(types, filter.type);
  return (
    <fieldset class="filter-bar">
      <legend class="visually-hidden">Filters</legend>
      <Choice label="Type" value={filter.type} options={types.map(({ type }) => type)} onPick={(type) => filterBy({ type, status: '' })} />
      <Choice label="Status" value={filter.status} options={statuses} onPick={(status) => filterBy({ status })} />
      <Choice
        label="Health"
        value={filter.health}
        options={['ok', 'backing-off', 'quarantined']}
        onPick={(health) => filterBy({ health })}
      />
      <TextFilter label="Wallet" value={filter.wallet} placeholder="0x…" onGive={(wallet) => filterBy({ wallet })} />
      <TextFilter label="Chain" value={filter.chainId} placeholder="id" isNumber onGive={(chainId) => filterBy({ chainId })} />
      <label class="filter-bar-check" title={filter.search === '' ? undefined : 'Not possible with a search. Clear the search first.'}>
        <input
          type="checkbox"
          checked={filter.overdue === '1'}
          disabled={filter.search !== ''}
          onChange={(event) => filterBy({ overdue: event.currentTarget.checked ? '1' : '' })}
        />
        Late only
      </label>
      <label class="filter-bar-check" title="Quarantined, backing off, with a failing effect, or with a refused order or trade">
        <input
          type="checkbox"
          checked={filter.held === '1'}
          onChange={(event) => filterBy({ held: event.currentTarget.checked ? '1' : '' })}
        />
        Blocked only
      </label>
      {filter.blockedBy !== '' && (
        <label class="filter-bar-check">
          <input type="checkbox" checked onChange={() => filterBy({ blockedBy: '' })} />
          Blocked: {filter.blockedBy.replaceAll('-', ' ')}
        </label>
      )}
      <TimeRange
        what="Changed"
        value={{ from: filter.changedFrom, to: filter.changedTo }}
        onChange={({ from, to }) => filterBy({ changedFrom: from, changedTo: to })}
      />
      {isFiltered(filter) && (
        <Button look="quiet" onClick={() => filterBy(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])))}>
          Clear filters
        </Button>
      )}
    </fieldset>
  );
}

/** Returns the statuses that actors of the chosen type have; without a chosen type, those of all types. */
function statusesOf(types: readonly TypeCount[], type: string): readonly string[] {
  const seen = types.filter((each) => type === '' || each.type === type).flatMap(({ states }) => states.map(({ status }) => status));
  return [...new Set(seen)].filter((status) => status !== null).sort();
}

function Field({ label, children }: { label: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="filter-bar-field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

type ChoiceProps = { label: string; value: string; options: readonly string[]; onPick: (value: string) => void };

function Choice({ label, value, options, onPick }: ChoiceProps) {
  const all = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} class={value === '' ? '' : 'filter-bar-set'} onChange={(event) => onPick(event.currentTarget.value)}>
          <option value="">any</option>
          {all.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type TextFilterProps = { label: string; value: string; placeholder: string; isNumber?: boolean; onGive: (value: string) => void };

/** A text filter that is applied on Enter or when the field loses the focus. */
function TextFilter({ label, value, placeholder, isNumber = false, onGive }: TextFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const give = () => {
    if (text.trim() !== value) onGive(text.trim());
  };
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          value={text}
          placeholder={placeholder}
          class={`${isNumber ? 'filter-bar-short' : ''} ${value === '' ? '' : 'filter-bar-set'}`}
          inputMode={isNumber ? 'numeric' : 'text'}
          {...(isNumber ? { pattern: '[0-9]*' } : {})}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={give}
          onKeyDown={(event) => {
            if (event.key === 'Enter') give();
          }}
        />
      )}
    </Field>
  );
}
