import { todaySchema } from '../../operator/routes/today-route.ts';
import { type DayKind, type DayOfKind, knownVolume, type Today } from '../../values/inspection/today.ts';
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
  summary:
    'show the number of orders, fills (executed orders) and failures, the volume and the gas costs of the current UTC day, from a running node',
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, values, context) {
    const node = operatorNode(values, context);
    const day = readReply<Today>(todaySchema, await node.get('/today'), node, 'figures of the day');
    if (values.json === true) {
      context.say(JSON.stringify(day));
      return;
    }
    const { sinceMs, orders, fills, failures, postponed, gasUsd, isMore, kinds, newestFailures } = day;
    const total = ['total', plus(orders, isMore), plus(fills, isMore), plus(failures, isMore), volumeOf(day), '-'];
    for (const line of table(['OF', 'ORDERS', 'FILLS', 'FAILED', 'VOLUME', 'GIVEN AWAY'], [...kinds.map(rowOf), total])) context.say(line);
    context.say(`Since ${timeText(sinceMs)}. Gas: ${dollars(gasUsd)}; orders postponed because of its cost: ${postponed}.`);
    for (const note of lowerBounds(day)) context.say(note);
    for (const { id, title, reason, atMs } of newestFailures) {
      context.say(`${timeText(atMs)} ${title === null ? id : `${title} (${id})`}: ${reason}`);
    }
  },
});

function lowerBounds({ isMore, unpricedFills, kinds }: Today): string[] {
  const unpriced = kinds.flatMap((each) => (each.unpricedFills === 0 ? [] : [`${WORDS[each.kind]}: ${each.unpricedFills}`])).join(', ');
  return [
    ...(unpricedFills === 0
      ? []
      : [`Number of fills (executed orders) that the volume does not include, because their price is not known yet: ${unpriced}.`]),
    ...(isMore ? ['Figures with + are lower bounds, because only a limited number of orders was counted.'] : []),
  ];
}

function rowOf(day: DayOfKind): string[] {
  const { kind, fills, failures, isMore, tokens } = day;
  const given = tokens.map(({ amount, symbol, address }) => `${amount ?? ''} ${symbol ?? address}`.trim());
  return [
    ...[WORDS[kind], plus(fills + failures, isMore), plus(fills, isMore), plus(failures, isMore), volumeOf(day)],
    given.join(', ') || '-',
  ];
}

function volumeOf(day: Today | DayOfKind): string {
  return knownVolume(dollars(day.volumeUsd), day);
}

function plus(count: number, isMore: boolean): string {
  return `${count}${isMore ? '+' : ''}`;
}

function dollars(usd: string): string {
  return `$${Number(usd).toFixed(2)}`;
}
