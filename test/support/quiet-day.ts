import { DAY_KINDS, type Today } from '../../src/values/inspection/today.ts';

const NOTHING = { fills: 0, failures: 0, volumeUsd: '0', unpricedFills: 0, isMore: false };

/** The figures of a day on which nothing happened. */
export const QUIET_DAY: Today = {
  ...{ ...NOTHING, nowMs: 0, sinceMs: 0, orders: 0, postponed: 0, gasUsd: '0' },
  kinds: DAY_KINDS.map((kind) => ({ ...NOTHING, kind, tokens: [] })),
  newestFailures: [],
};
