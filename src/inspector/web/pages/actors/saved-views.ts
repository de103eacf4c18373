import { readStored, writeStored } from '../../data/stored.ts';

/**
 * Filters and sort order of the table of actors that a user has saved under a name in this browser. The query is that of the page's URL.
 */
export type SavedView = { readonly name: string; readonly query: string };

const STORED_AS = 'views';
const MOST_VIEWS = 50;
export const LONGEST_NAME = 60;

/** Query parameters that contain the position within a list. They are not part of a saved view. */
const PLACES = ['cursor', 'page'];

/** Reads the saved views, sorted by name. Data that another version or another program has stored is ignored. */
export function readViews(text: string | null = readStored(STORED_AS)): readonly SavedView[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(read)) return [];
    return read.flatMap((each: unknown) => (isView(each) ? [{ name: each.name, query: queryOf(each.query) }] : [])).slice(0, MOST_VIEWS);
  } catch {
    return [];
  }
}

/**
 * Saves a view under a name, or replaces the view with this name. Returns a sentence that explains why the view was not saved; null when it
 * was saved.
 */
export function saveView({ name, query }: SavedView): string | null {
  const wanted = name.trim();
  if (wanted === '') return 'Type a name for the view.';
  if (wanted.length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`;
  const others = readViews().filter((view) => view.name !== wanted);
  if (others.length >= MOST_VIEWS) return `This browser has ${MOST_VIEWS} saved views already. Remove one first.`;
  return write([...others, { name: wanted, query: queryOf(query) }]);
}

export function removeView(name: string): string | null {
  return write(readViews().filter((view) => view.name !== name));
}

/** Returns a query without the position within the list, so that a saved view begins at its first page. */
export function queryOf(query: string): string {
  const params = new URLSearchParams(query);
  for (const place of PLACES) params.delete(place);
  return params.toString();
}

function write(views: readonly SavedView[]): string | null {
  const sorted = views.toSorted((a, b) => a.name.localeCompare(b.name));
  return writeStored(STORED_AS, JSON.stringify(sorted))
    ? null
    : 'This browser does not allow the page to store anything. To keep the view, bookmark the page: its address contains the filters.';
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('query' in value)) return false;
  const { name, query } = value;
  return typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME && typeof query === 'string';
}
