import type { FaultPoint } from '../../module/platform.ts';
import type { FillBook } from './fill-book.ts';

/** Adds the fault point `fill:written` between the write of a fill and its further processing, for tests. */
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
