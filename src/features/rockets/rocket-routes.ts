import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addBearerRoute, type BearerAuth } from '../../http/bearer-auth.ts';
import { upTo200 } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { Rockets } from './create-rockets.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const statusSchema = v.object({
  tokenId: v.string(),
  level: count,
  isStaked: v.pipe(v.boolean(), v.description('False while the rocket waits to be withdrawn. A rocket that waits accrues no points.')),
  stakedAt: v.nullable(v.string()),
  lastClaimTime: v.nullable(v.string()),
  streakDays: v.pipe(
    count,
    v.description('Number of consecutive UTC days, up to today or yesterday, on which points of the rocket were claimed.'),
  ),
  longestStreak: count,
  claimablePoints: v.pipe(count, v.description('Whole points that the owner would get by claiming now.')),
  currentRatePerHour: v.pipe(count, v.description('Points per hour; 0 while the rocket accrues no points.')),
  maxDailyCap: v.pipe(
    count,
    v.description('The maximum number of points that the rocket can accrue, and that can be claimed, in a UTC day.'),
  ),
  remainingDailyCap: count,
  nextClaimAvailableIn: v.pipe(count, v.description('Minutes until at least one whole point can be claimed, rounded up. 0 means now.')),
  rocketImage: v.nullable(v.string()),
  upgradeImages: v.pipe(v.array(v.string()), v.description('URLs of the pictures of the next levels of the rocket.')),
});
const claimSchema = v.object({
  tokenId: v.string(),
  chainId: v.number(),
  points: v.pipe(count, v.description('Whole points that this claim added to the points ledger.')),
  claimedAt: v.string(),
  requestId: v.pipe(
    v.string(),
    v.description('The id of the request. A repeated request with the same id returns this claim and makes no new one.'),
  ),
  rocket: statusSchema,
});

const statusQuery = v.object({
  limit: v.optional(upTo200, '200'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
});
const claimBody = v.object({
  rocketId: v.pipe(
    v.union([v.pipe(v.string(), v.maxLength(100)), v.pipe(v.number(), v.safeInteger(), v.minValue(0))]),
    v.transform(String),
    v.description('A token id, or a chain id and a token id, such as 31337/5.'),
  ),
  requestId: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))),
});

/** Creates the routes of rockets, NFTs that earn points while they are staked (API specification, "Rewards (staked rockets)"). */
export function createRocketRoutes(deps: { readonly rockets: Rockets; readonly auth: Pick<BearerAuth, 'user'> }): AnyElysia {
  const { rockets, auth } = deps;
  const app = new Elysia({ name: 'rockets', prefix: '/rocket' });
  const bearer = auth.user;

  addBearerRoute(app, {
    ...{ method: 'GET', path: '/status', cost: 'cheap', bearer },
    summary: 'List the staked rockets of the signed-in wallet',
    description:
      'Lists the rockets (NFTs that earn points) that the wallet has staked or can withdraw. On-chain changes appear within a minute. If there are more than `limit` (200), ' +
      'the header X-Next-Cursor contains the `cursor` of the next page.',
    input: { query: statusQuery },
    responses: { 200: { description: 'The rockets.', data: v.array(statusSchema) } },
    async handle({ authWallet, query: { limit, cursor } }) {
      const page = await rockets.statusOf(authWallet, { limit, cursor });
      return reply(page.rockets, page.cursor === null ? {} : { headers: { 'x-next-cursor': page.cursor } });
    },
  });

  addBearerRoute(app, {
    ...{ method: 'POST', path: '/claim', cost: 'limited', bearer },
    summary: 'Claim the points of a rocket',
    description:
      'Only the wallet that staked the rocket can claim its points: once in each claim window (a time whose length the reward rules set), and only if at least one whole point has accrued. ' +
      'The reply is sent after the points were added to the ledger. To repeat a request safely, send a `requestId` of your own: a repeated request is answered with the same claim. ' +
      'Errors: 400 `invalid-rocket-id`; 403 `not-your-rocket`; 404 `rocket-not-found`; 409 `rocket-not-staked`; 409 `claim-not-ready`, with ' +
      '`nextClaimAvailableIn` in minutes, and the last claim.',
    input: { body: claimBody },
    responses: { 200: { description: 'The claim.', data: claimSchema } },
    handle: async ({ authWallet, body: { rocketId, requestId } }) => reply(await rockets.claim(authWallet, rocketId, requestId)),
  });

  return app;
}
