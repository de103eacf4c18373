import type { PriceSeries, SeriesPoint } from '../../../market/price-series/price-series.ts';
import type { Prices } from '../../../market/prices/create-prices.ts';
import type { Clock } from '../../../values/clock.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { multiplyRationals, parseRational } from '../../../values/rational.ts';
import { usdTextOf } from '../../../values/usd.ts';
import { DAY_MS } from '../../../values/utc-day.ts';
import { askBack, type Handler } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { currencyOf, type Money, type OpenMoney } from '../lookup/money.ts';
import { NO_PRICE_WORDS } from '../lookup/no-price-words.ts';
import { withNotice } from './balance-totals.ts';
import { tokenRef } from './held-token.ts';

const HOUR_MS = 3_600_000;
/**
 * How far the time of a recorded price may differ from the wanted past time, as a share of the time span. For the price a day ago, 0.1
 * means up to 2.4 hours.
 */
const TOLERANCE = 0.1;
/** Maximum number of recorded prices that the answer shows. */
const MOST_POINTS = 60;

/** Creates the handler that shows a token's price, with its changes, range and volatility, from this service's own price series. */
export function createMarketIntel(deps: {
  readonly findToken: FindToken;
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly series: Pick<PriceSeries, 'points'>;
  readonly openMoney: OpenMoney;
  readonly clock: Clock;
}): Handler {
  const { findToken, prices, series, clock } = deps;

  return async (asked) => {
    const { slots, chainId: walletChainId } = asked;
    const text = slots.fromToken ?? slots.toToken;
    if (text === undefined) return askBack('The price of which token?', ['fromToken']);
    const chainId = slots.fromChainId ?? slots.toChainId;
    const found = await findToken(
      { text, slot: 'fromToken', chainId, walletChainId },
      { takesAny: chainId === undefined && walletChainId === null },
    );
    if (found.answer) return found.answer;
    const token = found.found;
    const nowMs = clock.now();
    const money = await deps.openMoney(currencyOf(asked));
    const [{ price, reason }, points] = await Promise.all([
      prices.priceOf(token),
      series.points(token.chainId, token.address, { fromMs: nowMs - 7 * DAY_MS * (1 + TOLERANCE), toMs: nowMs }),
    ]);
    const usd = price?.usd ?? null;
    // "How much is 3 eth worth" asks for the value of an amount.
    const amount = slots.amountKind === 'token' ? (slots.amount ?? null) : null;
    const valueUsd = usd === null || amount === null ? null : usdTextOf(multiplyRationals(parseRational(usd), parseRational(amount)));
    const change = (backMs: number) => (usd === null ? null : changeOf(points, Number(usd), nowMs - backMs, backMs * TOLERANCE));
    const market: NonNullable<AnswerData['market']> = {
      ...{ token: tokenRef(token), currency: money.currency, priceUsd: usd, price: money.value(usd) },
      ...{ amount, valueUsd, value: money.value(valueUsd) },
      ...{ source: price?.source ?? null, at: price === null ? null : isoOf(price.atMs) },
      changes: { hour: change(HOUR_MS), day: change(DAY_MS), week: change(7 * DAY_MS) },
      range: rangeOf(points, usd, nowMs),
      points: thinned(points).map(({ atMs, usd: value }) => ({ at: isoOf(atMs), usd: value })),
    };
    if (price === null) {
      return { action: 'market_intel', text: `${token.symbol} has no price now: ${NO_PRICE_WORDS[reason]}.`, data: { market } };
    }
    const { hour, day, week } = market.changes;
    const said = [
      ...(hour === null ? [] : [`${signed(hour)} % in an hour`]),
      ...(day === null ? [] : [`${signed(day)} % in a day`]),
      ...(week === null ? [] : [`${signed(week)} % in a week`]),
    ];
    const changes =
      said.length === 0
        ? ' This service has no price of the token from an hour, a day or a week ago, so it cannot show changes.'
        : ` ${said.join(', ')}.`;
    const worth = amount === null ? '' : `${numberText(amount)} ${token.symbol} is worth ${money.text(valueUsd)}. `;
    const range = rangeText(market.range, money);
    return {
      action: 'market_intel',
      text: withNotice(`${worth}One ${token.symbol} costs ${money.text(price.usd)} (${market.source}).${changes}${range}`, money),
      data: { market },
    };
  };
}

/** Returns the change of the price since a time, in percent; null when no price near that time is known. */
function changeOf(points: readonly SeriesPoint[], now: number, atMs: number, toleranceMs: number): string | null {
  const near = points.filter((point) => Math.abs(point.atMs - atMs) <= toleranceMs);
  const [closest] = near.toSorted((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs));
  const before = Number(closest?.usd ?? 0);
  return before > 0 ? percent(now / before - 1) : null;
}

/** Returns the lowest and the highest of the recorded prices and the current price; null when no price was recorded. */
function rangeOf(points: readonly SeriesPoint[], nowUsd: string | null, nowMs: number): NonNullable<AnswerData['market']>['range'] {
  const [first] = points;
  const latest = points.at(-1);
  if (first === undefined || latest === undefined) return null;
  const prices = [...points, ...(nowUsd === null ? [] : [{ usd: nowUsd, highUsd: nowUsd }])];
  const low = prices.reduce((best, { usd }) => (Number(usd) < Number(best) ? usd : best), first.usd);
  const high = prices.reduce((best, { highUsd }) => (Number(highUsd) > Number(best) ? highUsd : best), first.highUsd);
  const endMs = nowUsd === null ? latest.atMs : nowMs;
  return { lowUsd: low, highUsd: high, hours: Math.round((endMs - first.atMs) / HOUR_MS), volatilityPercent: volatilityOf(points) };
}

/** Says between which prices the token was; empty when there is only one price. */
function rangeText(range: NonNullable<AnswerData['market']>['range'], money: Money): string {
  if (range === null) return '';
  const [low, high] = [money.text(range.lowUsd), money.text(range.highUsd)];
  if (low === high) return '';
  return ` In the last ${range.hours < 2 ? 'hour' : `${range.hours} hours`} between ${low} and ${high}.`;
}

/** Returns the standard deviation of the hourly price changes, in percent; null when there are fewer than three hours of prices. */
function volatilityOf(points: readonly SeriesPoint[]): string | null {
  const hourly = new Map(points.map((point) => [Math.floor(point.atMs / HOUR_MS), Number(point.usd)]));
  const values = [...hourly.values()];
  const changes = values.slice(1).flatMap((value, i) => (values[i] ? [Math.log(value / (values[i] ?? value))] : []));
  if (changes.length < 2) return null;
  const mean = changes.reduce((sum, one) => sum + one, 0) / changes.length;
  const variance = changes.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (changes.length - 1);
  return percent(Math.sqrt(variance));
}

function thinned(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const every = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  return points.filter((_, at) => at % every === 0 || at === points.length - 1);
}

function percent(part: number): string {
  return (part * 100).toFixed(2);
}

function signed(decimal: string): string {
  return decimal.startsWith('-') ? decimal : `+${decimal}`;
}
