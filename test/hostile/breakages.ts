import type { Breakage } from '../support/break-module.ts';

/**
 * Protections of the service that the test removes on purpose. Each is removed by one edit of its source file when the file is loaded. The
 * harness must detect every removal.
 */
export const breakages = {
  /** Without this protection, one position of a token that does not report its decimals stops the reading of its whole chain. */
  'one-fails-all': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'await deferred.event(vault, event, () => apply(vault, event, times));',
    to: `const isUnknown = event.kind === 'created' && (await vault.decimalsOf(event.toToken)) === null;
      if (isUnknown) throw new Error('Broken on purpose.');
      await deferred.event(vault, event, () => apply(vault, event, times));`,
  },
  /**
   * With this fault, the event of a position whose token does not report its decimals cannot be processed. It stays deferred until the
   * harness ends the fault.
   */
  'some-are-put-aside': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'const asked = { amountBaseUnits: toBaseUnits(event.amountRequested)',
    to: `if (toDecimals === null && Reflect.get(globalThis, 'isMended') !== true) throw new Error('Broken on purpose.');
    const asked = { amountBaseUnits: toBaseUnits(event.amountRequested)`,
  },
  /** Without this protection, a record that exists already can grow without limit when clients merge fields into it. */
  'merges-grow': {
    file: 'src/features/dca/merged-fields.ts',
    from: 'if (!isStatusAlone(entries)) checkMergedClaim(',
    to: 'if (row === null) checkMergedClaim(',
  },
  /** Without this protection, requests are not limited, and so neither are the writes of unauthenticated clients. */
  'no-rate-limit': { file: 'src/http/rate-limit.ts', from: 'perMinute === 0 ?', to: 'perMinute !== -1 ?' },
  /**
   * With this fault, a request's work causes a promise rejection and an exception that nobody handles. The real program must survive both.
   */
  'errors-are-lost': {
    file: 'src/features/reference-data/common-routes.ts',
    from: 'const all = await networks.list();',
    to: `void Promise.reject(new Error('A rejection that nobody waits for'));
      setImmediate(() => { throw new Error('An exception that nobody catches'); });
      const all = await networks.list();`,
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
