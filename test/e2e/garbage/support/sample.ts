import { seededRandom } from '../../../../src/test-kit/seeded-random.ts';
import { hasAllCases, testSeed } from '../../../support/which-cases.ts';

/** Selects which of very many requests are sent: a share of them, determined by the run's seed. */
export type Sample = {
  takes(): boolean;
  /** Describes the sample in the log. */
  readonly description: string;
};

export function createSample(share: number): Sample {
  const random = seededRandom(testSeed);
  return {
    takes: () => hasAllCases || random() < share,
    description: hasAllCases ? 'all that there is' : `a share of ${share}, seed ${testSeed}; all: TEST_CASES=all`,
  };
}
