import { logFeed } from '../../../src/app/log-feed.ts';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import type { LiveFeed } from '../../../src/platform/feed/live-feed.ts';
import { createLocalFeed } from '../../../src/platform/feed/local/local-feed.ts';
import { createRedisFeed } from '../../../src/platform/feed/redis/redis-feed.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { redisServer } from '../../support/redis-server.ts';
import { findRequirement } from '../../support/requires.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { benchActor } from '../support/bench-machine.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { walletOf } from '../support/fill-store.ts';
import { median } from '../support/measure.ts';

// Measures what the live feed adds to the cost of a durable ask: processor time of the whole process, alternately with and without the
// feed.
const ROUNDS = 7;
const ACTORS = 1_000;
const ASKS = 30_000;
const IN_FLIGHT = 64;

using folder = tempFolder();
const { system, close } = createBenchSystem(folder.file('feed.db'));
const refs = Array.from({ length: ACTORS }, (_, i) => system.of(benchActor, `p${i}`));
await Promise.all(refs.map((ref, i) => ref.create({ wallet: walletOf(i), nextOrderAtMs: 0 })));
// The feed has the same subscriber as in the service: a log that counts every event.
logFeed(system.feed, silentLog);
let order = 0;

/** Returns the number of durable asks per second of processor time. */
async function asks(): Promise<number> {
  let left = ASKS;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      order += 1;
      await refs[order % ACTORS]?.ask({ type: 'FILL', order, spent: '1000000', received: '271828' });
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  const { user, system: kernel } = process.cpuUsage(before);
  return (ASKS * 1e6) / (user + kernel);
}

async function asksWith(feed: LiveFeed): Promise<number> {
  const unsubscribe = system.feed.subscribe(feed.publish);
  const rate = await asks();
  unsubscribe();
  return rate;
}

async function compared(feed: LiveFeed): Promise<Round[]> {
  const rounds: Round[] = [];
  await asksWith(feed);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await asks();
    const ours = await asksWith(feed);
    const after = await asks();
    rounds.push({ ours, reference: (before + after) / 2 });
  }
  return rounds;
}

const unit = 'asks per second of processor time';
const note = `1,000 actors, SQLite, ${IN_FLIGHT} in flight, the log's own counting on in both; medians of ${ROUNDS} rounds`;
const lines = [
  benchLine(
    'asks with the live feed of one node, nobody following, over none',
    unit,
    await compared(createLocalFeed({ nodeId: 'bench', clock: systemClock })),
    '>= 0.9',
    note,
    median,
  ),
];

if (findRequirement('redis') !== null) {
  await using redis = await redisServer();
  const connection = createRedisConnection({ url: redis.url, log: silentLog, answerWithinMs: 500 });
  await waitFor(() => connection.isUp(), { what: 'the connection to Redis' });
  const feed = createRedisFeed({ connection, nodeId: 'bench', clock: systemClock, log: silentLog, prefix: redis.prefix });
  lines.push(
    benchLine('asks with the live feed over Redis, nobody following, over none', unit, await compared(feed), '>= 0.9', note, median),
  );
  const leaving = new AbortController();
  const following = (async () => {
    for await (const items of feed.follow({ matches: ({ id }) => id === 'bench/none', signal: leaving.signal })) void items;
  })();
  lines.push(benchLine('asks with the live feed over Redis, one following, over none', unit, await compared(feed), null, note, median));
  leaving.abort();
  await following;
  await feed.close();
  connection.close();
}
await close();
console.log(JSON.stringify(lines));
