import './search-field.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Suggestion } from '../../../values/inspection/suggestion.ts';
import { actorHref, actorsHref, HOME, location, navigate, withQuery } from '../data/router.ts';
import { shortenId } from './format.ts';
import { Icon } from './icon.tsx';
import { EVERYWHERE, useKeys } from './keys.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Milliseconds after the last key press until the table is filtered by the typed text. */
const TYPING_MS = 250;

/**
 * A search field that finds actors by id, wallet, title, number on chain, token or transaction hash. Suggestions appear while the user
 * types; the arrow keys choose one, and Enter opens it. On the page with the table of actors it filters the table while
 * the user types. On other pages, Enter opens that page with the search.
 */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  const { path, query } = location.value;
  const isOnTable = path === `${HOME}/actors`;
  const asked = isOnTable ? (query.get('search') ?? '') : '';
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const { actors: suggestions, isMore } = useSuggestions(text, isOpen);
  const current = suggestions[chosen] ?? null;

  useEffect(() => setText(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys({ '/': { does: () => field.current?.select(), what: 'Search actors' } }, EVERYWHERE);

  const close = () => {
    setOpen(false);
    setChosen(-1);
  };
  const openActor = ({ id }: Suggestion) => {
    close();
    clearTimeout(timer.current);
    field.current?.blur();
    navigate(actorHref(id));
  };
  const step = (by: number) => {
    const places = suggestions.length + 1;
    setChosen(((chosen + 1 + by + places) % places) - 1);
  };
  const go = (search: string) => {
    clearTimeout(timer.current);
    const wanted = search.trim();
    if (!isOnTable) navigate(actorsHref({ search: wanted }));
    else if (wanted !== asked) navigate(withQuery({ search: wanted, cursor: null, page: null }), { isReplaced: true });
  };
  const type = (next: string) => {
    setText(next);
    setOpen(true);
    setChosen(-1);
    clearTimeout(timer.current);
    if (isOnTable) timer.current = setTimeout(() => go(next), TYPING_MS);
  };
  return (
    <search class="search-field">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (current !== null) return openActor(current);
          close();
          go(text);
          field.current?.blur();
        }}
      >
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          {...comboboxOf(list, suggestions.length > 0, current === null ? null : chosen)}
          value={text}
          aria-label="Search actors by id, wallet, title, number, token or transaction"
          placeholder="Find: id, wallet, token, number, hash"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={1_000}
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={close}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              close();
              event.currentTarget.blur();
            }
            if (suggestions.length === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
            event.preventDefault();
            step(event.key === 'ArrowDown' ? 1 : -1);
          }}
        />
        <span class="search-field-key" aria-hidden="true">
          /
        </span>
        <div class="search-field-list" id={list} role="listbox" aria-label="Suggested actors" hidden={suggestions.length === 0}>
          {suggestions.map((one, index) => (
            <div
              key={one.id}
              id={`${list}-${index}`}
              class="search-field-option"
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              // A click on a suggestion must not take the focus from the field, because the list closes when the field loses the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                openActor(one);
              }}
            >
              <span>{one.title ?? shortenId(one.id, 40)}</span>
              <span class="search-field-id">
                {shortenId(one.id, 36)}
                {one.status !== null && `, ${one.status}`}
              </span>
            </div>
          ))}
          {isMore && (
            <div class="search-field-option search-field-more" role="option" tabIndex={-1} aria-disabled="true" aria-selected={false}>
              More actors match. Enter lists them.
            </div>
          )}
        </div>
      </form>
    </search>
  );
}

/** Returns the ARIA attributes of a field that shows a list of suggestions, and turns off the browser's own suggestions. */
function comboboxOf(list: string, isOpen: boolean, chosen: number | null) {
  const field = { role: 'combobox', list: undefined, 'aria-expanded': isOpen, 'aria-controls': list, 'aria-autocomplete': 'list' } as const;
  return chosen === null ? field : { ...field, 'aria-activedescendant': `${list}-${chosen}` };
}
