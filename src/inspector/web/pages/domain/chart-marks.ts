import type { FillNote } from '../../../../values/inspection/actor-details.ts';
import { nearestIndex, type PricePoint, type PriceScale, priceAt } from './price-scale.ts';
import type { TokenBook } from './token-book.ts';

/** A fill on the price line. */
export type ChartMark = {
  readonly key: string;
  readonly side: FillNote['side'];
  readonly atMs: number;
  /** 0 to 1, as the scale has it. */
  readonly x: number;
  readonly y: number;
  /** The point of the line that it is nearest to. */
  readonly index: number;
  readonly text: string;
};

/** Fills between the first price and the last; a block may be a little ahead of the newest price. */
export function chartMarks(
  fills: readonly FillNote[],
  points: readonly PricePoint[],
  scale: PriceScale,
  book: TokenBook,
): readonly ChartMark[] {
  const slackMs = Math.max(60_000, (scale.toMs - scale.fromMs) * 0.02);
  return fills.flatMap((fill, position): readonly ChartMark[] => {
    const { atMs, side } = fill;
    if (atMs < scale.fromMs - slackMs || atMs > scale.toMs + slackMs) return [];
    const index = nearestIndex(points, atMs);
    const price = priceAt(points, atMs) ?? points[index]?.price;
    if (price === undefined) return [];
    return [
      { key: `${position} ${fill.txHash ?? ''}`, side, atMs, x: scale.x(atMs), y: scale.y(price), index, text: fillText(fill, book) },
    ];
  });
}

/** `bought 0.0083 WETH for 25 USDC ("weekly")` */
export function fillText({ side, given, got, strategyId }: FillNote, book: TokenBook): string {
  const by = strategyId === null ? '' : ` ("${strategyId}")`;
  const [of, forWhat] = side === 'buy' ? [got, given] : [given, got];
  return `${side === 'buy' ? 'bought' : 'sold'} ${book.short(of)} for ${book.short(forWhat)}${by}`;
}
