// Forks the chain at the given address, prints the fork's address, and runs until it is killed.
import { startFork } from '../../../src/devnet/fork/start-fork.ts';

const fork = await startFork({ chainId: 8453, upstream: process.argv[2] ?? '' });
process.stdout.write(`${fork.rpcUrl}\n`);
// The fork's own process keeps this process running.
