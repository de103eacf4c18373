import fc from 'fast-check';
import { testSeed } from './which-cases.ts';

// Without a seed, fast-check draws other cases in each run, so a failure could not be repeated.
fc.configureGlobal({ seed: testSeed });

/** The library fast-check with the seed of this test run. Tests import it from here, never from the package. */
export { fc };
