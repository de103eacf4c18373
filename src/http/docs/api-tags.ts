import type { Resource } from '../create-api.ts';
import type { NotesByRoute } from './route-notes.ts';
import type { FieldWords } from './words/units.ts';

/** A group of routes in the API documentation. */
export type ApiTag = {
  /** What people do with the routes, as a title: "Trades". */
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  /** Where the group stands on the page: what a new developer needs first has the smallest number. Default: after these, by name. */
  readonly place?: number;
  /** What the fields of these routes mean, where their schemas do not say it. The first table that knows a field is taken. */
  readonly words?: readonly FieldWords[];
  /** Examples and errors of single routes. */
  readonly notes?: NotesByRoute;
};

/** The place of a group that declares none: after the groups for apps, and before those for operators. */
export const DEFAULT_PLACE = 100;

const tags = new WeakMap<object, ApiTag>();

/**
 * Assigns all routes of these resources to a group of the API documentation, and returns the resources unchanged. Routes that have a group
 * already keep it, so that a module may show some of its routes elsewhere.
 */
export function tagged(tag: ApiTag, resources: readonly Resource[]): readonly Resource[] {
  for (const { routes } of resources)
    for (const { handler } of routes) if (typeof handler === 'function' && !tags.has(handler)) tags.set(handler, tag);
  return resources;
}

/** Returns the group of a route by the handler with which Elysia lists the route; undefined when it has no group. */
export function tagOf(handler: unknown): ApiTag | undefined {
  return typeof handler === 'function' ? tags.get(handler) : undefined;
}
