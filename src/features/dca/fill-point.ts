import type { FaultPoint } from '../../module/platform.ts';
import type { FillRepository } from './fill-repository.ts';

/** Adds the fault point `fill:written` for crash tests: between writing a fill and processing it further. */
export function withFillPoint(fills: FillRepository, point: FaultPoint): FillRepository {
  return {
    ...fills,
    async record(fill) {
      const isWritten = await fills.record(fill);
      await point('fill:written');
      return isWritten;
    },
  };
}
