const PREFIX = 'chain-trouble/';

/** Builds the key of the fact that describes a chain's problem in a sentence. The fact is missing when there is no problem. */
export function chainTroubleKey(chainId: number): string {
  return `${PREFIX}${chainId}`;
}

/** Parses the key of the fact about a chain's problem, and returns the chain id; null for the key of another fact. */
export function chainOfTroubleKey(key: string): number | null {
  return key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : null;
}
