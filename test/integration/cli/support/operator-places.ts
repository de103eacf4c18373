import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { summarizeStored } from '../../../../src/app/explain-stored.ts';
import { openStoreAt } from '../../../../src/app/open-store.ts';
import { createOperatorSystem } from '../../../../src/app/operator-system.ts';
import { actorDefinitions } from '../../../../src/app/registry.ts';
import type { Command } from '../../../../src/cli/command.ts';
import { operatorName } from '../../../../src/cli/operator/operator-name.ts';
import { loadConfig } from '../../../../src/config.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import { lateClient } from '../../../../src/module/late-client.ts';
import { operator as operatorModule } from '../../../../src/operator/module.ts';
import { createOperations } from '../../../../src/operator/operations/create-operations.ts';
import { createTypeFigures } from '../../../../src/operator/overview/type-figures.ts';
import { createBulkRoute } from '../../../../src/operator/routes/bulk-route.ts';
import { createInspectionRoutes } from '../../../../src/operator/routes/inspection-routes.ts';
import { createOperationsRoutes } from '../../../../src/operator/routes/operations-routes.ts';
import { createOperatorRoutes } from '../../../../src/operator/routes/operator-routes.ts';
import { createTypeRoutes } from '../../../../src/operator/routes/type-routes.ts';
import { systemTimers } from '../../../../src/platform/clock/system-timers.ts';
import { createPinoLog } from '../../../../src/platform/log/pino-log.ts';
import type { RecordStore } from '../../../../src/platform/store/record-store.ts';
import { actorWithoutEffects } from '../../../../src/runtime/define/implement-actor.ts';
import { describeActorType } from '../../../../src/runtime/operator/describe-actor-type.ts';
import { createExplainActors } from '../../../../src/runtime/operator/explain-actors.ts';
import type { ActorCommit, ActorStore } from '../../../../src/runtime/record/actor-store.ts';
import { type ActorRecord, HEALTHY } from '../../../../src/runtime/record/record.ts';
import { randomIds } from '../../../../src/values/id-source.ts';
import type { OutageNote } from '../../../../src/values/inspection/outage.ts';
import { createLate } from '../../../../src/values/late.ts';
import { wallClock } from '../../../support/devnet.ts';
import { noneNamed, noSummaries } from '../../../support/no-summaries.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { testPlatform } from '../../../support/test-platform.ts';
import { startTestServer } from '../../http/start-test-server.ts';

export const ID = 'dca-position/p1';
const [created] = readFileSync(new URL('../../../history/recorded/dca-position.v1.ndjson', import.meta.url), 'utf8').split('\n');

/**
 * Writes two actors to a store: the first revision of a recorded position, advanced by one step, and an actor in a state that no program
 * supports.
 */
async function fill(store: ActorStore): Promise<void> {
  const { snapshot } = JSON.parse(created ?? '') as Pick<ActorRecord, 'snapshot'>;
  const first = recordOf(ID, snapshot);
  await commit(store, null, first);
  await commit(store, first, {
    ...first,
    revision: 2,
    applied: ['e1', 'e2'],
    snapshot: { ...snapshot, context: { ...snapshot.context, attempts: 3 } },
  });
  const other = recordOf('dca-position/p2', snapshot);
  await commit(store, null, other);
  const lost = {
    ...HEALTHY,
    state: 'quarantined' as const,
    failures: 1,
    sinceMs: 1,
    lastError: { code: 'snapshot-unreadable', message: 'no such state', atMs: 1 },
  };
  await commit(store, other, { ...other, revision: 2, applied: ['e1', 'e2'], snapshot: { ...snapshot, value: 'nowhere' }, health: lost });
}

const OUTAGES: readonly OutageNote[] = [
  {
    ...{ name: 'chain 1', kind: 'chain', chainId: 1, cause: 'No endpoint of chain 1 has answered since noon.', sinceMs: 1 },
    ...{ waits: 'Orders of this chain wait.', remedy: 'Check the node.', transactionsWaiting: null },
    actorsWaiting: { count: 500, isMore: true },
  },
];
export type Answer = (question: string) => boolean | null | Promise<boolean | null>;
export type Run = (command: Command, args: readonly string[], answer?: Answer) => Promise<string[]>;
export type Place = {
  readonly run: Run;
  readonly store: ActorStore;
  readonly records: RecordStore;
  readonly folder: string;
  readonly by: string;
  readonly url: string;
} & AsyncDisposable;

const nobody: Answer = () => null;

/** Returns a function that runs commands in a folder, with the options that select the store or the node. */
export function runner(folder: string, place: readonly string[]): Run {
  return async (command, args, answer = nobody) => {
    const lines: string[] = [];
    const config = () => loadConfig({ DATA_DIR: folder, DEVNET: '0' });
    await command.run([...args, ...place], {
      say: (line) => void lines.push(line),
      ask: async (question) => answer(question),
      prompt: async () => null,
      folder,
      config,
    });
    return lines;
  };
}

