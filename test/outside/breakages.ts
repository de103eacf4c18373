import type { Breakage } from '../support/break-module.ts';

/**
 * Protections of the service that the test removes on purpose. Each is removed by one edit of its source file when the file is loaded. The
 * campaign must detect every removal.
 */
export const breakages = {
  /** With this fault, only the first RPC endpoint is used, whatever it answers. */
  'never-another': {
    file: 'src/platform/chain/endpoint-health.ts',
    from: 'return [...awake.filter(',
    to: 'return [0]; return [...awake.filter(',
  },
  /** With this fault, records of events in blocks that a reorg removed are kept. */
  'reorgs-unseen': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'const happened = new Set(',
    to: 'return; const happened = new Set(',
  },
  /** With this fault, the service does not report that a chain has no new blocks. */
  'stall-unnamed': {
    file: 'src/market/chains/head-watch.ts',
    from: 'if (nowMs - movedAtMs >= stillAfterMs())',
    to: 'if (nowMs < 0)',
  },
  /** With this fault, a position does not report that its order is late. */
  'late-unsaid': {
    file: 'machines/dca-position/late.ts',
    from: 'at - sinceMs < LATE_MS) return lastSkip',
    to: 'at > 0) return lastSkip',
  },
  /** With this fault, an agent's activity contains no entries for the owner's deposits and withdrawals. */
  'owners-unheard': {
    file: 'src/features/autopilot/chain-activity.ts',
    from: "const OWNERS = ['created', 'moved',",
    to: "const OWNERS = ['created',",
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
