import type { Address } from './address.ts';

export const STAKE_STATES = ['unstaked', 'staked', 'unstaking'] as const;
export type StakeState = (typeof STAKE_STATES)[number];

/** A change of a rocket's stake, as the staking contract has it: what holds from `atMs` on. */
export type StakeChange = {
  /** UTC ms, a block's time. */
  readonly atMs: number;
  readonly owner: Address;
  readonly level: number;
  readonly state: StakeState;
};

/** What the staking contract has of a rocket. */
export type StakeReading = {
  /** The number of all changes. */
  readonly total: number;
  /** The newest ones, oldest first; at most `MOST_CHANGES`. */
  readonly changes: readonly StakeChange[];
};

/** The maximum number of changes that are read, and kept, of a rocket. */
export const MOST_CHANGES = 64;

const TOKEN_ID = /^(0|[1-9][0-9]{0,77})$/;

/** Whether a text is the id of a token: a number in decimal digits, as the contract has it. */
export function isTokenId(text: string): boolean {
  return TOKEN_ID.test(text);
}
