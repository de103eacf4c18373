import { formatAmount } from '../../values/format-amount.ts';
import { countText, numberText } from '../../values/inspection/plain-number.ts';
import { badge, cell, symbol, text, time } from '../../values/inspection/section-values.ts';
import type { Cell, Fact, Section } from '../../values/inspection/sections.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import type { ProfitRecord } from './report.ts';

/** Number of the latest days that the table of profit and loss shows, one row for each day. */
const MOST_DAYS = 60;

/** Shows the profit and loss of a position or an agent on its page for operators: what was earned, what is held, and each day. */
export function profitSections(record: ProfitRecord): readonly Section[] {
  const { days, tokens, chainId, fills, firstFillAt } = record;
  const money = moneyOf(record);
  const shown = days.slice(-MOST_DAYS);
  return [
    {
      kind: 'facts',
      title: 'Profit and loss',
      note: [text(`${countText(fills, 'fill')} since`), time(Date.parse(firstFillAt))],
      facts: profitFacts(record),
    },
    {
      ...{ kind: 'table', title: 'Holdings', of: 'tokens', empty: 'Everything that was bought was sold.' },
      columns: [
        { title: 'Token', holds: 'name' },
        ...['Held', 'Average price', 'Price now', 'Value', 'Unrealised'].map((title) => ({ title, holds: 'number' }) as const),
      ],
      rows: tokens
        .filter(({ held }) => held !== '0')
        .map(({ address, held, averageCost, priceUsd, value, unrealised }) => [
          cell(symbol(chainId, address)),
          cell(text(numberText(held))),
          known(averageCost, money),
          known(priceUsd, dollarText),
          known(value, money),
          unrealised === null ? cell() : gain(unrealised, money),
        ]),
    },
    ...(shown.length < 2 ? [] : [byDay(shown, record)]),
    {
      ...{ kind: 'table', title: 'Day by day', of: 'days', around: shown.length - 1 },
      columns: [
        { title: 'Day (UTC)', holds: 'name' },
        ...['Fills', 'Spent', 'Received', 'Fees', 'Gas', 'Realised'].map((title) => ({ title, holds: 'number' }) as const),
      ],
      rows: shown.map(({ day, fills: count, spent, received, fees, gas, realised }) => [
        ...[cell(text(day)), cell(text(String(count))), known(spent, money), known(received, money), known(fees, money)],
        gasCell(gas, count),
        gain(realised, money),
      ]),
    },
  ];
}

function profitFacts(record: ProfitRecord): readonly Fact[] {
  const { total, realised, unrealised, spent, received, fees, gas, fills, usd, holding } = record;
  const money = moneyOf(record);
  const withUsd = (value: Cell, dollars: string | null | undefined): Cell =>
    dollars == null ? value : { ...value, notes: [[text(dollarText(dollars))]] };
  return [
    {
      name: 'Total',
      value: total === null ? cell(text('not known, because a price is missing')) : withUsd(gain(total, money), usd?.total),
    },
    { name: 'Realised', value: withUsd(gain(realised, money), usd?.realised) },
    { name: 'Unrealised', value: unrealised === null ? cell() : withUsd(gain(unrealised, money), usd?.unrealised) },
    { name: 'Spent', value: cell(text(money(spent))) },
    { name: 'Received', value: cell(text(money(received))) },
    { name: 'Fees of the vault', value: withUsd(cell(text(money(fees))), usd?.fees) },
    { name: 'Gas, paid by the service', value: gasCell(gas, fills) },
    ...(holding === null ? [] : [{ name: 'Buy and hold instead', value: gain(holding.total, money) }]),
  ];
}

/**
 * Shows the gas cost of a record's fills (executed trades) in dollars, with the price at the time of each fill. A note states for how many
 * fills the cost is unknown and not included.
 */
function gasCell({ usd, unknownFills }: ProfitRecord['gas'], fills: number): Cell {
  if (unknownFills === fills) return cell();
  const value = cell(text(dollarText(usd)));
  return unknownFills === 0
    ? value
    : { ...value, notes: [[text(`without ${countText(unknownFills, 'trade')} whose gas cost is not known`)]] };
}

/** Builds the section with a chart of the realised result: for each day, the sum of all days up to that day. */
function byDay(days: ProfitRecord['days'], record: ProfitRecord): Section {
  const decimals = record.budgetToken.decimals ?? 0;
  let sum = 0n;
  const points = days.map(({ day, realised }) => {
    const units = parseAmount(realised.replace('-', ''), decimals);
    sum += realised.startsWith('-') ? -units : units;
    return { atMs: Date.parse(day), value: formatAmount(sum, decimals) };
  });
  const unit = record.budgetToken.symbol ?? 'budget tokens';
  return {
    ...{ kind: 'series', title: 'Realised', name: 'realised result', unit, note: [text(`in ${unit}`)] },
    points,
    markName: 'day',
    marks: [],
  };
}

function moneyOf({ budgetToken }: ProfitRecord): (amount: string) => string {
  return (amount) => `${numberText(amount)} ${budgetToken.symbol ?? 'budget tokens'}`;
}

function dollarText(usd: string): string {
  return usd.startsWith('-') ? `-$${numberText(usd.slice(1))}` : `$${numberText(usd)}`;
}

function known(value: string | null, words: (value: string) => string): Cell {
  return value === null ? cell() : cell(text(words(value)));
}

function gain(amount: string, money: (amount: string) => string): Cell {
  if (/^-?0(\.0*)?$/.test(amount)) return cell(text(money('0')));
  return amount.startsWith('-') ? cell(badge(money(amount), 'bad')) : cell(badge(`+${money(amount)}`, 'ok'));
}
