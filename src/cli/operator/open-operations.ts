import { explainStored, summarizeStored } from '../../app/explain-stored.ts';
import { openStoreAt } from '../../app/open-store.ts';
import { createOperatorSystem } from '../../app/operator-system.ts';
import { followers } from '../../app/registry.ts';
import { readLocalToken } from '../../config/local-operator.ts';
import type { Config } from '../../config.ts';
import { createOperatorActs } from '../../operator/operations/operator-acts.ts';
import { createTypePauses } from '../../operator/operations/type-pauses.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isLoopback, ownOrigin } from '../../values/loopback.ts';
import type { CommandContext } from '../command.ts';
import { chosenStore, requireStore } from '../store-address.ts';
import { UsageError } from '../usage-error.ts';
import type { ActorOperations } from './actor-operations.ts';
import { createNodeDeferred, createStoreDeferred, type DeferredOperations } from './deferred-operations.ts';
import { createNodeClient, type NodeClient } from './node-client.ts';
import { createNodeOperations } from './node-operations.ts';
import { operatorName } from './operator-name.ts';
import { createStoreOperations } from './store-operations.ts';
import { createNodeTypes, createStoreTypes, type TypeOperations } from './type-operations.ts';

/** Where a command works: on a node (`url`) or on a store (`store`). When neither is given, it works on the store of the settings. */
export type Place = { readonly store?: string | undefined; readonly url?: string | undefined; readonly token?: string | undefined };

/** How long the end of the command waits for commits in progress, in ms. An operator's command makes only a few commits. */
const DRAIN_MS = 10_000;

/** Opens the store or the connection to the node, calls `work` with the operations on actors, and then closes what it has opened. */
export async function withOperations<T>(
  { store, url, token }: Place,
  context: Pick<CommandContext, 'config' | 'folder'>,
  work: (operations: ActorOperations, types: TypeOperations, deferred: DeferredOperations) => Promise<T>,
): Promise<T> {
  if (url === undefined && token !== undefined) throw new UsageError('--token requires --url');
  if (url === undefined) return await onStore(store, context, ({ actors, types, deferred }) => work(actors, types, deferred));
  if (store !== undefined) throw new UsageError('give either --store or --url, not both');
  const node = nodeAt(url, token, context);
  return await work(createNodeOperations(node), createNodeTypes(node), createNodeDeferred(node));
}

/**
 * Returns the node or store that the user has named, or else the node of the settings. It is for commands that need chain data and
 * prices, which only a node can read.
 */
export function atNodeOrStore(place: Place, { config }: Pick<CommandContext, 'config'>): Place {
  if (place.store !== undefined || place.url !== undefined) return place;
  const { host, port } = config();
  return { ...place, url: ownOrigin(host, port) };
}

/** Returns an HTTP client for a node. When no token is given, the token of the settings is used. */
export function nodeAt(url: string, token: string | undefined, { config }: Pick<CommandContext, 'config'>): NodeClient {
  return createNodeClient({ url, token: token ?? ownToken(config(), url), fetch });
}

async function onStore<T>(
  url: string | undefined,
  { config, folder }: Pick<CommandContext, 'config' | 'folder'>,
  work: (operations: {
    readonly actors: ActorOperations;
    readonly types: TypeOperations;
    readonly deferred: DeferredOperations;
  }) => Promise<T>,
): Promise<T> {
  const settings = config();
  const address = chosenStore(url, settings, folder);
  requireStore(address);
  const clock = { now: () => Date.now() };
  const store = await openStoreAt(address, clock);
  try {
    const by = operatorName();
    const acts = createOperatorActs({ records: store.records });
    const pauses = createTypePauses({ records: store.records, acts, clock, types: () => system.stats().types });
    await pauses.refresh();
    const system = createOperatorSystem(store.actors, { config: settings, clock, isPaused: pauses.isPaused });
    const { operator } = system;
    const { actors, description } = store;
    const explaining = { config: settings, clock, pauses: pauses.list };
    const { why, afterRestore } = explainStored(actors, explaining);
    const { titles } = summarizeStored(store, explaining);
    const result = await work({
      actors: createStoreOperations({ operator, store: actors, why, titles, afterRestore, acts, description, by, now: clock.now }),
      types: createStoreTypes({ pauses, types: system.stats().types, by }),
      deferred: createStoreDeferred({ followers, records: store.records, acts, clock, by }),
    });
    await system.drain(DRAIN_MS);
    return result;
  } finally {
    await store.close();
  }
}

/**
 * Returns the operator's token from OPERATOR_TOKEN: if it contains several, the one with the name of the user's account. If it is not set,
 * returns the token that a node on this machine has stored in the data folder; that token is never sent to another machine.
 */
function ownToken({ operators, dataDir, host, port }: Config, url: string): string | undefined {
  if (operators.length === 0) {
    const to = URL.parse(url);
    const isHere = isLoopback(to?.hostname ?? '') || to?.origin === ownOrigin(host, port);
    return isHere ? readLocalToken(dataDir) : undefined;
  }
  if (operators.length < 2) return operators[0]?.token;
  const own = operators.find(({ name }) => name === operatorName());
  if (own !== undefined) return own.token;
  throw new UsageError(`OPERATOR_TOKEN contains several tokens, and none for "${operatorName()}"; choose one with --token`);
}

/**
 * Returns an actor's current record.
 * @throws TerminalError `actor-not-found`
 */
export async function presentRecord(operations: Pick<ActorOperations, 'show'>, id: string): Promise<ActorRecord> {
  const record = await operations.show(id);
  if (record !== null) return record;
  throw actorNotFound(id);
}

export function actorNotFound(id: string): TerminalError {
  return new TerminalError({
    code: 'actor-not-found',
    message: `Actor ${id} does not exist. An id is TYPE/KEY; "actors list" shows them.`,
  });
}

/**
 * Returns an actor's record at a revision.
 * @throws TerminalError `revision-not-found`
 */
export async function recordAt(
  operations: Pick<ActorOperations, 'at'>,
  { id, revision: now }: ActorRecord,
  revision: number,
): Promise<ActorRecord> {
  const record = await operations.at(id, revision);
  if (record !== null) return record;
  const message = `${id} has no revision ${revision}: its newest is ${now}, and revisions older than the retention period are deleted.`;
  throw new TerminalError({ code: 'revision-not-found', message });
}
