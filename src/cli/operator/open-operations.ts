import { explainStored } from '../../app/explain-stored.ts';
import { openStoreAt, storeUrlOf } from '../../app/open-store.ts';
import { createOperatorSystem } from '../../app/operator-system.ts';
import { readLocalToken } from '../../config/local-operator.ts';
import type { Config } from '../../config.ts';
import { createOperatorActs } from '../../operator/operations/operator-acts.ts';
import { createTypePauses } from '../../operator/operations/type-pauses.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isLoopback, ownOrigin } from '../../values/loopback.ts';
import type { CommandContext } from '../command.ts';
import { missingFile, storeAddress } from '../store-address.ts';
import { UsageError } from '../usage-error.ts';
import type { ActorOperations } from './actor-operations.ts';
import { createNodeDeferred, createStoreDeferred, type DeferredOperations } from './deferred-operations.ts';
import { createNodeClient, type NodeClient } from './node-client.ts';
import { createNodeOperations } from './node-operations.ts';
import { operatorName } from './operator-name.ts';
import { createStoreOperations } from './store-operations.ts';
import { createNodeTypes, createStoreTypes, type TypeOperations } from './type-operations.ts';

/** Where the user wants to work: a node (`url`), a store, or else the store of the settings. */
export type Place = { readonly store?: string | undefined; readonly url?: string | undefined; readonly token?: string | undefined };

/** An operator's own work is a handful of commits. */
const DRAIN_MS = 10_000;

/** Hands the operations at a place to `work`, and closes what was opened for them. */
export async function withOperations<T>(
  { store, url, token }: Place,
  context: Pick<CommandContext, 'config' | 'folder'>,
  work: (operations: ActorOperations, types: TypeOperations, deferred: DeferredOperations) => Promise<T>,
): Promise<T> {
  if (url === undefined && token !== undefined) throw new UsageError('--token belongs to --url');
  if (url === undefined) return await onStore(store, context, ({ actors, types, deferred }) => work(actors, types, deferred));
  if (store !== undefined) throw new UsageError('it takes --store or --url, not both');
  const node = nodeAt(url, token, context);
  return await work(createNodeOperations(node), createNodeTypes(node), createNodeDeferred(node));
}

/** For what needs the chain and prices, which only a node can ask: that of the settings, unless the user names a place. */
export function atNodeOrStore(place: Place, { config }: Pick<CommandContext, 'config'>): Place {
  if (place.store !== undefined || place.url !== undefined) return place;
  const { host, port } = config();
  return { ...place, url: ownOrigin(host, port) };
}

/** Without a token it takes that of the settings. */
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
  const address = url === undefined ? storeUrlOf(settings) : storeAddress(url, folder);
  const missing = missingFile(address);
  if (missing !== null) throw new TerminalError({ code: 'no-store', message: `There is no store at ${missing}.` });
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
    const why = explainStored(actors, { config: settings, clock, pauses: pauses.list });
    const result = await work({
      actors: createStoreOperations({ operator, store: actors, why, acts, description, by, now: clock.now }),
      types: createStoreTypes({ pauses, types: system.stats().types, by }),
      deferred: createStoreDeferred({ records: store.records, acts, clock, by }),
    });
    await system.drain(DRAIN_MS);
    return result;
  } finally {
    await store.close();
  }
}

/**
 * The token of OPERATOR_TOKEN; of several, that of the one who is called as this account. Without any, the one that a node on this
 * machine made in the data folder, which is sent to no other machine.
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
  throw new UsageError(`OPERATOR_TOKEN holds several tokens, and none is for "${operatorName()}"; say which with --token`);
}

/** An actor as it is now. @throws TerminalError `actor-not-found` */
export async function presentRecord(operations: Pick<ActorOperations, 'show'>, id: string): Promise<ActorRecord> {
  const record = await operations.show(id);
  if (record !== null) return record;
  throw actorNotFound(id);
}

export function actorNotFound(id: string): TerminalError {
  return new TerminalError({ code: 'actor-not-found', message: `There is no actor ${id}. An id is TYPE/KEY; "actors list" shows them.` });
}

/** An actor as it was. @throws TerminalError `revision-not-found` */
export async function recordAt(
  operations: Pick<ActorOperations, 'at'>,
  { id, revision: now }: ActorRecord,
  revision: number,
): Promise<ActorRecord> {
  const record = await operations.at(id, revision);
  if (record !== null) return record;
  const message = `${id} has no revision ${revision}: it is at ${now}, or that one is past retention.`;
  throw new TerminalError({ code: 'revision-not-found', message });
}
