// bun test/crash/news/run.ts [--kills N] [--notifications N] [--seed S] [--nodes N]
// Kills a process with -9 while it delivers notifications to receivers that fail in every way. With more nodes than
// one, they share a MongoDB and a Redis, and any of them is killed. A failure prints the command that repeats it.
import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../../../src/values/whole-number.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { redisServer } from '../../support/redis-server.ts';
import { type NewsReport, runNewsCampaign } from './campaign.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    notifications: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    nodes: { type: 'string', default: '1' },
  },
});
const wanted = { kills: numberOf('kills'), notifications: numberOf('notifications'), seed: numberOf('seed') };
const nodes = numberOf('nodes');
const command = `bun test/crash/news/run.ts --kills ${wanted.kills} --notifications ${wanted.notifications} --seed ${wanted.seed} --nodes ${nodes}`;
console.log(`news: ${command}`);
const { problems, ...numbers } = nodes > 1 ? await runOnCluster() : await runNewsCampaign(wanted);
for (const [counted, count] of Object.entries(numbers)) console.log(`  ${counted.padEnd(14)} ${count}`);
for (const problem of problems) console.error(`news: ${problem}`);
if (problems.length > 0) console.error(`news: FAILED; repeat it with: ${command}`);
process.exit(problems.length > 0 ? 1 : 0);

async function runOnCluster(): Promise<NewsReport> {
  const mongo = await mongoServer();
  try {
    await using redis = await redisServer();
    return await runNewsCampaign({ ...wanted, cluster: { nodes, mongoUrl: mongo.url, redisUrl: redis.url } });
  } finally {
    await mongo.stop();
  }
}

function numberOf(name: keyof typeof values): number {
  const number = parseWholeNumber(values[name]);
  if (number !== null) return number;
  console.error(`news: --${name} takes a whole number, and not "${values[name]}"`);
  process.exit(1);
}
