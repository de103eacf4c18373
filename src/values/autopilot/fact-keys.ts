import { type Address, isAddress } from '../address.ts';
/** The parsed key of a fact. A fact is a piece of external data, such as a price, that an agent requests when it is evaluated. */
export type AgentFactKey =
  | { readonly kind: 'agent'; readonly key: string; readonly chainId: number; readonly vault: Address; readonly agentId: number }
  | { readonly kind: 'price'; readonly key: string; readonly chainId: number; readonly token: Address }
  | { readonly kind: 'high'; readonly key: string; readonly chainId: number; readonly token: Address; readonly lookbackSec: number }
  | { readonly kind: 'vault'; readonly key: string; readonly chainId: number }
  | { readonly kind: 'safety'; readonly key: string; readonly chainId: number; readonly token: Address };

/** Functions that build the keys of facts. All addresses are lowercase. */
export const agentFactKeys = {
  agent: (chainId: number, vault: Address, agentId: number) => `agent/${chainId}/${vault}/${agentId}`,
  price: (chainId: number, token: Address) => `price/${chainId}/${token}`,
  /**
   * Builds the key of the fact that contains the highest price of a time window. @param window the token and the length of the window in
   * seconds: `<token>/<lookbackSeconds>`
   */
  high: (chainId: number, window: string) => `high/${chainId}/${window}`,
  safety: (chainId: number, token: Address) => `safety/${chainId}/${token}`,
  /** Builds the key of the fact that contains the chain's current vault. */
  vault: (chainId: number) => `vault/${chainId}`,
};

/** Parses the key of a fact; returns null when the text is not such a key. */
export function parseAgentFactKey(key: string): AgentFactKey | null {
  const [kind, chainText, address, lastText, ...more] = key.split('/');
  const chainId = wholeNumber(chainText);
  const last = wholeNumber(lastText);
  if (kind === 'vault' && chainId !== null && address === undefined) return { kind, key, chainId };
  if (chainId === null || !isAddress(address) || more.length > 0) return null;
  if (kind === 'agent' && last !== null) return { kind, key, chainId, vault: address, agentId: last };
  if (kind === 'high' && last !== null) return { kind, key, chainId, token: address, lookbackSec: last };
  if ((kind === 'price' || kind === 'safety') && lastText === undefined) return { kind, key, chainId, token: address };
  return null;
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}
