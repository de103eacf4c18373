import * as v from 'valibot';
import type { ChainTreasury, TreasuryReport } from '../../features/treasury/create-treasury.ts';
import { defineCommand } from '../command.ts';
import { operatorNode, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS } from '../options.ts';
import { table } from '../table.ts';

const nullableText = v.nullable(v.string());
const spentSchema = v.object({
  days: v.number(),
  native: v.string(),
  usd: v.string(),
  transactions: v.number(),
  usdEach: nullableText,
  skipped: v.number(),
});
const feesSchema = v.object({
  ...{ todayUsd: v.string(), monthUsd: v.string(), totalUsd: v.string() },
  tokens: v.array(
    v.object({
      ...{ address: v.string(), vault: v.string(), symbol: nullableText, decimals: v.nullable(v.number()), fills: v.number() },
      ...{ earned: v.string(), earnedToday: v.string(), earnedInMonth: v.string() },
      ...{ amount: nullableText, priceUsd: nullableText, valueUsd: nullableText },
    }),
  ),
});
const executorSchema = v.object({
  ...{
    address: v.string(),
    others: v.array(v.string()),
    balances: v.array(v.object({ address: v.string(), balance: v.string() })),
    balance: v.string(),
    balanceUsd: nullableText,
    daysLeft: v.nullable(v.number()),
  },
});
const treasurySchema: v.GenericSchema<unknown, TreasuryReport> = v.object({
  readAt: v.string(),
  chains: v.array(
    v.object({
      ...{ chainId: v.number(), name: v.string(), symbol: v.string(), executor: v.nullable(executorSchema) },
      ...{ today: spentSchema, month: spentSchema, limitUsd: nullableText, fees: feesSchema, failed: nullableText },
    }),
  ),
});

const HEADINGS = [
  'CHAIN',
  'EXECUTOR',
  'BALANCE',
  'USD',
  'DAYS LEFT',
  'TODAY',
  'LIMIT',
  'ORDERS',
  'PUT OFF',
  'PER ORDER',
  '30 DAYS',
  'FEES 30 D',
];

export const treasury = defineCommand({
  name: 'treasury',
  parameters: '[--url URL [--token T]] [--json]',
  summary: "show the balances of a running node's executors, what their gas has cost, how long their gas lasts, and what the vaults earned",
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, values, context) {
    const node = operatorNode(values, context);
    const { chains } = readReply(treasurySchema, await node.get('/treasury'), node, 'treasury data');
    if (values.json === true) {
      for (const chain of chains) context.say(JSON.stringify(chain));
      return;
    }
    if (chains.length === 0) return context.say('This node has no endpoint of any chain (RPC_<chainId>), so there is nothing to show.');
    for (const line of table(HEADINGS, chains.map(rowOf))) context.say(line);
    for (const { chainId, failed } of chains) if (failed !== null) context.say(`Chain ${chainId} could not be read: ${failed}`);
  },
});

function rowOf({ chainId, name, symbol, executor, today, month, limitUsd, fees }: ChainTreasury): string[] {
  return [
    `${chainId} ${name}`,
    executor === null ? '-' : `${executor.address}${executor.others.length === 0 ? '' : ` and ${executor.others.length} more`}`,
    executor === null ? '-' : `${rounded(executor.balance, 4)} ${symbol}`,
    dollars(executor?.balanceUsd ?? null),
    executor?.daysLeft?.toString() ?? '-',
    dollars(today.usd),
    dollars(limitUsd),
    String(today.transactions),
    String(today.skipped),
    dollars(today.usdEach),
    dollars(month.usd),
    dollars(fees.monthUsd),
  ];
}

function dollars(usd: string | null): string {
  return usd === null ? '-' : `$${rounded(usd, 2)}`;
}

function rounded(text: string, digits: number): string {
  return Number(text).toFixed(digits);
}
