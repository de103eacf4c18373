import { useEffect, useState } from 'preact/hooks';
import type { Suggestions } from '../../../values/inspection/suggestion.ts';
import { hrefOf } from '../data/router.ts';
import { useData } from '../data/use-data.ts';
import { noteTitles } from './titles.ts';

/** Milliseconds after the last key press until suggestions are read. */
const TYPING_MS = 200;
/**
 * Minimum length of a search text for which actors are suggested. A single digit is accepted too, because it can be the on-chain number of
 * a position or an agent.
 */
const LEAST = 2;

const NONE: Suggestions = { actors: [], isMore: false };

/** Reads the actors that match a search text, a short time after the last key press. */
export function useSuggestions(text: string, isOpen: boolean): Suggestions {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(isOpen ? text.trim() : ''), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, isOpen]);
  const isAsked = asked.length >= LEAST || /^\d$/.test(asked);
  const { data, isFresh } = useData<Suggestions>(isAsked ? hrefOf('/api/operator/suggestions', { text: asked }) : null);
  useEffect(() => noteTitles(data?.actors ?? []), [data]);
  return isOpen && isAsked && isFresh && asked === text.trim() ? (data ?? NONE) : NONE;
}
