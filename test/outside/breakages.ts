import type { Breakage } from '../support/break-module.ts';

/** Protections taken out on purpose: the campaign must notice. */
export const breakages = {
  /** The first endpoint alone is asked, whatever it answers. */
  'never-another': {
    file: 'src/platform/chain/endpoint-health.ts',
    from: 'return [...awake.filter(',
    to: 'return [0]; return [...awake.filter(',
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
