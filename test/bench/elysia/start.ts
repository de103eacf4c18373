import { WAY_NAMES, WAYS } from './ways.ts';

// Runs in its own process and prints the milliseconds from the creation of the first route to the first reply. Usage: bun start.ts WAY
// RESOURCES
const [wanted = '', resources = '1'] = process.argv.slice(2);
const way = WAY_NAMES.find((name) => name === wanted);
if (way === undefined) throw new Error(`There is no way "${wanted}"`);
const startedAt = performance.now();
const { url } = WAYS[way](Number(resources));
const response = await fetch(`${url}/r0/get/k`);
await response.text();
if (!response.ok) throw new Error(`${way} answered ${response.status}`);
console.log(performance.now() - startedAt);
process.exit(0);
