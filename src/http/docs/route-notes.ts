import type { Json } from '../../values/json.ts';
import type { RouteError } from '../route-error.ts';

/** Additions of the API page to one route that do not follow from the route's schemas: an example request and the possible errors. */
export type RouteNotes = {
  /**
   * Path parameters of an example request that works on a new local chain. They are needed only when the examples of the fields do not make
   * such a request.
   */
  readonly params?: Readonly<Record<string, Json>>;
  readonly query?: Readonly<Record<string, Json>>;
  /** The body of the example request, or a function that builds it for the current time (in ms) when a fixed body would become too old. */
  readonly body?: Json | ((atMs: number) => Json);
  /** What a reader must do before the example request works, such as "Take the `id` of a quote from `GET /defi/quotes`." */
  readonly first?: string;
  /** The errors that the route can give, in addition to those of its access checks and limits. */
  readonly errors?: readonly RouteError[];
};

/** Notes by method and path, such as `GET /defi/swap/{id}`. A test reports keys that belong to no route. */
export type NotesByRoute = Readonly<Record<string, RouteNotes>>;

/** Creates the description of an error that a route can give: its code, its HTTP status, and the message that a caller may get. */
export const gives = (code: string, status: number, message: string): RouteError => ({ code, status, message });

/** Creates a table that contains the same notes (example and errors) for several routes. */
export function notesOf(routes: readonly string[], notes: RouteNotes): NotesByRoute {
  return Object.fromEntries(routes.map((route) => [route, notes]));
}

/**
 * Joins tables of notes. When several tables have notes for the same route, members of later tables replace those of earlier ones, but the
 * errors of all tables are kept.
 */
export function joinNotes(...tables: readonly NotesByRoute[]): NotesByRoute {
  const joined: Record<string, RouteNotes> = {};
  for (const table of tables)
    for (const [route, notes] of Object.entries(table)) {
      const errors = [...(joined[route]?.errors ?? []), ...(notes.errors ?? [])];
      joined[route] = { ...joined[route], ...notes, ...(errors.length === 0 ? {} : { errors }) };
    }
  return joined;
}