/**
 * The two ways in which a command can reach actors: directly in their store, which other processes may change at the same time, or through
 * a running node.
 */
export const places: Readonly<Record<string, () => Promise<Place>>> = {
  async store() {
    const folder = tempFolder();
    const url = `sqlite:${folder.file('coxswain.db')}`;
    const store = await openStoreAt(url, wallClock);
    await fill(store.actors);
    return {
      store: store.actors,
      records: store.records,
      folder: folder.path,
      run: runner(folder.path, ['--store', url]),
      by: operatorName(),
      url,
      async [Symbol.asyncDispose]() {
        await store.close();
        folder[Symbol.dispose]();
      },
    };
  },
  async node() {
    const folder = tempFolder();
    const store = await openStoreAt(`sqlite:${folder.file('coxswain.db')}`, wallClock);
    await fill(store.actors);
    const log = createPinoLog({ level: 'silent' });
    const types = actorDefinitions.map(({ type }) => type);
    const platform = testPlatform({
      records: store.records,
      actors: lateClient(createLate('no system')),
      clock: wallClock,
      actorTypes: types,
    });
    const { gives: kept } = await operatorModule.start(platform, {}, {});
    const { isPaused, list } = kept.pauses;
    const system = createOperatorSystem(store.actors, { config: loadConfig({}), clock: wallClock, isPaused });
    const operations = createOperations({ kept, nodeId: 'node-1', clock: wallClock, log, system, stopTicks: async () => undefined });
    const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
    const { operator } = system;
    const { titles } = summarizeStored(store, { config: loadConfig({}), clock: wallClock, pauses: list });
    const descriptions = actorDefinitions.map((definition) => describeActorType(actorWithoutEffects(definition).definition));
    const { why, afterRestore } = createExplainActors({
      ...{ store: store.actors, clock: wallClock, timers: systemTimers, tickEveryMs: 60_000 },
      actors: actorDefinitions.map((definition) => actorWithoutEffects(definition)),
      pauseOf: (type) => list().find((pause) => pause.type === type) ?? null,
    });
    const figures = createTypeFigures({
      types: actorDefinitions.map((definition) => actorWithoutEffects(definition).definition),
      feed: system.feed,
      clock: wallClock,
      nodeId: 'node-1',
    });
    const server = startTestServer({
      resources: [
        createOperatorRoutes({ summarize: noSummaries, named: noneNamed, operator, afterRestore, auth, clock: wallClock, log }),
        createOperationsRoutes({ ...operations, auth }),
        createInspectionRoutes({ why, suggest: async () => ({ actors: [], isMore: false }), titles, details: async () => null, auth }),
        createTypeRoutes({ types: descriptions, pauses: list, figures: async () => ({ ...figures(), outages: OUTAGES }), auth }),
        createBulkRoute({ operator, acts: operations.acts, auth, clock: wallClock, ids: randomIds, log }),
      ],
    });
    return {
      store: store.actors,
      records: store.records,
      folder: folder.path,
      run: runner(folder.path, ['--url', `${server.url}/api`, '--token', 'sesame']),
      by: 'alice',
      url: server.url,
      async [Symbol.asyncDispose]() {
        await server.stop(0);
        await system.drain(1_000);
        await store.close();
        folder[Symbol.dispose]();
      },
    };
  },
};

export function failed(): never {
  throw new Error('there is no such place');
}

/** Quarantines an actor, as the runtime does when the actor's effect keeps failing. */
export async function setAside(store: ActorStore, id: string): Promise<void> {
  const [found] = await store.load([id]);
  if (!found) throw new Error(`there is no ${id}`);
  const lastError = { code: 'rpc-refused', message: 'the chain said no', atMs: 2 };
  const health = { ...HEALTHY, state: 'quarantined' as const, failures: 8, sinceMs: 2, lastError };
  const { record } = found;
  await commit(store, record, {
    ...record,
    revision: record.revision + 1,
    applied: [...record.applied, `e${record.revision + 1}`],
    health,
  });
}

export async function commit(store: ActorStore, previous: ActorRecord | null, next: ActorRecord): Promise<void> {
  const [found = null] = previous === null ? [] : await store.load([next.id]);
  const note = { event: { id: `e${next.revision}`, type: 'TEST', payload: {} }, atMs: next.revision, cause: { kind: 'system' as const } };
  const proposed: ActorCommit = { previous, next, note, handle: found?.handle ?? null };
  expect(await store.commit([proposed])).toEqual(['won']);
}

function recordOf(id: string, snapshot: ActorRecord['snapshot']): ActorRecord {
  return {
    id,
    type: 'dca-position',
    shard: 1,
    revision: 1,
    version: 1,
    epoch: 0,
    snapshot,
    applied: ['e1'],
    dueAtMs: null,
    wakeAtMs: null,
    outbox: [],
    keys: { wallet: null, chainId: null, status: 'pending' },
    health: HEALTHY,
    createdAtMs: 1,
    updatedAtMs: 1,
  };
}
