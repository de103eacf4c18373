/**
 * A program that tests start in order to kill it. It starts a devnet in the folder of its first argument, prints the RPC URL, and waits.
 */
import { startTestDevnet } from '../../support/devnet.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('a data folder is needed');
const { rpcUrl, processes } = await startTestDevnet({ dataDir });
console.log(JSON.stringify({ rpcUrl, processes }));
// The test never closes this program's standard input. So the program waits here until the test kills it.
for await (const _ of Bun.stdin.stream());
