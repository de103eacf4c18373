import { useEffect, useRef, useState } from 'preact/hooks';
import { location, navigate, withQuery } from '../../data/router.ts';

export type Travel = {
  /** The shown revision. When the user has not chosen one, it is always the newest revision. */
  readonly at: number;
  readonly isNewest: boolean;
  /** The revision with which the shown one is compared; null for the revision directly before the shown one. */
  readonly comparedWith: number | null;
  readonly goTo: (revision: number) => void;
  readonly compareWith: (revision: number | null) => void;
  /** Swaps the shown revision and the compared revision. */
  readonly swap: () => void;
};

/**
 * Delay in milliseconds before the URL is changed. Browsers slow down pages that change their URL more than about twenty times a second.
 */
const WRITE_AFTER_MS = 200;

type Chosen = { readonly at: number | null; readonly comparedWith: number | null };

/** Stores the chosen revisions in the page's URL (`?at=12&with=3`). */
export function useTravel(oldest: number, newest: number): Travel {
  const { query } = location.value;
  const [fromAt, fromWith] = [query.get('at'), query.get('with')];
  const [chosen, setChosen] = useState<Chosen>(() => ({ at: revisionOf(fromAt), comparedWith: revisionOf(fromWith) }));
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  // After "back", "forward" or a click on a link, the chosen revisions are read from the URL. If a newer choice has not been written to the
  // URL yet, that choice is kept.
  useEffect(() => {
    if (timer.current === null) setChosen({ at: revisionOf(fromAt), comparedWith: revisionOf(fromWith) });
  }, [fromAt, fromWith]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  const choose = (next: Chosen) => {
    setChosen(next);
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => {
      timer.current = null;
      navigate(withQuery({ at: textOf(next.at), with: textOf(next.comparedWith) }), { isReplaced: true });
    }, WRITE_AFTER_MS);
  };

  const clamp = (revision: number) => Math.min(newest, Math.max(oldest, revision));
  const at = chosen.at === null ? newest : clamp(chosen.at);
  return {
    at,
    isNewest: at === newest,
    comparedWith: chosen.comparedWith === null ? null : clamp(chosen.comparedWith),
    // When the user chooses the newest revision, null is stored instead of its number. The page then always shows the newest revision, also
    // when a newer one is added.
    goTo: (revision) => choose({ ...chosen, at: clamp(revision) === newest ? null : clamp(revision) }),
    compareWith: (revision) => choose({ ...chosen, comparedWith: revision }),
    swap: () => choose({ at: chosen.comparedWith, comparedWith: at }),
  };
}

function revisionOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function textOf(revision: number | null): string | null {
  return revision === null ? null : String(revision);
}
