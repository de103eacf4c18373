import type { RocketStaking } from '../../platform/chain/rocket-staking/rocket-staking.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import { claimableAt, minutesUntil } from '../../values/rocket-accrual.ts';
import { isTokenId } from '../../values/rocket-stake.ts';
import { parseWholeNumber } from '../../values/whole-number.ts';
import { presentRocket, type RocketStatus } from './present-rocket.ts';
import type { RocketActors, RocketPlace, RocketRecord } from './rocket-actors.ts';
import type { ReadRocketRules } from './rocket-rules.ts';

/** A claim of the points of a rocket (an NFT that earns points while it is staked), as clients see it. */
export type RocketClaim = {
  readonly tokenId: string;
  readonly chainId: number;
  readonly points: number;
  readonly claimedAt: string;
  readonly requestId: string;
  readonly rocket: RocketStatus;
};

export type Rockets = {
  /** Lists the rockets (NFTs that earn points while they are staked) that a wallet has staked or can withdraw, oldest record first. */
  statusOf(
    wallet: Address,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly rockets: readonly RocketStatus[]; readonly cursor: string | null }>;
  /**
   * Claims the points of a rocket. When this resolves, the points are in the ledger. Repeating a request with the same request id returns
   * the same claim.
   * @param rocketId the token's id, or `<chainId>/<tokenId>`
   * @throws TerminalError 400 `invalid-rocket-id`; 404 `rocket-not-found`; 403 `not-your-rocket`; 409 `rocket-not-staked`,
   * `claim-not-ready` (with the minutes); RetryableError (503) when the chain or the store cannot be read
   */
  claim(wallet: Address, rocketId: string, requestId?: string): Promise<RocketClaim>;
};

