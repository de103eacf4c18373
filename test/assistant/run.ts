import { parseArgs } from 'node:util';
import { askService } from './ask-service.ts';
import { type Row, readScores } from './read-scores.ts';

// npm run test:assistant [-- SET] [-- --verbose] [-- --service URL]: understands the labelled messages, all or one set, and prints a table
// by action. With --verbose each that is not right is shown. With --service they are sent to the chat of a running service on a devnet
// (URL such as http://127.0.0.1:5000/api). Exits with 1 when a bar is missed.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', default: false }, service: { type: 'string' } },
});
const scores = await readScores(positionals[0], values.service === undefined ? undefined : askService(values.service));
if (values.verbose) for (const line of scores.wrong) console.log(line);
console.log('action             messages   intent    slots');
for (const [intent, row] of [...scores.rows].sort(([a], [b]) => a.localeCompare(b))) print(intent, row);
print('all', scores.total);
console.log(`invented: ${scores.invented.length}; acted on although they must not be: ${scores.acted.length} of ${scores.forbidden}`);
for (const line of [...scores.invented, ...scores.acted]) console.log(`  ${line}`);
process.exitCode = scores.holds ? 0 : 1;

function print(name: string, { messages, intents, slots }: Row): void {
  const percent = (count: number) => `${((100 * count) / messages).toFixed(1)} %`.padStart(8);
  console.log(`${name.padEnd(18)} ${String(messages).padStart(8)} ${percent(intents)} ${percent(slots)}`);
}
