// bun test/crash/chat/run.ts [--kills N] [--seed S] [--mongodb]
// Kills nodes with -9 at each step of a turn of the chat, and checks that each acknowledged message has exactly one answer: one node with
// SQLite, or with --mongodb two nodes with one MongoDB. A failure prints the command that repeats it.
import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../../../src/values/whole-number.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runChatCampaign } from './campaign.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    mongodb: { type: 'boolean', default: false },
  },
});
const [kills, seed] = [parseWholeNumber(values.kills), parseWholeNumber(values.seed)];
if (kills === null || seed === null) {
  console.error('chat: --kills and --seed take whole numbers');
  process.exit(2);
}
const command = `bun test/crash/chat/run.ts --kills ${kills} --seed ${seed}${values.mongodb ? ' --mongodb' : ''}`;
console.log(`chat: ${command}`);
const folder = tempFolder();
const mongo = values.mongodb ? await mongoServer() : null;
const store = mongo?.url ?? `sqlite:${folder.file('chat.db')}`;
const { problems, killsAt, ...numbers } = await runChatCampaign({ store, nodes: mongo === null ? 1 : 2, kills, seed });
await mongo?.stop();
folder[Symbol.dispose]();
for (const [name, count] of [...Object.entries(numbers), ...Object.entries(killsAt)]) console.log(`  ${name.padEnd(18)} ${count}`);
for (const problem of problems) console.error(`chat: ${problem}`);
if (problems.length > 0) console.error(`chat: FAILED; repeat it with: ${command}`);
process.exit(problems.length > 0 ? 1 : 0);
