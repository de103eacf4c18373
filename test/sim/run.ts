// npm run test:sim -- [--ticks N] [--seed S]
// Runs each simulation once with a seed. A failure prints the seed and the command that repeats it.
import { parseArgs } from 'node:util';
import { simulateAlerts } from './alerts/simulate-alerts.ts';
import { simulateDca } from './dca/simulate-dca.ts';
import { simulateRockets } from './rockets/simulate-rockets.ts';
import { simulateRoutes } from './routes/simulate-routes.ts';
import { simulateRuntime } from './runtime/simulate-runtime.ts';
import { simulateSender } from './sender/simulate-sender.ts';
import { simulateTrades } from './trades/simulate-trades.ts';

const { values } = parseArgs({ options: { ticks: { type: 'string', default: '2000' }, seed: { type: 'string' } } });
const ticks = wholeNumber('ticks', values.ticks);
const seed = wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 1_000_000_000)));

console.log(`sim: ${ticks} ticks, seed ${seed}`);
await simulate('the runtime', simulateRuntime);
await simulate('DCA on a chain', simulateDca);
await simulate('the choice of routes', (options) => simulateRoutes({ orders: options.ticks, seed: options.seed }));
await simulate('one key with many transactions in flight', (options) =>
  simulateSender({ minutes: Math.ceil(ticks / 20), seed: options.seed }),
);

await simulate('price alerts', (options) => simulateAlerts({ alerts: 150, minutes: Math.ceil(ticks / 4), seed: options.seed }));
await simulate("batches of agents' trades", (options) => simulateTrades({ minutes: Math.ceil(ticks / 20), seed: options.seed }));
await simulate('points and rockets', (options) =>
  simulateRockets({ rockets: 30, days: Math.ceil(options.ticks / 100), seed: options.seed }),
);

async function simulate(what: string, run: (options: { ticks: number; seed: number }) => Promise<object>): Promise<void> {
  const startedMs = performance.now();
  try {
    const report = await run({ ticks, seed });
    console.log(`sim: ${what} held in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    for (const [counted, count] of Object.entries(report))
      console.log(`  ${counted.padEnd(12)} ${typeof count === 'object' ? JSON.stringify(count) : count}`);
  } catch (error) {
    console.error(`sim: ${what} FAILED with seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
    console.error(`sim: repeat it with: npm run test:sim -- --ticks ${ticks} --seed ${seed}`);
    process.exit(1);
  }
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  console.error(`sim: --${name} takes a whole number, and not "${text}"`);
  process.exit(1);
}
