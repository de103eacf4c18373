import './search-field.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { actorsHref, HOME, location, navigate, withQuery } from '../data/router.ts';
import { Icon } from './icon.tsx';
import { EVERYWHERE, useKeys } from './keys.ts';

/** Milliseconds without typing after which the table is filtered by the typed text. */
const TYPING_MS = 250;

/**
 * A search field that finds actors by the start of their id or by wallet. On the page with the table of actors it filters the table while
 * the user types. On other pages, Enter opens that page with the search.
 */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  const { path, query } = location.value;
  const isOnTable = path === `${HOME}/actors`;
  const asked = isOnTable ? (query.get('search') ?? '') : '';
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => setText(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys({ '/': { does: () => field.current?.select(), what: 'Search actors' } }, EVERYWHERE);

  const go = (search: string) => {
    clearTimeout(timer.current);
    const wanted = search.trim();
    if (!isOnTable) navigate(actorsHref({ search: wanted }));
    else if (wanted !== asked) navigate(withQuery({ search: wanted, cursor: null, page: null }), { isReplaced: true });
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    if (isOnTable) timer.current = setTimeout(() => go(next), TYPING_MS);
  };
  return (
    <search class="search-field">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(text);
          field.current?.blur();
        }}
      >
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          value={text}
          aria-label="Search actors by id or wallet"
          placeholder="Find an actor: id or wallet"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={1_000}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <span class="search-field-key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
}
