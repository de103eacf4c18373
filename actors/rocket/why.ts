import type { OwnWhy } from '../../src/values/inspection/why.ts';
import type { RocketContext } from '../../src/values/rocket-accrual.ts';

type Snapshot = { readonly value: unknown; readonly context: RocketContext };

/** Explains to operators what a rocket waits for. */
export function whyRocket({ value, context: { lastClaim, isAwarded, changes } }: Snapshot): OwnWhy {
  const last = changes.at(-1);
  const details = lastClaim === null ? [] : [`The last claim gave ${lastClaim.points} points.`];
  if (lastClaim !== null && !isAwarded)
    return {
      code: 'rocket-award',
      sentence: 'The points that the owner of the rocket (an NFT) claimed last are being added to the ledger of points.',
      details,
    };
  if (value === 'staked') {
    return { code: 'rocket-staked', sentence: 'The rocket (an NFT) is staked. It accrues points until its owner claims them.', details };
  }
  if (value === 'unstaking') {
    return {
      code: 'rocket-unstaking',
      sentence: 'The owner has ended the stake and may withdraw the rocket (an NFT), which accrues no points any more.',
      details,
    };
  }
  const sentence =
    last === undefined ? 'The rocket (an NFT) was never staked.' : 'The rocket (an NFT) is not staked, so it accrues no points.';
  return { code: 'rocket-unstaked', sentence, details };
}
