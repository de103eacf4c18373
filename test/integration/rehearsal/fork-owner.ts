// A program that forks the chain at the given URL, prints the fork's URL, and runs until the test kills it.
import { startFork } from '../../../src/devnet/fork/start-fork.ts';

const fork = await startFork({ chainId: 8453, upstream: process.argv[2] ?? '' });
process.stdout.write(`${fork.rpcUrl}\n`);
// Nothing is awaited here: the running child process of the fork keeps this program alive.
