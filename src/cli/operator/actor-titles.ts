import * as v from 'valibot';
import { titlesSchema } from '../../operator/routes/titles-route.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { ActorTitle } from '../../values/inspection/actor-details.ts';
import type { ActorOperations } from './actor-operations.ts';
import type { NodeClient } from './node-client.ts';

const TOGETHER = 100;

/** Reads the titles of any number of actors, with several requests if there are many actors. */
export async function titlesInParts(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<readonly ActorTitle[]>,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (let at = 0; at < ids.length; at += TOGETHER)
    for (const { id, title } of await read(ids.slice(at, at + TOGETHER))) titles.set(id, title);
  return titles;
}

/**
 * Reads the titles of actors from a node. A node that runs the previous version of the program does not provide titles; its actors are then
 * listed without titles.
 */
export async function nodeTitles(node: Pick<NodeClient, 'get'>, ids: readonly string[]): Promise<readonly ActorTitle[]> {
  const asked = ids.filter((id) => !id.includes(','));
  if (asked.length === 0) return [];
  try {
    return v.parse(titlesSchema, await node.get(`/titles?${new URLSearchParams({ ids: asked.join(',') })}`));
  } catch (error) {
    if (error instanceof CoxswainError && error.status === 404) return [];
    throw error;
  }
}

/** Reads the titles of actors for people. Output for programs (`--json`) has no titles, so none are read for it. */
export async function titlesUnlessJson(
  actors: Pick<ActorOperations, 'titles'>,
  ids: readonly string[],
  { json }: { readonly json?: boolean | undefined },
): Promise<ReadonlyMap<string, string>> {
  return json === true ? new Map() : await actors.titles(ids);
}

/** Names an actor by its title and its id; an actor without a title only by its id. */
export function named(id: string, titles: ReadonlyMap<string, string>): string {
  const title = titles.get(id);
  return title === undefined ? id : `${title} (${id})`;
}
