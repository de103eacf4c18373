const PREFIX = 'chain-trouble/';

/**
 * Builds the key under which the description of a chain's problem (one sentence) is looked up. The key has no value while the chain works.
 */
export function chainTroubleKey(chainId: number): string {
  return `${PREFIX}${chainId}`;
}

/** Returns the chain id in a key that `chainTroubleKey` has built; null for any other key. */
export function chainOfTroubleKey(key: string): number | null {
  return key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : null;
}
