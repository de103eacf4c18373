// bun test/crash/ramps/run.ts [--kills N] [--seed S] [--sqlite]
// Kills nodes with -9 at each step of a ramp order's life, and checks that each order has its provider's last status and that each change
// was told once: two nodes with one MongoDB, or with --sqlite one node. A failure prints the command that repeats it.
import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../../../src/values/whole-number.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runRampCampaign } from './campaign.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    sqlite: { type: 'boolean', default: false },
  },
});
const [kills, seed] = [parseWholeNumber(values.kills), parseWholeNumber(values.seed)];
if (kills === null || seed === null) {
  console.error('ramps: --kills and --seed take whole numbers');
  process.exit(2);
}
const command = `bun test/crash/ramps/run.ts --kills ${kills} --seed ${seed}${values.sqlite ? ' --sqlite' : ''}`;
console.log(`ramps: ${command}`);
const folder = tempFolder();
const mongo = values.sqlite ? null : await mongoServer();
const store = mongo?.url ?? `sqlite:${folder.file('ramps.db')}`;
const { problems, killsAt, ...numbers } = await runRampCampaign({ store, nodes: mongo === null ? 1 : 2, kills, seed });
await mongo?.stop();
folder[Symbol.dispose]();
for (const [name, count] of [...Object.entries(numbers), ...Object.entries(killsAt)]) console.log(`  ${name.padEnd(24)} ${count}`);
for (const problem of problems) console.error(`ramps: ${problem}`);
if (problems.length > 0) console.error(`ramps: FAILED; repeat it with: ${command}`);
process.exit(problems.length > 0 ? 1 : 0);
