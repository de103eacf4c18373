// bun test/crash/alerts/run.ts [--kills N] [--seed S] [--mongodb]
// Kills nodes with -9 at each step of a price alert, and checks that each alert fires once and is notified once: one node with
// SQLite, or with --mongodb two nodes with one MongoDB. A failure prints the command that repeats it.
import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../../../src/values/whole-number.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runAlertCampaign } from './campaign.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    mongodb: { type: 'boolean', default: false },
  },
});
const [kills, seed] = [parseWholeNumber(values.kills), parseWholeNumber(values.seed)];
if (kills === null || seed === null) {
  console.error('alerts: --kills and --seed take whole numbers');
  process.exit(2);
}
const command = `bun test/crash/alerts/run.ts --kills ${kills} --seed ${seed}${values.mongodb ? ' --mongodb' : ''}`;
console.log(`alerts: ${command}`);
const folder = tempFolder();
const mongo = values.mongodb ? await mongoServer() : null;
const store = mongo?.url ?? `sqlite:${folder.file('alerts.db')}`;
const { problems, killsAt, ...numbers } = await runAlertCampaign({
  store,
  priceFile: folder.file('price'),
  nodes: mongo === null ? 1 : 2,
  kills,
  seed,
});
await mongo?.stop();
folder[Symbol.dispose]();
for (const [name, count] of [...Object.entries(numbers), ...Object.entries(killsAt)]) console.log(`  ${name.padEnd(18)} ${count}`);
for (const problem of problems) console.error(`alerts: ${problem}`);
if (problems.length > 0) console.error(`alerts: FAILED; repeat it with: ${command}`);
process.exit(problems.length > 0 ? 1 : 0);
