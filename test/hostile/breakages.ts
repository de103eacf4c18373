import type { Breakage } from '../support/break-module.ts';

/** Protections removed on purpose, each by one edit of the source while it is loaded; the harness must notice each. */
export const breakages = {
  /** One position of a token that does not report its decimals fails the reading of its whole chain. */
  'one-fails-all': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'await deferred.event(vault, event, () => apply(vault, event, times));',
    to: `const isUnknown = event.kind === 'created' && (await vault.decimalsOf(event.toToken)) === null;
      if (isUnknown) throw new Error('Broken on purpose.');
      await deferred.event(vault, event, () => apply(vault, event, times));`,
  },
  /** One position of a token that does not report its decimals cannot be linked until the harness fixes it. */
  'some-are-put-aside': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'const asked = { amountBaseUnits: toBaseUnits(event.amountRequested)',
    to: `if (toDecimals === null && Reflect.get(globalThis, 'isMended') !== true) throw new Error('Broken on purpose.');
    const asked = { amountBaseUnits: toBaseUnits(event.amountRequested)`,
  },
  /** Simultaneous merges all see the free space from before the first one. */
  'merges-grow': {
    file: 'src/features/dca/merged-fields.ts',
    from: 'if (!isStatusAlone(entries)) checkMergedClaim(',
    to: 'if (row === null) checkMergedClaim(',
  },
  /** No limit of requests, and therefore of strangers' writes. */
  'no-rate-limit': { file: 'src/http/rate-limit.ts', from: 'perMinute === 0 ?', to: 'perMinute !== -1 ?' },
  /** A request whose work loses a rejection and an exception: the real program must survive. */
  'errors-are-lost': {
    file: 'src/features/reference-data/common-routes.ts',
    from: 'const all = await networks.list();',
    to: `void Promise.reject(new Error('A rejection that nobody waits for'));
      setImmediate(() => { throw new Error('An exception that nobody catches'); });
      const all = await networks.list();`,
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
