import { createHash } from 'node:crypto';
import type { Cache } from '../../platform/cache/cache.ts';
import type { Clock } from '../../values/clock.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Tokens } from './create-tokens.ts';
import type { Token } from './token.ts';

/** A reply, ready to be sent. */
export type SerialisedList = {
  readonly body: string | Blob;
  /** Strong, with its quotes. */
  readonly etag: string;
};

export type TokenList = {
  /**
   * The reply with a chain's tokens in their documented order, serialised once per cache lifetime.
   * @throws TerminalError `chain-not-found` (404)
   */
  get(chainId: number): Promise<SerialisedList>;
  /** What `get` gave less than a second ago on this node, without asking anybody; null: ask `get`. */
  recent(chainId: number): SerialisedList | null;
  /** To be called after tokens or their order were changed. Without a chain: all of them. */
  clear(chainId?: number): Promise<void>;
};

const LIFETIME_MS = 300_000;
/** For so long a list is given without a look at the network's record and the cache, which another node may have cleared. */
const RECENT_MS = 1_000;
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
  clock: Clock;
}): TokenList {
  const { tokens, networks, cache, render, clock } = deps;
  const recent = new Map<number, { readonly list: SerialisedList; readonly untilMs: number }>();
  // Requests that arrive while a list is being made wait for it, instead of each making its own.
  const making = new Map<number, Promise<SerialisedList>>();

  const make = async (chainId: number): Promise<SerialisedList> => {
    const body = render(await tokens.listOf(chainId));
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
      // As a blob: a reply takes it as it is, where it would encode text again and copy bytes.
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
