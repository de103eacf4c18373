// A node that the ramp campaign kills. It runs the ramps module with its HTTP routes in a store, and reads commands from standard input;
// commands and answers are lines of JSON. Its clock runs SPEED times as fast as real time, so that pauses between two questions to a
// provider are short.
// bun test/crash/ramps/node.ts STORE_URL NODE SPEED BASE_MS SETTINGS(JSON) POINT#PASS|- [--renames]
// It kills itself with SIGKILL when it passes POINT for the PASS-th time. With --renames it gives each notification another key when its
// effect is repeated, which the checks of the campaign must detect.
import { rampOrder } from '../../../actors/ramp-order/actor.ts';
import { statusOf } from '../../../actors/ramp-order/view.ts';
import { openStoreAt } from '../../../src/app/open-store.ts';
import { loadConfig } from '../../../src/config.ts';
import { createNotifications } from '../../../src/features/notifications/create-notifications.ts';
import { ramps } from '../../../src/features/ramps/module.ts';
import { wordsOf } from '../../../src/features/ramps/orders/order-words.ts';
import { RAMP_REFERENCES } from '../../../src/features/ramps/references.ts';
import type { Bearer } from '../../../src/http/bearer-auth.ts';
import { createTokens } from '../../../src/market/tokens/create-tokens.ts';
import { lateClient } from '../../../src/module/late-client.ts';
import type { RecordStore } from '../../../src/platform/store/record-store.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import { createActorSystem } from '../../../src/runtime/system.ts';
import type { ActorSystem } from '../../../src/runtime/system-options.ts';
import { isAddress } from '../../../src/values/address.ts';
import { createLate } from '../../../src/values/late.ts';
import { startTestServer } from '../../integration/http/start-test-server.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { deadlyPoint, fastTime, serveCommands, startSystem } from '../support/dying-program.ts';
import type { Answer, Command, SentRequest, StoredOrder } from './commands.ts';

const [url = '', nodeId = '', speedText = '1', baseText = '0', settingsText = '{}', deadly = '-', ...flags] = process.argv.slice(2);
const speed = Number(speedText);

const point = deadlyPoint(deadly);

const { clock, timers } = fastTime(Number(speedText), Number(baseText));
const opened = await openStoreAt(url, clock);
const store = withOrderPoints(opened.actors);
const records = withReferencePoints(opened.records);
pointAtProviders();

const late = createLate<ActorSystem>('the system');
const config = loadConfig({ DEVNET: '0', ...JSON.parse(settingsText) });
const platform = testPlatform({ config, clock, timers, store, records, actors: lateClient(late) });
const notifications = createNotifications({ records, clock, ids: platform.ids });
const nobody: Bearer = {
  kind: 'user',
  check() {
    throw new Error('Nobody signs in here');
  },
};
const needs = {
  accounts: { auth: { user: nobody, admin: nobody }, tokenCheck: {} as never, quietHoursOf: async () => null },
  catalog: { networks: {} as never, tokens: createTokens({ records, clock }) },
  chainMemory: { seen: {} as never, whenGone: () => undefined },
  chains: {
    chains: { has: () => false, of: () => undefined as never } as never,
    signers: {} as never,
    executorsOf: () => [],
    executorOf: () => null,
  },
  notifications: {
    add: async (key: string, notification: Parameters<typeof notifications.add>[1]) => {
      await point('tell:before');
      const isAdded = await notifications.add(flags.includes('--renames') ? `${key}/${crypto.randomUUID()}` : key, notification);
      await point('tell:after');
      return isAdded;
    },
  },
};
const started = await ramps.start(platform, needs, config.modules.ramps as Parameters<typeof ramps.start>[2]);
const system = createActorSystem({
  actors: started.actors ?? [],
  ...{ store, clock, timers, ids: platform.ids, random: Math.random, nodeId: `${nodeId}-${process.pid}` },
  // Each look into a shared store costs the server a query. So it is not made more often than in a real cluster.
  ...(opened.isShared ? { wakeEveryMs: 250 * speed } : {}),
  onError: (error) => console.error(error),
});
late.set(system);
await startSystem(system, { clock, timers, isShared: opened.isShared });
const http = startTestServer({ resources: [...(started.routes ?? [])] });
await serveCommands(act);

