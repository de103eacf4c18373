/** A program for tests to kill: starts a devnet in the folder of its first argument, tells where it is, and waits. */
import { startTestDevnet } from '../../support/devnet.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('a data folder is needed');
const { rpcUrl, processes } = await startTestDevnet({ dataDir });
console.log(JSON.stringify({ rpcUrl, processes }));
// Something has to keep the program alive: a promise that nobody keeps, on a stream that stays open. The test ends it.
for await (const _ of Bun.stdin.stream());
