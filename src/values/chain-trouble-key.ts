const PREFIX = 'chain-trouble/';

/** Key of the fact that describes a chain's problem in a sentence. The fact is absent when there is no problem. */
export function chainTroubleKey(chainId: number): string {
  return `${PREFIX}${chainId}`;
}

/** Returns the chain id of a chain trouble key; null for the key of another fact. */
export function chainOfTroubleKey(key: string): number | null {
  return key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : null;
}
