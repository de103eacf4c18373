import type { Address } from './address.ts';

export const STAKE_STATES = ['unstaked', 'staked', 'unstaking'] as const;
export type StakeState = (typeof STAKE_STATES)[number];

/** A change of a rocket's stake in the staking contract. The new state applies from `atMs` on. */
export type StakeChange = {
  /** Time of the block that contains the change, UTC ms. */
  readonly atMs: number;
  readonly owner: Address;
  readonly level: number;
  readonly state: StakeState;
};

/** What the staking contract stores about a rocket's stake. */
export type StakeReading = {
  /** Total number of changes of the rocket's stake. */
  readonly total: number;
  /** The latest changes of the stake, in chronological order; at most `MOST_CHANGES`. */
  readonly changes: readonly StakeChange[];
};

/** The maximum number of stake changes that are read and stored per rocket. */
export const MOST_CHANGES = 64;

const TOKEN_ID = /^(0|[1-9][0-9]{0,77})$/;

/** Whether a text is a token id: a number in decimal digits, in the same notation as in the contract. */
export function isTokenId(text: string): boolean {
  return TOKEN_ID.test(text);
}
