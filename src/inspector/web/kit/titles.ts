import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { getData } from '../data/api.ts';

/** Titles by actor id, from all replies of the service. Every link to an actor shows the actor's title. */
const titles = signal<ReadonlyMap<string, string>>(new Map());

/** Maximum number of titles that are remembered. Beyond it the oldest titles are removed, and links then show the actor's id. */
const MOST = 5_000;

export type Titled = { readonly id: string; readonly title?: string | null };

/** Remembers the titles of actors that a reply contains. */
export function noteTitles(noted: readonly Titled[]): void {
  const before = titles.peek();
  const news = noted.filter(({ id, title }) => typeof title === 'string' && before.get(id) !== title);
  if (news.length === 0) return;
  const after = new Map(before);
  for (const { id, title } of news) {
    after.delete(id);
    if (typeof title === 'string') after.set(id, title);
  }
  for (const id of after.keys()) {
    if (after.size <= MOST) break;
    after.delete(id);
  }
  titles.value = after;
}

/** The names of the actor types, by which a text in a record is recognized as the id of an actor. */
let types: readonly string[] = [];

export function noteTypes(named: readonly { readonly type: string }[]): void {
  types = named.map(({ type }) => type);
}

const MOST_ID = 200;

/** Whether a text may be the id of an actor. */
export function isActorId(text: string): boolean {
  return text.length <= MOST_ID && !/[\s,]/.test(text) && types.some((type) => text.startsWith(`${type}/`));
}

/** Returns the title of an actor, and asks the service for it when it is not known yet; null until then, and without an id. */
export function useTitleOf(id: string | null): string | null {
  useEffect(() => {
    if (id !== null) ask(id);
  }, [id]);
  return id === null ? null : titleOf(id);
}

const asked = new Set<string>();
let waiting: string[] = [];
let isOff = false;

/** Milliseconds for which the ids of actors without a known title are gathered, so that one request asks for the titles of all of them. */
const GATHER_MS = 30;
/** Maximum number of actors whose titles one request asks for. */
const MOST_ASKED = 100;

/**
 * Sends no requests for actors' titles while the component is shown. Used by the page for downloaded histories, which sends nothing to the
 * service.
 */
export function useNoTitles(): void {
  useEffect(() => {
    isOff = true;
    return () => {
      isOff = false;
    };
  }, []);
}

function ask(id: string): void {
  if (isOff || asked.has(id) || titles.peek().has(id) || id.includes(',')) return;
  if (asked.size >= MOST) asked.clear();
  asked.add(id);
  waiting.push(id);
  if (waiting.length === 1) setTimeout(() => void readWaiting(), GATHER_MS);
}

async function readWaiting(): Promise<void> {
  const ids = waiting.slice(0, MOST_ASKED);
  waiting = waiting.slice(MOST_ASKED);
  if (waiting.length > 0) setTimeout(() => void readWaiting(), GATHER_MS);
  if (isOff) return;
  try {
    noteTitles(await getData<readonly Titled[]>(`/api/operator/titles?ids=${encodeURIComponent(ids.join(','))}`));
  } catch {
    // The titles could not be read, so links show the ids of these actors. Their ids are removed from the set of requested ids, so that the
    // next link to such an actor requests its title again.
    for (const id of ids) asked.delete(id);
  }
}

/** Returns the title of an actor; null when the page does not know it. */
export function titleOf(id: string): string | null {
  return titles.value.get(id) ?? null;
}
