import * as v from 'valibot';
import type { RewardRules } from '../../features/admin/reward-rules.ts';
import { parseRocketLevels } from '../../values/rocket-levels.ts';
import { defineCommand } from '../command.ts';
import { adminNode, change } from '../operator/admin-node.ts';
import { readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS, text, YES_OPTION } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const rulesSchema: v.GenericSchema<unknown, RewardRules> = v.object({
  launchpadCreate: v.object({ points: v.number(), perDay: v.number() }),
  trade: v.object({ points: v.number(), perDay: v.number(), minUsd: v.number() }),
  rocket: v.object({
    levels: v.array(v.object({ ratePerHour: v.number(), maxDailyCap: v.number() })),
    claimWindowMinutes: v.number(),
  }),
});

const MOST_POINTS = 1_000_000;
const LEVELS = /^\d{1,6}\/\d{1,6}(,\d{1,6}\/\d{1,6}){0,99}$/;

export const adminRules = defineCommand({
  name: 'admin rules',
  parameters: '[--url URL [--token T]] [--json]',
  summary: 'show the reward rules: points for launches and trades, and the points that rockets (staked NFTs) of each level earn',
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, values, context) {
    const node = adminNode(values, context);
    const rules = readReply(rulesSchema, await node.get('/reward-rules'), node);
    if (values.json === true) context.say(JSON.stringify(rules));
    else for (const line of linesOf(rules)) context.say(line);
  },
});

export const adminSetRules = defineCommand({
  name: 'admin set-rules',
  parameters: '[--launch-points N] [--trade-points N] [--rocket-levels LEVELS] [OPTIONS]',
  summary: 'change reward rules on all nodes; asks for confirmation',
  arguments: {},
  options: {
    'launch-points': text('N', 'points for the launch of a token'),
    'launch-per-day': text('N', 'maximum number of points that a wallet can earn for launching tokens in a UTC day'),
    'trade-points': text('N', 'points for a trade of at least --trade-min-usd'),
    'trade-per-day': text('N', 'maximum number of points that a wallet can earn for trades in a UTC day'),
    'trade-min-usd': text('N', 'minimum value in USD of a trade that earns points'),
    'rocket-levels': text('LEVELS', 'for each level, beginning with level 1: points per hour and maximum per day, such as 10/100,15/150'),
    'claim-window': text(
      'MINUTES',
      'length in minutes of a claim window: points of a rocket can be claimed once in each; a day must be a multiple of it',
    ),
    ...YES_OPTION,
    ...REACH_OPTIONS,
  },
  async run(_none, values, context) {
    const number = (option: 'launch-points' | 'launch-per-day' | 'trade-points' | 'trade-per-day' | 'trade-min-usd') =>
      values[option] === undefined ? undefined : wholeNumber(`--${option}`, values[option], 0, MOST_POINTS);
    const window = values['claim-window'];
    const body = given({
      launchpadCreate: given({ points: number('launch-points'), perDay: number('launch-per-day') }),
      trade: given({ points: number('trade-points'), perDay: number('trade-per-day'), minUsd: number('trade-min-usd') }),
      rocket: given({
        levels: levelsOf(values['rocket-levels']),
        claimWindowMinutes: window === undefined ? undefined : wholeNumber('--claim-window', window, 1, 1_440),
      }),
    });
    if (body === undefined) throw new UsageError('give at least one option that names a rule to change; "admin rules" shows all rules');
    await change({ path: '/reward-rules', body, question: `Change the reward rules: ${JSON.stringify(body)}?` }, values, context);
  },
});

/** Returns an object with those fields that have a value; undefined when no field has a value. */
function given(members: { readonly [name: string]: unknown }): object | undefined {
  const all = Object.entries(members).filter(([, value]) => value !== undefined);
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

function levelsOf(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  if (LEVELS.test(text)) return parseRocketLevels(text);
  throw new UsageError(
    `--rocket-levels is ${JSON.stringify(text)}; accepted: points per hour and maximum per day of each level, such as 10/100,15/150`,
  );
}

function linesOf({ launchpadCreate, trade, rocket }: RewardRules): string[] {
  const { levels, claimWindowMinutes } = rocket;
  return [
    ...table(
      ['REASON', 'POINTS', 'PER DAY', 'LEAST USD'],
      [
        ['launchpadCreate', String(launchpadCreate.points), String(launchpadCreate.perDay), '-'],
        ['trade', String(trade.points), String(trade.perDay), String(trade.minUsd)],
      ],
    ),
    '',
    ...table(
      ['ROCKET LEVEL', 'PER HOUR', 'PER DAY'],
      levels.map(({ ratePerHour, maxDailyCap }, at) => [
        `${at + 1}${at + 1 === levels.length ? ' and above' : ''}`,
        ...[ratePerHour, maxDailyCap].map(String),
      ]),
    ),
    '',
    `The points of a rocket can be claimed once in every ${claimWindowMinutes} minutes.`,
  ];
}
