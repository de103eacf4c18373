import { existsSync } from 'node:fs';
import { openStoreAt, storeUrlOf } from '../../app/open-store.ts';
import { createOperatorSystem } from '../../app/operator-system.ts';
import type { ActorStore } from '../../runtime/actor-store.ts';
import type { Operator } from '../../runtime/operator.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { CommandContext } from '../command.ts';
import { storeAddress } from '../migrate/store-address.ts';

export type OpenActors = { readonly operator: Operator; readonly store: ActorStore; readonly description: string };

const SQLITE = 'sqlite:';
/** An operator's own work is a handful of commits. */
const DRAIN_MS = 10_000;

/**
 * Hands the actors of a store to `work`, and closes it afterwards. The service may be running on it: what both change is judged by the
 * compare-and-set of each actor.
 *
 * @param url as the user gave it; the settings' store if it is not given
 */
export async function withActors<T>(
  url: string | undefined,
  { config, folder }: Pick<CommandContext, 'config' | 'folder'>,
  work: (actors: OpenActors) => Promise<T>,
): Promise<T> {
  const settings = config();
  const address = url === undefined ? storeUrlOf(settings) : storeAddress(url, folder);
  if (address.startsWith(SQLITE) && !existsSync(address.slice(SQLITE.length))) {
    // Opening it would make an empty one.
    throw new TerminalError({ code: 'no-store', message: `There is no store at ${address.slice(SQLITE.length)}.` });
  }
  const clock = { now: () => Date.now() };
  const store = await openStoreAt(address, clock);
  try {
    const system = createOperatorSystem(store.actors, { config: settings, clock });
    const result = await work({ operator: system.operator, store: store.actors, description: store.description });
    await system.drain(DRAIN_MS);
    return result;
  } finally {
    await store.close();
  }
}

/** @throws TerminalError `actor-not-found` */
export function actorNotFound(id: string): TerminalError {
  return new TerminalError({ code: 'actor-not-found', message: `There is no actor ${id}. An id is TYPE/KEY; "actors list" shows them.` });
}
