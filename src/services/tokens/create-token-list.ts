import { createHash } from 'node:crypto';
import type { Cache } from '../../platform/cache/cache.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Tokens } from './create-tokens.ts';
import type { Token } from './token.ts';

/** A reply, ready to be sent. */
export type SerialisedList = {
  readonly body: string;
  /** Strong, with its quotes. */
  readonly etag: string;
};

export type TokenList = {
  /**
   * The reply with a chain's tokens in their documented order, serialised once per cache lifetime.
   * @throws TerminalError `chain-not-found` (404)
   */
  get(chainId: number): Promise<SerialisedList>;
  /** To be called after tokens or their order were changed. Without a chain: all of them. */
  clear(chainId?: number): Promise<void>;
};

const LIFETIME_MS = 300_000;
const KEY_PREFIX = 'token-list:';

/** Drops cached lists, of all chains unless one is named: for whoever changed tokens without having a `TokenList` of their own. */
export async function clearTokenLists(cache: Cache, chainId?: number): Promise<void> {
  if (chainId === undefined) await cache.deleteByPrefix(KEY_PREFIX);
  else await cache.delete(KEY_PREFIX + chainId);
}

/** @param render gives the reply's body, the envelope included */
export function createTokenList(deps: {
  tokens: Tokens;
  networks: Networks;
  cache: Cache;
  render: (tokens: readonly Token[]) => string;
}): TokenList {
  const { tokens, networks, cache, render } = deps;
  // Requests that arrive while a list is being made wait for it, instead of each making its own.
  const making = new Map<number, Promise<SerialisedList>>();

  const make = async (chainId: number): Promise<SerialisedList> => {
    const body = render(await tokens.listOf(chainId));
    const list = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
    await cache.set(KEY_PREFIX + chainId, list, LIFETIME_MS);
    return list;
  };

  return {
    async get(chainId) {
      await networks.requireShown(chainId);
      const cached = await cache.get(KEY_PREFIX + chainId);
      if (isSerialisedList(cached)) return cached;
      const pending = making.get(chainId) ?? make(chainId).finally(() => making.delete(chainId));
      making.set(chainId, pending);
      return pending;
    },

    clear: (chainId) => clearTokenLists(cache, chainId),
  };
}

function isSerialisedList(value: unknown): value is SerialisedList {
  if (typeof value !== 'object' || value === null || !('body' in value) || !('etag' in value)) return false;
  return typeof value.body === 'string' && typeof value.etag === 'string';
}
