import type { Breakage } from '../support/break-module.ts';

/** Protections removed on purpose; the campaign must notice each. */
export const breakages = {
  /** Only the first endpoint is used, whatever it answers. */
  'never-another': {
    file: 'src/platform/chain/endpoint-health.ts',
    from: 'return [...awake.filter(',
    to: 'return [0]; return [...awake.filter(',
  },
  /** Records from blocks that a reorg removed are kept. */
  'reorgs-unseen': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'const happened = new Set(',
    to: 'return; const happened = new Set(',
  },
  /** A chain without new blocks is watched but not reported. */
  'stall-unnamed': {
    file: 'src/market/chains/head-watch.ts',
    from: 'if (nowMs - movedAtMs >= mayTakeMs)',
    to: 'if (nowMs < 0)',
  },
  /** An order in progress never reports that it is late. */
  'late-unsaid': {
    file: 'machines/dca-position/late.ts',
    from: 'at - sinceMs < LATE_MS) return lastSkip',
    to: 'at > 0) return lastSkip',
  },
  /** Deposits and withdrawals of owners have no line in the feed. */
  'owners-unheard': {
    file: 'src/features/autopilot/chain-activity.ts',
    from: "const OWNERS = ['created', 'moved',",
    to: "const OWNERS = ['created',",
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
