import { openStoreAt, storeUrlOf } from '../../app/open-store.ts';
import { createOperatorSystem } from '../../app/operator-system.ts';
import type { ActorStore } from '../../runtime/actor-store.ts';
import type { Operator } from '../../runtime/operator.ts';
import type { ActorRecord } from '../../runtime/record.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { CommandContext } from '../command.ts';
import { missingFile, storeAddress } from '../store-address.ts';

export type OpenActors = { readonly operator: Operator; readonly store: ActorStore; readonly description: string };

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
  const missing = missingFile(address);
  if (missing !== null) throw new TerminalError({ code: 'no-store', message: `There is no store at ${missing}.` });
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

/** An actor as it is now. @throws TerminalError `actor-not-found` */
export async function presentRecord({ operator }: OpenActors, id: string): Promise<ActorRecord> {
  const record = await operator.show(id);
  if (record === null) throw actorNotFound(id);
  return record;
}

/** An actor as it was. @throws TerminalError `revision-not-found` */
export async function recordAt({ store }: OpenActors, present: ActorRecord, revision: number): Promise<ActorRecord> {
  const entry = await store.historyAt(present.id, revision);
  if (entry !== null) return entry.record;
  const message = `${present.id} has no revision ${revision}: it is at ${present.revision}, or that one is past retention.`;
  throw new TerminalError({ code: 'revision-not-found', message });
}

function actorNotFound(id: string): TerminalError {
  return new TerminalError({ code: 'actor-not-found', message: `There is no actor ${id}. An id is TYPE/KEY; "actors list" shows them.` });
}
