import type { Breakage } from '../support/break-module.ts';

/** Protections taken out on purpose: the campaign must notice. */
export const breakages = {
  /** No second look at blocks that were read before, nor at those whose filter says that there may be more: what was not shown once is lost. */
  'absence-believed': {
    file: 'src/services/dca/read-vault-changes.ts',
    from: 'const head = await reader.head();',
    to: 'again = 0; reader = { ...reader, eventsOf: undefined }; const head = await reader.head();',
  },
  /** The first endpoint alone is asked, whatever it answers. */
  'never-another': {
    file: 'src/platform/chain/endpoint-health.ts',
    from: 'return [...awake.filter(',
    to: 'return [0]; return [...awake.filter(',
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
