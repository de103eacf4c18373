import { amount, badge, cell, count, symbol, text, time, transaction } from '../../src/values/inspection/section-values.ts';
import type { Cell, Section, StepState, Tone } from '../../src/values/inspection/sections.ts';
import type { PositionDetails } from './details.ts';
import type { OrderNote } from './schedule.ts';

type OrderState = OrderNote['state'];

const WORDS: Readonly<Record<OrderState, { readonly word: string; readonly tone: Tone; readonly step: StepState }>> = {
  done: { word: 'done', tone: 'ok', step: 'done' },
  'under-way': { word: 'under way', tone: 'accent', step: 'now' },
  next: { word: 'next', tone: 'accent', step: 'next' },
  late: { word: 'late', tone: 'warn', step: 'late' },
  planned: { word: 'planned', tone: 'plain', step: 'later' },
};

/** Builds the inspector's sections of a position: its schedule, and its orders one by one. */
export function positionSections({ perOrder, tokenOut, orders, total }: PositionDetails): readonly Section[] {
  const next = orders.findIndex(({ state }) => state !== 'done');
  const note = [count(total, 'order'), text('of about'), amount(perOrder), text('into'), symbol(perOrder.chainId, tokenOut)];
  const schedule: Section = {
    ...{ kind: 'steps', title: 'Schedule', note, of: 'order' },
    steps: orders.map(({ index, state, dueAtMs }, position) => ({
      ...{ name: `Order ${index + 1}`, state: WORDS[state].step, atMs: dueAtMs },
      moreBefore: index - ((orders[position - 1]?.index ?? -1) + 1),
    })),
    moreAfter: Math.max(0, total - ((orders.at(-1)?.index ?? -1) + 1)),
    empty: 'The schedule begins when the wallet deposits in the vault. The deposit was not found yet.',
  };
  if (orders.length === 0) return [schedule];
  return [
    schedule,
    {
      ...{ kind: 'table', title: 'Orders', of: 'orders', around: next < 0 ? orders.length : next },
      columns: [
        ...[{ title: 'Order', holds: 'name' } as const, { title: 'State' }, { title: 'Time' }],
        ...[{ title: 'Gave', holds: 'number' } as const, { title: 'Got', holds: 'number' } as const, { title: 'Transaction' }],
      ],
      rows: orders.map(orderRow),
    },
  ];
}

function orderRow({ index, state, dueAtMs, fill }: OrderNote): readonly Cell[] {
  const { word, tone } = WORDS[state];
  return [
    cell(text(String(index + 1))),
    cell(badge(word, tone)),
    cell(time(dueAtMs)),
    ...(fill === null
      ? [cell(), cell(), cell()]
      : [cell(amount(fill.given)), cell(amount(fill.got)), cell(transaction(fill.given.chainId, fill.txHash))]),
  ];
}
