import type { Breakage } from '../support/break-module.ts';

/** Protections taken out on purpose: the campaign must notice. */
export const breakages = {
  /** The first endpoint alone is asked, whatever it answers. */
  'never-another': {
    file: 'src/platform/chain/endpoint-health.ts',
    from: 'return [...awake.filter(',
    to: 'return [0]; return [...awake.filter(',
  },
  /** What is in blocks that the chain does not have any more stays in the books. */
  'reorgs-unseen': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'const happened = new Set(',
    to: 'return; const happened = new Set(',
  },
  /** A chain that brings no new blocks is not told, although it is looked at. */
  'stall-unnamed': {
    file: 'src/market/chains/head-watch.ts',
    from: 'if (nowMs - movedAtMs >= mayTakeMs)',
    to: 'if (nowMs < 0)',
  },
  /** An order in hand never says that it is late. */
  'late-unsaid': {
    file: 'machines/dca-position/late.ts',
    from: 'at - sinceMs < LATE_MS) return lastSkip',
    to: 'at > 0) return lastSkip',
  },
  /** What owners pay into their agents and out of them has no line in the feed. */
  'owners-unheard': {
    file: 'src/features/autopilot/chain-activity.ts',
    from: "const OWNERS = ['created', 'moved',",
    to: "const OWNERS = ['created',",
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
