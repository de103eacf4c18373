import { signal } from '@preact/signals';

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

/** Returns the title of an actor; null when the page does not know it. */
export function titleOf(id: string): string | null {
  return titles.value.get(id) ?? null;
}
