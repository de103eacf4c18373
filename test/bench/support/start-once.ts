import { benchActor } from './bench-machine.ts';
import { createBenchSystem } from './bench-system.ts';

// Opens a store, reads one actor, and prints the milliseconds since the start of this process.
const path = process.argv[2];
if (path === undefined) throw new Error('Which database? start-once.ts PATH');
const { system, close } = createBenchSystem(path);
await system.of(benchActor, 'p1').read();
const took = performance.now();
await close();
console.log(took);
