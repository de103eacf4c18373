import { todaySchema } from '../../operator/routes/today-route.ts';
import type { DayKind, DayOfKind, Today } from '../../values/inspection/today.ts';
import { defineCommand } from '../command.ts';
import { operatorNode, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS } from '../options.ts';
import { table, timeText } from '../table.ts';

const WORDS: Readonly<Record<DayKind, string>> = {
  position: 'positions',
  agent: 'agents',
  wallet: "wallets' own trades",
};

export const today = defineCommand({
  name: 'today',
  parameters: '[--url URL [--token T]] [--json]',
  summary: 'show the orders, fills, volume, failures and gas of the current UTC day, from a running node',
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, values, context) {
    const node = operatorNode(values, context);
    const day = readReply<Today>(todaySchema, await node.get('/today'), node, 'figures of the day');
    if (values.json === true) {
      context.say(JSON.stringify(day));
      return;
    }
    const { sinceMs, orders, fills, failures, volumeUsd, unpricedFills, postponed, gasUsd, isMore, kinds, newestFailures } = day;
    const total = ['total', plus(orders, isMore), plus(fills, isMore), plus(failures, isMore), dollars(volumeUsd), '-'];
    for (const line of table(['OF', 'ORDERS', 'FILLS', 'FAILED', 'VOLUME', 'GIVEN AWAY'], [...kinds.map(rowOf), total])) context.say(line);
    context.say(`Since ${timeText(sinceMs)}. Gas: ${dollars(gasUsd)}; orders postponed because of its cost: ${postponed}.`);
    if (unpricedFills > 0)
      context.say(`Number of fills that the volume does not include, because their tokens have no price: ${unpricedFills}.`);
    if (isMore) context.say('Figures with + are lower bounds, because only a limited number of orders was counted.');
    for (const { id, title, reason, atMs } of newestFailures) {
      context.say(`${timeText(atMs)} ${title === null ? id : `${title} (${id})`}: ${reason}`);
    }
  },
});

function rowOf({ kind, fills, failures, volumeUsd, isMore, tokens }: DayOfKind): string[] {
  const given = tokens.map(({ amount, symbol, address }) => `${amount ?? ''} ${symbol ?? address}`.trim());
  return [
    ...[WORDS[kind], plus(fills + failures, isMore), plus(fills, isMore), plus(failures, isMore), dollars(volumeUsd)],
    given.join(', ') || '-',
  ];
}

function plus(count: number, isMore: boolean): string {
  return `${count}${isMore ? '+' : ''}`;
}

function dollars(usd: string): string {
  return `$${Number(usd).toFixed(2)}`;
}
