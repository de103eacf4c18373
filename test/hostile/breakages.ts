import type { Breakage } from '../support/break-module.ts';

/** Protections that are removed on purpose, each by one edit of the source while it is loaded. The harness must detect each removal. */
export const breakages = {
  /** Breakage: one position of a token that does not report its decimals makes the reading of its whole chain fail. */
  'one-fails-all': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'await deferred.event(vault, event, () => apply(vault, event, times));',
    to: `const isUnknown = event.kind === 'created' && (await vault.decimalsOf(event.toToken)) === null;
      if (isUnknown) throw new Error('Broken on purpose.');
      await deferred.event(vault, event, () => apply(vault, event, times));`,
  },
  /** Breakage: a position of a token that does not report its decimals cannot be linked until the harness fixes it. */
  'some-are-put-aside': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'const asked = { amountBaseUnits: toBaseUnits(event.amountRequested)',
    to: `if (toDecimals === null && Reflect.get(globalThis, 'isMended') !== true) throw new Error('Broken on purpose.');
    const asked = { amountBaseUnits: toBaseUnits(event.amountRequested)`,
  },
  /** Breakage: simultaneous merges all use the free space as it was before the first one. */
  'merges-grow': {
    file: 'src/features/dca/merged-fields.ts',
    from: 'if (!isStatusAlone(entries)) checkMergedClaim(',
    to: 'if (row === null) checkMergedClaim(',
  },
  /** Breakage: no limit of requests, and therefore of strangers' writes. */
  'no-rate-limit': { file: 'src/http/rate-limit.ts', from: 'perMinute === 0 ?', to: 'perMinute !== -1 ?' },
  /** Breakage: the work of a request loses a rejection and an exception. The real program must survive this. */
  'errors-are-lost': {
    file: 'src/features/reference-data/common-routes.ts',
    from: 'const all = await networks.list();',
    to: `void Promise.reject(new Error('A rejection that nobody waits for'));
      setImmediate(() => { throw new Error('An exception that nobody catches'); });
      const all = await networks.list();`,
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
