import type { FaultPoint } from '../../module/platform.ts';
import type { FillRepository } from './fill-repository.ts';

/**
 * Adds the fault point `fill:written`, at which a crash test can stop the process. It is reached after a fill (executed order) was stored
 * and before the fill is processed further.
 */
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
