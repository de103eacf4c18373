import type { Json } from '../../values/json.ts';
import type { RouteError } from '../route-error.ts';

/** What the API page says about one route beyond its schemas. */
export type RouteNotes = {
  /** A request that works on a new local chain, where the words of the fields do not make one. */
  readonly params?: Readonly<Record<string, Json>>;
  readonly query?: Readonly<Record<string, Json>>;
  /** The body, or how to make one for a time in milliseconds, where the example would become too old. */
  readonly body?: Json | ((atMs: number) => Json);
  /** What must be done before the example works: "Take the `id` of a quote from `GET /defi/quotes`." */
  readonly first?: string;
  /** The errors that the route gives, besides those of every route of its kind. */
  readonly errors?: readonly RouteError[];
};

/** Notes by method and path, such as `GET /defi/swap/{id}`. A test names a key that is no route. */
export type NotesByRoute = Readonly<Record<string, RouteNotes>>;

/** An error with its code, its HTTP status, and the message that a caller may get. */
export const gives = (code: string, status: number, message: string): RouteError => ({ code, status, message });

/** The same notes for several routes. */
export function notesOf(routes: readonly string[], notes: RouteNotes): NotesByRoute {
  return Object.fromEntries(routes.map((route) => [route, notes]));
}

/** Joins notes: of a route that is in several of them, the members of the later ones are added, and all errors are kept. */
export function joinNotes(...tables: readonly NotesByRoute[]): NotesByRoute {
  const joined: Record<string, RouteNotes> = {};
  for (const table of tables)
    for (const [route, notes] of Object.entries(table)) {
      const errors = [...(joined[route]?.errors ?? []), ...(notes.errors ?? [])];
      joined[route] = { ...joined[route], ...notes, ...(errors.length === 0 ? {} : { errors }) };
    }
  return joined;
}
