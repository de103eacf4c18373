/** `npm run anvil`: the launcher has installed Anvil before this runs, and this says where it is. */
import { findAnvilBinary } from '../../src/devnet/guard/anvil-binary.ts';

console.log(`Anvil is installed: ${findAnvilBinary()}`);
