import type { FaultPoint } from '../../module/platform.ts';
import type { FillBook } from './fill-book.ts';

/** The same book, with `fill:written` between a fill's write and whatever is done about it. */
export function withFillPoint(fills: FillBook, point: FaultPoint): FillBook {
  return {
    ...fills,
    async record(fill) {
      const isWritten = await fills.record(fill);
      await point('fill:written');
      return isWritten;
    },
  };
}
