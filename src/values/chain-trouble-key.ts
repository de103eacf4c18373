const PREFIX = 'chain-trouble/';

/** The key of the fact what keeps a chain from going on: a sentence, and no fact where nothing does. */
export function chainTroubleKey(chainId: number): string {
  return `${PREFIX}${chainId}`;
}

/** Null for the key of another fact. */
export function chainOfTroubleKey(key: string): number | null {
  return key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : null;
}
