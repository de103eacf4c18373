import { seededRandom } from '../../../../src/test-kit/seeded-random.ts';
import { hasAllCases, testSeed } from '../../../support/which-cases.ts';

/** Selects which of very many possible requests are sent: a fraction of them, chosen by the run's seed. */
export type Sample = {
  takes(): boolean;
  /** Describes the sample (its seed and its fraction) in the log. */
  readonly description: string;
};

export function createSample(share: number): Sample {
  const random = seededRandom(testSeed);
  return {
    takes: () => hasAllCases || random() < share,
    description: hasAllCases ? 'all that there is' : `a share of ${share}, seed ${testSeed}; all: TEST_CASES=all`,
  };
}
