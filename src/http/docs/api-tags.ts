import type { Resource } from '../create-api.ts';

/** A group of routes in the API documentation. */
export type ApiTag = { readonly name: string; readonly description: string };

const tags = new WeakMap<object, ApiTag>();

/** Assigns all routes of these resources to a group of the API documentation, and returns the resources unchanged. */
export function tagged(tag: ApiTag, resources: readonly Resource[]): readonly Resource[] {
  for (const { routes } of resources) for (const { handler } of routes) if (typeof handler === 'function') tags.set(handler, tag);
  return resources;
}

/** Returns the group of a route by the handler with which Elysia lists the route; undefined when it has no group. */
export function tagOf(handler: unknown): ApiTag | undefined {
  return typeof handler === 'function' ? tags.get(handler) : undefined;
}
