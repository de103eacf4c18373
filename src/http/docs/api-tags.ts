import type { Resource } from '../create-api.ts';
import type { NotesByRoute } from './route-notes.ts';
import type { FieldWords } from './words/units.ts';

/** A group of routes in the API documentation. */
export type ApiTag = {
  /** The title of the group, which says what developers do with its routes: "Trades". */
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  /**
   * The position of the group on the page. The groups that a new developer needs first have the smallest numbers. Groups without a number
   * come after the groups for apps, sorted by name.
   */
  readonly place?: number;
  /**
   * Descriptions of the fields of the group's routes, for fields whose schemas have no description. When several tables describe a field,
   * the description of the first table is used.
   */
  readonly words?: readonly FieldWords[];
  /** Examples and errors of single routes of the group. */
  readonly notes?: NotesByRoute;
};

/** The position on the page of a group that declares no position: after the groups for apps, and before those for operators. */
export const DEFAULT_PLACE = 100;

const tags = new WeakMap<object, ApiTag>();

/**
 * Assigns all routes of the resources to a group of the API documentation, and returns the resources unchanged. A route that already has a
 * group keeps it, so a module can assign some of its routes to another group first.
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
