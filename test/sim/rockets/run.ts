// bun test/sim/rockets/run.ts [--rockets N] [--days N] [--seed S]
// Runs the simulation of Rockets and points once with a seed. A failure prints the seed and the command that repeats it.
import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../../../src/values/whole-number.ts';
import { simulateRockets } from './simulate-rockets.ts';

const { values } = parseArgs({
  options: {
    rockets: { type: 'string', default: '200' },
    days: { type: 'string', default: '90' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
  },
});
const wanted = { rockets: numberOf('rockets'), days: numberOf('days'), seed: numberOf('seed') };
const command = `bun test/sim/rockets/run.ts --rockets ${wanted.rockets} --days ${wanted.days} --seed ${wanted.seed}`;
console.log(`rockets: ${command}`);
try {
  for (const [counted, count] of Object.entries(await simulateRockets(wanted))) console.log(`  ${counted.padEnd(12)} ${count}`);
} catch (error) {
  console.error(`rockets: FAILED: ${error instanceof Error ? error.message : String(error)}`);
  console.error(`rockets: repeat it with: ${command}`);
  process.exit(1);
}

function numberOf(name: 'rockets' | 'days' | 'seed'): number {
  const number = parseWholeNumber(values[name]);
  if (number !== null) return number;
  console.error(`rockets: --${name} takes a whole number, and not "${values[name]}"`);
  process.exit(1);
}
