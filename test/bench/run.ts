import { parseArgs } from 'node:util';
import type { BenchLine } from './support/bench-line.ts';

// Usage: npm run bench [-- --json FILE] [--only NAME]. Runs each scenario in its own process. Exits with 0 even if a required ratio is
// missed.
const SCENARIOS = [
  'asks',
  'spread',
  'http',
  'bearer',
  'idle-tick',
  'stored',
  'triggers',
  'agents',
  'feed',
  'inspector',
  'quotes',
  'backtest',
  'documents',
  'sender',
  'kept',
  'sockets',
  'minute',
  'understanding',
  'chat',
  'webhooks',
  'ramps',
];

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } }, args: process.argv.slice(2) });
const chosen = values.only === undefined ? SCENARIOS : SCENARIOS.filter((name) => name === values.only);
if (chosen.length === 0) {
  console.error(`There is no scenario "${values.only}". There are: ${SCENARIOS.join(', ')}.`);
  process.exit(2);
}
const lines: BenchLine[] = [];
for (const name of chosen) {
  console.error(`... ${name}`);
  const child = Bun.spawn([process.execPath, new URL(`./scenarios/${name}.ts`, import.meta.url).pathname], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) {
    console.error(`The scenario "${name}" failed.`);
    continue;
  }
  const found: BenchLine[] = JSON.parse(text);
  lines.push(...found);
  for (const line of found) console.log(render(line));
}
const held = lines.filter((line) => line.held === true).length;
const missed = lines.filter((line) => line.held === false).length;
console.log(`\n${held} bars held, ${missed} not.`);
if (values.json !== undefined) await Bun.write(values.json, `${JSON.stringify(lines, null, 2)}\n`);

function render({ name, unit, ours, reference, ratio, bar, held: isHeld, note }: BenchLine): string {
  const mark = isHeld === null ? '   ' : isHeld ? 'ok ' : 'NO ';
  const figures = `${figure(ours)} / ${figure(reference)} ${unit}`;
  return `${mark} ${ratio.toFixed(3).padStart(7)}  ${(bar ?? '').padEnd(8)} ${name}: ${figures}\n             (${note})`;
}

function figure(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
