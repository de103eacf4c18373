import { seededRandom } from '../../../../src/test-kit/seeded-random.ts';
import { hasAllCases, testSeed } from '../../../support/which-cases.ts';

/** Chooses which of very many requests are sent: a share of them, by the run's seed. */
export type Sample = {
  takes(): boolean;
  /** Text for the log. */
  readonly description: string;
};

export function createSample(share: number): Sample {
  const random = seededRandom(testSeed);
  return {
    takes: () => hasAllCases || random() < share,
    description: hasAllCases ? 'all that there is' : `a share of ${share}, seed ${testSeed}; all: TEST_CASES=all`,
  };
}
