import { afterAll, beforeAll, expect, test } from 'bun:test';
import { freePort } from '../../../support/free-port.ts';
import { type MongoServer, mongoServer } from '../../../support/mongo-server.ts';
import { redisServer } from '../../../support/redis-server.ts';
import { requires } from '../../../support/requires.ts';
import { type Service, spawnService } from '../../../support/spawn-service.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { readEnvelope } from '../read-envelope.ts';
import { sseClient } from './sse-client.ts';

const WALLET = '0x00000000000000000000000000000000000000aa';
/**
 * Number of requests that the two nodes would accept after the client's first two requests if they did not share their counts: each node
 * would then apply the limit of 7 alone.
 */
const ON_THEIR_OWN = 12;

/** Creates an actor on the node: the record of a position that is not open on chain yet. */
async function createPosition(node: Service, amount: string): Promise<string> {
  const response = await fetch(`${node.url}/defi/create-position`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fromToken: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
      toToken: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
      amount,
      frequency: 2,
      interval: 7_200,
      walletAddress: WALLET,
      chainId: { chainId: 137 },
    }),
  });
  const { status, data, message } = await readEnvelope(response);
  if (status !== 201) throw new Error(`the position was not created: ${status} ${message}`);
  return `dca-position/${data.id}`;
}

async function degradedOf(node: Service): Promise<readonly string[]> {
  const { data, errors } = await readEnvelope(await fetch(`${node.url}/ready`));
  return (data ?? errors).degraded.map(({ name }: { name: string }) => name);
}

requires('mongodb', 'redis')('two nodes on one store and one Redis', () => {
  let mongo: MongoServer;
  beforeAll(async () => {
    mongo = await mongoServer();
  }, 120_000);
  afterAll(async () => {
    await mongo.stop();
  });

  test('an operator on one node sees events of the other, before, during and after a restart of Redis', async () => {
    const port = await freePort();
    await using first = await redisServer({ port });
    const env = {
      MONGODB_URL: mongo.url,
      REDIS_URL: first.url,
      JWT_SECRET: 'a-secret-for-users-of-at-least-32-characters',
      JWT_ADMIN_SECRET: 'a-secret-for-admins-of-at-least-32-characters',
      DEVNET: '0',
      CRON: 'false',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '7',
      // The URL of the price source is one that refuses connections, because tests must not use the network. The service treats it as an
      // unavailable source.
      COINGECKO_URL: 'http://127.0.0.1:9/',
      DEFILLAMA_URL: 'http://127.0.0.1:9/',
      CURATED_LIST_URL: 'http://127.0.0.1:9/',
    };
    await using a = await spawnService({ env });
    await using b = await spawnService({ env });
    await using onA = await sseClient(`${a.url}/operator/feed?wallet=${WALLET}&kind=committed`, a.asOperator());

    const before = await createPosition(b, '100');
    const seen = await onA.saw('committed', ({ data }) => data.id === before);
    expect(seen.data).toMatchObject({ chainId: 137, wallet: WALLET, revision: 1 });
    const here = await createPosition(a, '200');
    expect((await onA.saw('committed', ({ data }) => data.id === here)).data.node).not.toBe(seen.data.node);
    await waitFor(async () => !(await degradedOf(a)).includes('live feed'), { what: 'node A to be whole' });

    await first.stop();
    await onA.saw('feed-degraded');
    await waitFor(async () => (await degradedOf(a)).join() === 'ticks,live feed,rate limits', { what: 'both to be degraded' });
    const meanwhile = [await createPosition(a, '300'), await createPosition(b, '400')];
    await onA.saw('committed', ({ data }) => data.id === meanwhile[0]);

    await using _second = await redisServer({ port });
    await onA.saw('feed-restored');
    await onA.saw('committed', ({ data }) => data.id === meanwhile[1]);
    const after = await createPosition(b, '500');
    await onA.saw('committed', ({ data }) => data.id === after);
    await waitFor(async () => !(await degradedOf(a)).includes('live feed'), { what: 'node A to be whole again' });

    // The subscriber reconnects to the other node with the id of an earlier event, so that it must receive one event again: the creation of
    // `after`.
    const lastId = onA.events.findLast(({ event, data }) => event === 'committed' && data.id !== after)?.id;
    await using onB = await sseClient(`${b.url}/operator/feed?wallet=${WALLET}&kind=committed`, {
      ...b.asOperator(),
      'last-event-id': lastId ?? '',
    });
    await onB.saw('committed', ({ data }) => data.id === after);
    const later = await createPosition(a, '600');
    for (const client of [onA, onB]) await client.saw('committed', ({ data }) => data.id === later);

    const ids = onA.events.filter(({ event }) => event === 'committed').map(({ data }) => data.id);
    expect([...ids].sort()).toEqual([before, here, ...meanwhile, after, later].sort());
    expect(onB.events.filter(({ event }) => event === 'committed').map(({ data }) => data.id)).toEqual([after, later]);

    // Since Redis became available again, the client has made two requests. So the two nodes together accept five more. A request for which
    // Redis answers too late is counted by its own node only.
    let taken = 0;
    let refusal: string | null = null;
    while (refusal === null && taken < ON_THEIR_OWN) {
      const asked = createPosition(taken % 2 === 0 ? a : b, '700').then(() => null);
      refusal = await asked.catch((error: Error) => error.message);
      if (refusal === null) taken += 1;
    }
    expect(taken).toBeGreaterThanOrEqual(5);
    expect(taken).toBeLessThan(ON_THEIR_OWN - 2);
    expect(refusal).toContain('429 This route accepts 7 requests a minute');
  }, 120_000);
});
