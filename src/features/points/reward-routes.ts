import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addBearerRoute, type BearerAuth } from '../../http/bearer-auth.ts';
import { upTo200 } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { Clock } from '../../values/clock.ts';
import { utcDayOf } from '../../values/utc-day.ts';
import { POINT_REASONS, type PointRule, type ReadPointRules } from './point-rules.ts';
import type { PointEntry, PointsLedger } from './points-ledger.ts';

const POINTS = 'Whole points, as a string of decimal digits.';
const points = v.pipe(v.string(), v.description(POINTS));
const reason = v.picklist(POINT_REASONS);

const balanceSchema = v.object({
  wallet: v.string(),
  points,
  reasons: v.array(
    v.object({
      reason,
      points: v.pipe(
        v.nullable(v.string()),
        v.description('The points for each event with this reason; null: the number depends on the event.'),
      ),
      perDay: v.pipe(v.nullable(v.string()), v.description('The maximum number of points for this reason in a UTC day; null: no limit.')),
      today: v.pipe(v.string(), v.description('The points that the wallet got for this reason in the current UTC day.')),
    }),
  ),
});
const entrySchema = v.object({
  id: v.pipe(v.string(), v.description('The unique id of the award, formed from its reason and the rewarded event.')),
  reason,
  points,
  balance: v.pipe(v.string(), v.description('The total points of the wallet after this award.')),
  at: v.string(),
});
const page = v.object({
  limit: v.optional(upTo200, '50'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
});

/** Creates the routes for the points of the signed-in wallet. The API specification defines only their path prefixes. */
export function createRewardRoutes(deps: {
  readonly ledger: Pick<PointsLedger, 'history'>;
  readonly rules: ReadPointRules;
  readonly auth: Pick<BearerAuth, 'user'>;
  readonly clock: Clock;
}): AnyElysia {
  const { ledger, rules, auth, clock } = deps;
  const app = new Elysia({ name: 'rewards' });
  const bearer = auth.user;

  addBearerRoute(app, {
    ...{ method: 'GET', path: '/reward', cost: 'cheap', bearer },
    summary: 'Show the points of the signed-in wallet',
    description: `Returns the wallet's points. For each reason that gives points, the reply also contains the points per event and the daily limit of this service. ${POINTS}`,
    input: {},
    responses: { 200: { description: 'The points.', data: balanceSchema } },
    async handle({ authWallet: wallet }) {
      const [newest, now] = await Promise.all([ledger.history(wallet, { limit: 1 }), rules()]);
      const [last] = newest.entries;
      const ofDay = last !== undefined && last.day >= utcDayOf(clock.now()) ? last.ofDay : {};
      const reasons = POINT_REASONS.map((of) => ({ reason: of, ...ruleText(now[of]), today: String(ofDay[of] ?? 0) }));
      return reply({ wallet, points: String(last?.balance ?? 0), reasons });
    },
  });

  addBearerRoute(app, {
    ...{ method: 'GET', path: '/rewards', cost: 'cheap', bearer },
    summary: 'List the point awards of the signed-in wallet',
    description:
      'Awards are listed newest first, at most `limit` (default 50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page. Awards are ' +
      'never changed or removed.',
    input: { query: page },
    responses: { 200: { description: 'The rows.', data: v.array(entrySchema) } },
    async handle({ authWallet, query: { limit, cursor } }) {
      const found = await ledger.history(authWallet, { limit, cursor });
      return reply(found.entries.map(present), found.cursor === null ? {} : { headers: { 'x-next-cursor': found.cursor } });
    },
  });

  return app;
}

function ruleText({ points: each, perDay }: PointRule) {
  return { points: each === null ? null : String(each), perDay: perDay === null ? null : String(perDay) };
}

function present({ reason: of, ref, points: given, balance, atMs }: PointEntry) {
  return { id: `${of}/${ref}`, reason: of, points: String(given), balance: String(balance), at: new Date(atMs).toISOString() };
}
