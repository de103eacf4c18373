import { createHash } from 'node:crypto';
import type { Cache } from '../../platform/cache/cache.ts';
import type { Clock } from '../../values/clock.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Tokens } from './create-tokens.ts';
import type { Token } from './token.ts';

/** The list of a chain's tokens as the complete body of an HTTP reply. */
export type SerialisedList = {
  readonly body: string | Blob;
  /** Strong entity tag of the reply for HTTP caching, including its quotes. */
  readonly etag: string;
};

export type TokenList = {
  /**
   * Returns the reply with a chain's tokens in their documented order. The reply is built once and then cached.
   * @throws TerminalError `chain-not-found` (404)
   */
  get(chainId: number): Promise<SerialisedList>;
  /**
   * Returns the reply with a chain's tokens that `get` returned on this node less than a second ago. Reads neither the store nor the cache.
   * Returns null when there is no such reply; `get` must then be called.
   */
  recent(chainId: number): SerialisedList | null;
  /**
   * Removes cached token lists. The function must be called after tokens or their order have changed. Without a chain, all lists are
   * removed.
   */
  clear(chainId?: number): Promise<void>;
};

const LIFETIME_MS = 300_000;
/**
 * How long, in ms, a token list is returned without checking the network's record and the shared cache. With a longer time, a change made
 * on another node would become visible later.
 */
const RECENT_MS = 1_000;
const KEY_PREFIX = 'token-list:';

/** Removes the cached token lists of one chain or of all chains, for callers that change tokens without a `TokenList`. */
export async function clearTokenLists(cache: Cache, chainId?: number): Promise<void> {
  if (chainId === undefined) await cache.deleteByPrefix(KEY_PREFIX);
  else await cache.delete(KEY_PREFIX + chainId);
}

/**
 * Creates the cached token lists.
 * @param render returns the reply's complete body for a list of tokens
 */
export function createTokenList(deps: {
  tokens: Tokens;
  networks: Networks;
  cache: Cache;
  render: (tokens: readonly Token[]) => string;
  clock: Clock;
}): TokenList {
  const { tokens, networks, cache, render, clock } = deps;
  const recent = new Map<number, { readonly list: SerialisedList; readonly untilMs: number }>();
  // The token lists that are being built, by chain. Concurrent requests for the same list wait for the same build.
  const making = new Map<number, Promise<SerialisedList>>();

  const make = async (chainId: number): Promise<SerialisedList> => {
    const body = render((await tokens.listOf(chainId)).filter(({ hidden }) => hidden !== true));
    const list = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
    await cache.set(KEY_PREFIX + chainId, list, LIFETIME_MS);
    return list;
  };

  const find = async (chainId: number): Promise<SerialisedList> => {
    await networks.requireShown(chainId);
    const cached = await cache.get(KEY_PREFIX + chainId);
    if (isSerialisedList(cached)) return cached;
    const pending = making.get(chainId) ?? make(chainId).finally(() => making.delete(chainId));
    making.set(chainId, pending);
    return pending;
  };

  return {
    recent(chainId) {
      const found = recent.get(chainId);
      return found !== undefined && clock.now() < found.untilMs ? found.list : null;
    },

    async get(chainId) {
      const list = await find(chainId);
      // The list is stored as a blob, because a blob is sent unchanged. A string would be encoded and copied for each reply.
      const body = new Blob([list.body]);
      recent.set(chainId, { list: { ...list, body }, untilMs: clock.now() + RECENT_MS });
      return list;
    },

    async clear(chainId) {
      if (chainId === undefined) recent.clear();
      else recent.delete(chainId);
      await clearTokenLists(cache, chainId);
    },
  };
}

function isSerialisedList(value: unknown): value is SerialisedList {
  if (typeof value !== 'object' || value === null || !('body' in value) || !('etag' in value)) return false;
  return typeof value.body === 'string' && typeof value.etag === 'string';
}
