import { signal } from '@preact/signals';

/** Titles by actor id, as all replies of the service have named them. A link to an actor shows the title wherever it stands. */
const titles = signal<ReadonlyMap<string, string>>(new Map());

/** Maximum number of titles that are remembered. The oldest are forgotten first; a link then shows the id. */
const MOST = 5_000;

export type Titled = { readonly id: string; readonly title?: string | null };

/** Remembers the titles in a reply. */
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

/** Returns the title of an actor, as far as the page knows it; null otherwise. */
export function titleOf(id: string): string | null {
  return titles.value.get(id) ?? null;
}
