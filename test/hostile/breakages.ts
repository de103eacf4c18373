import type { Breakage } from '../support/break-module.ts';

/** Protections taken out on purpose, each by one edit of the source as it is read: the harness must notice. */
export const breakages = {
  /** One position of a token that does not tell its decimals fails the reading of its chain, as once. */
  'one-fails-all': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'await deferred.event(vault, event, () => apply(vault, event, times));',
    to: `const isUnknown = event.kind === 'created' && (await vault.decimalsOf(event.toToken)) === null;
      if (isUnknown) throw new Error('Broken on purpose.');
      await deferred.event(vault, event, () => apply(vault, event, times));`,
  },
  /** One position of a token that does not tell its decimals cannot be linked, until the harness says that this is mended. */
  'some-are-put-aside': {
    file: 'src/features/dca/follow-vault.ts',
    from: 'const asked = { amountBaseUnits: event.amountRequested',
    to: `if (toDecimals === null && Reflect.get(globalThis, 'isMended') !== true) throw new Error('Broken on purpose.');
    const asked = { amountBaseUnits: event.amountRequested`,
  },
  /** Merges that come at once each find the room that was there before all of them. */
  'merges-grow': {
    file: 'src/features/dca/merged-fields.ts',
    from: 'if (!isStatusAlone(entries)) checkMergedClaim(',
    to: 'if (row === null) checkMergedClaim(',
  },
  /** No limit of requests, and so of what strangers write. */
  'no-rate-limit': { file: 'src/http/rate-limit.ts', from: 'perMinute === 0 ?', to: 'perMinute !== -1 ?' },
  /** A request whose work loses a rejection and an exception: the real program has to live on. */
  'errors-are-lost': {
    file: 'src/features/reference-data/common-routes.ts',
    from: 'const all = await networks.list();',
    to: `void Promise.reject(new Error('A rejection that nobody waits for'));
      setImmediate(() => { throw new Error('An exception that nobody catches'); });
      const all = await networks.list();`,
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;
