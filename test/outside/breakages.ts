import type { Breakage } from '../support/break-module.ts';

/** Protections that are removed on purpose. The campaign must detect each removal. */
export const breakages = {
  /** Breakage: only the first endpoint is used, whatever it answers. */
  'never-another': {
    file: 'src/platform/chain/endpoint-health.ts',
    from: 'return [...awake.filter(',
    to: 'return [0]; return [...awake.filter(',
  },
  /** Breakage: records from blocks that a reorg removed are kept. */
  'reorgs-unseen': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'const happened = new Set(',
    to: 'return; const happened = new Set(',
  },
  /** Breakage: a chain without new blocks is detected but not reported. */
  'stall-unnamed': {
    file: 'src/market/chains/head-watch.ts',
    from: 'if (nowMs - movedAtMs >= mayTakeMs)',
    to: 'if (nowMs < 0)',
  },
  /** Breakage: an order in progress never reports that it is late. */
  'late-unsaid': {
    file: 'machines/dca-position/late.ts',
    from: 'at - sinceMs < LATE_MS) return lastSkip',
    to: 'at > 0) return lastSkip',
  },
  /** Breakage: the feed has no entries for owners' deposits and withdrawals. */
  'owners-unheard': {
    file: 'src/features/autopilot/chain-activity.ts',
    from: "const OWNERS = ['created', 'moved',",
    to: "const OWNERS = ['created',",
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
