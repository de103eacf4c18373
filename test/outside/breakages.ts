import type { Breakage } from '../support/break-module.ts';

/** Protections taken out on purpose: the campaign must notice. */
export const breakages = {
  /** Blocks whose filter says that there is something, and of which nothing was shown, are not asked for again: what was not shown is lost. */
  'absence-believed': {
    file: 'src/services/dca/doubted-blocks.ts',
    from: 'if (blocks.length === 0) return;',
    to: 'return;',
  },
  /** The first endpoint alone is asked, whatever it answers. */
  'never-another': {
    file: 'src/platform/chain/endpoint-health.ts',
    from: 'return [...awake.filter(',
    to: 'return [0]; return [...awake.filter(',
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
