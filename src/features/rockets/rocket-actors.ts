import type { Address } from '../../values/address.ts';
import type { RocketContext, RocketRules } from '../../values/rocket-accrual.ts';
import type { StakeReading } from '../../values/rocket-stake.ts';

/** The data in the record of a rocket (an NFT). `state` is `unstaked`, `staked` or `unstaking`. */
export type RocketRecord = RocketContext & { readonly state: string };

/** Access to the actors of rockets (NFTs that earn points while they are staked). */
export type RocketActors = {
  /** Returns the record of a rocket (an NFT); null when the rocket has no actor. */
  read(chainId: number, tokenId: string): Promise<RocketRecord | null>;
  /**
   * Sends to the actor of a rocket (an NFT) the state that the staking contract has stored for the rocket, and creates the actor if
   * necessary.
   */
  stakeRead(
    place: RocketPlace,
    reading: StakeReading,
    options: { readonly mayShrink: boolean; readonly rules: RocketRules },
  ): Promise<void>;
  /**
   * Claims the points that a rocket (a staked NFT) has accrued. If the claim was made, the `lastClaim` of the returned record has the
   * `requestId` of the claim.
   */
  claim(
    place: RocketPlace,
    claim: { readonly wallet: Address; readonly requestId: string; readonly rules: RocketRules },
  ): Promise<RocketRecord>;
  /** Lists the rockets (NFTs) that a wallet has staked, or whose stake it can withdraw. */
  listOf(
    wallet: Address,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly rockets: readonly RocketRecord[]; readonly cursor: string | null }>;
  /** Lists the token ids of a chain's rockets (NFTs) that are not unstaked, oldest first. */
  stakedOn(
    chainId: number,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly tokenIds: readonly string[]; readonly cursor: string | null }>;
};

export type RocketPlace = { readonly chainId: number; readonly tokenId: string };
