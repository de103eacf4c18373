import type { OwnWhy } from '../../src/values/inspection/why.ts';
import type { RocketContext } from '../../src/values/rocket-accrual.ts';

type Snapshot = { readonly value: unknown; readonly context: RocketContext };

/** Explains to operators what a rocket waits for. */
export function whyRocket({ value, context: { lastClaim, isAwarded, changes } }: Snapshot): OwnWhy {
  const last = changes.at(-1);
  const details = lastClaim === null ? [] : [`The last claim gave ${lastClaim.points} points.`];
  if (lastClaim !== null && !isAwarded)
    return { code: 'rocket-award', sentence: 'Its last claim is being written to the ledger of points.', details };
  if (value === 'staked') {
    return { code: 'rocket-staked', sentence: 'It is staked and accrues points until its owner claims them.', details };
  }
  if (value === 'unstaking') {
    return { code: 'rocket-unstaking', sentence: 'Its owner has ended the stake and may withdraw it. It accrues nothing.', details };
  }
  const sentence = last === undefined ? 'It was never staked.' : 'It is not staked, so it accrues nothing.';
  return { code: 'rocket-unstaked', sentence, details };
}