export function createRockets(deps: {
  readonly rockets: RocketActors;
  readonly rules: ReadRocketRules;
  /** Returns the contracts in which rockets (NFTs that earn points) are staked, of all chains that have one. */
  readonly stakings: () => Promise<readonly RocketStaking[]>;
  /** Writes the points of a claim into the ledger of reward points. */
  readonly award: (claim: {
    readonly chainId: number;
    readonly tokenId: string;
    readonly wallet: Address;
    readonly windowMs: number;
    readonly points: number;
  }) => Promise<void>;
  readonly imageUrl: string;
  readonly clock: Clock;
  readonly ids: IdSource;
}): Rockets {
  const { rockets, rules, clock, imageUrl } = deps;

  return {
    async statusOf(wallet, page) {
      const [{ rockets: found, cursor }, now] = [await rockets.listOf(wallet, page), await rules()];
      return { rockets: found.map((rocket) => presentRocket(rocket, now, clock.now(), imageUrl)), cursor };
    },

    async claim(wallet, rocketId, requestId = deps.ids()) {
      const place = await placeOf(wallet, rocketId);
      const known = await rockets.read(place.chainId, place.tokenId);
      const made = madeBy(known, { requestId, wallet }) ?? (await claimNow(place, known, { wallet, requestId }));
      const { lastClaim } = made;
      if (lastClaim === null) throw new TypeError('The points of a rocket were claimed, but the state of the rocket contains no claim');
      const { points, windowMs, atMs } = lastClaim;
      await deps.award({ ...place, wallet, windowMs, points });
      const status = presentRocket(made, await rules(), clock.now(), imageUrl);
      return { ...place, points, claimedAt: new Date(atMs).toISOString(), requestId, rocket: status };
    },
  };

  async function claimNow(
    place: RocketPlace,
    known: RocketRecord | null,
    { wallet, requestId }: { readonly wallet: Address; readonly requestId: string },
  ): Promise<RocketRecord> {
    const now = await rules();
    // The stored record can be outdated only in one way: it can show that the points of the rocket (a staked NFT) can be claimed although
    // they cannot. The opposite is impossible. Therefore the rocket's actor is asked only when the record shows that the points can be
    // claimed.
    const readyFrom = known?.state === 'staked' ? claimableAt(known, now, clock.now()).readyAtMs : null;
    const isEarly = readyFrom === null || readyFrom > clock.now();
    const record = known !== null && isEarly ? known : await rockets.claim(place, { wallet, requestId, rules: now });
    const made = madeBy(record, { requestId, wallet });
    if (made !== null) return made;
    const last = record.changes.at(-1);
    if (record.state !== 'staked' || last === undefined) {
      const state =
        record.state === 'unstaking' ? 'its stake has ended, so it accrues no points' : 'it is not staked, so it accrues no points';
      throw new TerminalError({
        code: 'rocket-not-staked',
        message: `The points of rocket ${place.tokenId} cannot be claimed: ${state}.`,
        status: 409,
      });
    }
    if (last.owner !== wallet) throw notYours(place.tokenId);
    const nowMs = clock.now();
    const { readyAtMs, points } = claimableAt(record, now, nowMs);
    // When another claim for the rocket (a staked NFT) was made at the same moment, the computed waiting time can be 0 minutes. The next
    // claim is possible after a minute at the earliest, so at least 1 minute is reported.
    const minutes = Math.max(1, minutesUntil(readyAtMs, nowMs));
    throw new TerminalError({
      code: 'claim-not-ready',
      message: `The points of rocket ${place.tokenId} can be claimed in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      status: 409,
      details: { nextClaimAvailableIn: minutes, claimablePoints: points, lastClaim: lastClaimOf(record) },
    });
  }

  /** Finds the chain of a rocket (an NFT) and reads its stake, so that a claim is based on the current state of the staking contract. */
  async function placeOf(wallet: Address, rocketId: string): Promise<RocketPlace> {
    const { chainId, tokenId } = parseRocketId(rocketId);
    const stakings = (await deps.stakings()).filter((staking) => chainId === null || staking.chainId === chainId);
    const found: RocketRecord[] = [];
    for (const staking of stakings) {
      const [reading] = await staking.readEvents((reader) => reader.stakes([tokenId]));
      const place = { chainId: staking.chainId, tokenId };
      if (reading !== undefined && reading.total > 0) await rockets.stakeRead(place, reading, { mayShrink: false, rules: await rules() });
      const record = await rockets.read(staking.chainId, tokenId);
      if (record !== null) found.push(record);
    }
    // Rockets (NFTs) on several chains can have the same id. A rocket that belongs to the wallet is preferred, and then one that is staked.
    const own = found.find(({ state, changes }) => state !== 'unstaked' && changes.at(-1)?.owner === wallet);
    const best = own ?? found.find(({ state }) => state !== 'unstaked') ?? found[0];
    if (best === undefined) {
      throw new TerminalError({
        code: 'rocket-not-found',
        message: `Rocket ${tokenId} has never been staked on a chain of this service.`,
        status: 404,
      });
    }
    if (best.state !== 'unstaked' && best.changes.at(-1)?.owner !== wallet) throw notYours(tokenId);
    return { chainId: best.chainId, tokenId };
  }
}

/** Returns the record of a rocket (an NFT) if the rocket's last claim was made by the request with this id and wallet; otherwise null. */
function madeBy(record: RocketRecord | null, { requestId, wallet }: { readonly requestId: string; readonly wallet: Address }) {
  return record?.lastClaim?.requestId === requestId && record.lastClaim.wallet === wallet ? record : null;
}

function lastClaimOf({ lastClaim }: RocketRecord) {
  if (lastClaim === null) return null;
  const { points, atMs, requestId } = lastClaim;
  return { points, claimedAt: new Date(atMs).toISOString(), requestId };
}

function parseRocketId(text: string): { readonly chainId: number | null; readonly tokenId: string } {
  const parts = text.split('/');
  const tokenId = parts.at(-1) ?? '';
  const chainId = parts.length === 2 ? parseWholeNumber(parts[0] ?? '') : null;
  if (parts.length <= 2 && isTokenId(tokenId) && (parts.length === 1 || chainId !== null)) return { chainId, tokenId };
  const message = 'Expected the id of a rocket: a token id such as 5, or a chain id and a token id such as 31337/5.';
  throw new TerminalError({ code: 'invalid-rocket-id', message, status: 400 });
}

function notYours(tokenId: string): TerminalError {
  return new TerminalError({ code: 'not-your-rocket', message: `Rocket ${tokenId} is staked by another wallet.`, status: 403 });
}