async function act(command: Command): Promise<Answer> {
  if (command.do === 'requests') return { replies: await Promise.all(command.requests.map(send)) };
  if (command.do === 'read') return { read: await read(command.reference) };
  const found = await Promise.all(command.references.map((reference) => system.of(rampOrder, reference).read()));
  return { statuses: found.map((order) => order?.view.status ?? null) };
}

async function send({ method, path, headers = {}, body }: SentRequest): Promise<{ status: number; text: string }> {
  const sent = body === undefined ? {} : { body, headers: { 'content-type': 'application/json', ...headers } };
  const reply = await fetch(`${http.url}/api${path}`, { method, ...sent });
  return { status: reply.status, text: await reply.text() };
}

async function read(reference: string): Promise<StoredOrder | null> {
  const order = (await system.of(rampOrder, reference).read())?.view;
  if (order === undefined || !isAddress(order.terms.wallet)) return null;
  const entries = (await opened.actors.history(`ramp-order/${reference}`, { limit: 500 })).toReversed();
  const changes: string[] = [];
  let [known, was] = [0, order.status];
  for (const { record } of entries) {
    const { context } = record.snapshot;
    const status = statusOf(record.snapshot.value);
    // The history of an order shows each change, so that it shows which of them its wallet has to be told of.
    const isChange = Number(context.changes) > known;
    if (isChange && wordsOf({ ...order, ownEnd: context.ownEnd as typeof order.ownEnd }, { status, was }, 'It') !== null)
      changes.push(status);
    known = Number(context.changes);
    was = status;
  }
  const listed = await notifications.list({ wallet: order.terms.wallet, limit: 200 });
  return { status: order.status, orderId: order.orderId, changes, told: listed.notifications.map(({ data }) => String(data.status)) };
}

/** Wraps the store: each commit of an order passes a point before and after it is written. */
function withOrderPoints(actors: ActorStore): ActorStore {
  return {
    ...actors,
    async commit(commits) {
      const statuses = commits.flatMap(({ next }) => (next.type === rampOrder.type ? [String(next.snapshot.value)] : []));
      for (const status of statuses) await point(`${status}:before`);
      const results = await actors.commit(commits);
      for (const status of statuses) await point(`${status}:after`);
      return results;
    },
  };
}

function withReferencePoints(all: RecordStore): RecordStore {
  return {
    ...all,
    collection(spec) {
      const rows = all.collection(spec);
      if (spec.name !== RAMP_REFERENCES.name) return rows as never;
      return {
        ...rows,
        async insert(...row: Parameters<typeof rows.insert>) {
          await point('assign:before');
          const result = await rows.insert(...row);
          await point('assign:after');
          return result;
        },
      } as never;
    },
  };
}

/** Makes each question about an order at a provider pass a point before and after it. */
function pointAtProviders(): void {
  const sendRequest = globalThis.fetch;
  const isQuestion = (path: string) =>
    /\/(orderStatus|merchantHistory|query\/trade|order\/[^/]+|orders\/[^/]+|transaction\/[^/]+)$/.test(path);
  const withPoints = async (...[input, init]: Parameters<typeof sendRequest>): Promise<Response> => {
    const isAsking = isQuestion(new URL(input instanceof Request ? input.url : String(input)).pathname);
    if (isAsking) await point('ask:before');
    const reply = await sendRequest(input, init);
    if (isAsking) await point('ask:after');
    return reply;
  };
  globalThis.fetch = Object.assign(withPoints, { preconnect: sendRequest.preconnect });
}
