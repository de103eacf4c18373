import * as v from 'valibot';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, integer, number, optional, text } from '../../values/document-form.ts';
import { isNative, NATIVE_ADDRESS } from '../../values/native.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { insertUnseenSeeds } from '../seeds/insert-unseen-seeds.ts';
import { readTokenSeed } from './read-token-seed.ts';
import { type Token, tokenKey, tokenSchema } from './token.ts';

/** A stored token. `added` increases in the order in which tokens were added; lists without ranks are in this order (the natural order). */
type StoredToken = Token & { readonly added: number };

export type Tokens = {
  /** Adds the tokens of the seed file that were never added before; see `insertUnseenSeeds`. @returns how many tokens were added */
  seed(): Promise<number>;
  /** Finds a token by its address in any casing. An address that represents the native asset finds the chain's native token. */
  find(chainId: number, text: string): Promise<Token | null>;
  /**
   * Finds many tokens. The result is keyed by the `tokenKey` of each requested address, which may also be a special address for the native
   * asset. Unknown tokens are missing in the result.
   */
  findMany(asked: readonly { readonly chainId: number; readonly address: string }[]): Promise<ReadonlyMap<string, Token>>;
  /**
   * Returns all tokens of a chain: those with an `order` first, in ascending order, then the other tokens in the order in which they were
   * added.
   */
  listOf(chainId: number): Promise<readonly Token[]>;
  /** Adds missing tokens and leaves existing ones unchanged. */
  addMissing(tokens: readonly Token[]): Promise<number>;
  /** Adds or replaces a token; a replaced token keeps its position in lists. The caller must clear cached token lists. */
  put(token: Token): Promise<void>;
  /**
   * Changes a token's rank if its current rank is `from` (null for none). Returns false when the token was changed or removed in the
   * meantime. The caller must clear cached token lists.
   */
  setOrder(token: Pick<Token, 'chainId' | 'address'>, change: { readonly from: number | null; readonly to: number }): Promise<boolean>;
  /**
   * Changes a token with the function `next`, which is called again when another change is made at the same time. The token keeps its
   * position in lists. Returns null when the token is not listed. The caller must clear cached token lists.
   */
  change(chainId: number, text: string, next: (token: Token) => Token): Promise<{ readonly before: Token; readonly after: Token } | null>;
  removeAll(chainId: number): Promise<number>;
};

const PAGE = 1_000;

/**
 * Number of different `added` values for each millisecond. Tokens that are added together get consecutive values, which must not overlap
 * with those of the next millisecond.
 */
const ADDED_PER_MS = 1_000;

export const TOKENS: CollectionSpec = {
  name: 'tokens',
  indexes: [['chainId', 'added']],
  form: documentForm<StoredToken>({
    ...{ address: text, chainId: integer, symbol: text, decimals: integer, name: text, logoURI: text, added: number },
    ...{ coingeckoId: optional(text), cmcId: optional(number), order: optional(number), hidden: optional(flag) },
  }),
};

export function createTokens(deps: { records: RecordStore; clock: Clock }): Tokens {
  const { records, clock } = deps;
  const collection = records.collection<StoredToken>(TOKENS);

  const rowsOf = (tokens: readonly Token[]) => {
    const start = clock.now() * ADDED_PER_MS;
    return tokens.map((token, index) => ({ id: idOf(token.chainId, token.address), value: { ...tokenOf(token), added: start + index } }));
  };

  return {
    seed: () => insertUnseenSeeds({ records, name: 'tokens', collection, rows: rowsOf(readTokenSeed()) }),

    async find(chainId, text) {
      const stored = await collection.get(idOf(chainId, text));
      return stored === null ? null : tokenOf(stored);
    },

    async findMany(asked) {
      const stored = await collection.getMany([...new Set(asked.map(({ chainId, address }) => idOf(chainId, address)))]);
      const byId = new Map(stored.map((token) => [token._id, tokenOf(token)]));
      const found = new Map<string, Token>();
      for (const { chainId, address } of asked) {
        const token = byId.get(idOf(chainId, address));
        if (token !== undefined) found.set(tokenKey(chainId, address), token);
      }
      return found;
    },

    async listOf(chainId) {
      const all: Stored<StoredToken>[] = [];
      const query = { where: { chainId }, sort: { field: 'added', order: 'ascending' }, limit: PAGE } as const;
      for await (const { rows } of pagesOf((after) => collection.find({ ...query, ...after }))) all.push(...rows);
      // The sort is stable, so tokens without a rank, and tokens with equal ranks, stay in the order in which they were added.
      return all.map(tokenOf).sort((a, b) => rankOf(a) - rankOf(b) || 0);
    },

    addMissing: (tokens) => collection.insertMany(rowsOf(tokens)),

    async put(token) {
      const id = idOf(token.chainId, token.address);
      const value = v.parse(tokenSchema, token);
      const before = await collection.get(id);
      await collection.put(id, { ...value, added: before?.added ?? clock.now() * ADDED_PER_MS });
    },

    async setOrder({ chainId, address }, { from, to }) {
      const stored = await collection.get(idOf(chainId, address));
      if (stored === null || (stored.order ?? null) !== from) return false;
      return await collection.update(stored._id, stored.rev, { ...tokenOf(stored), added: stored.added, order: to });
    },

    async change(chainId, text, next) {
      for (;;) {
        const stored = await collection.get(idOf(chainId, text));
        if (stored === null) return null;
        const before = tokenOf(stored);
        const after = v.parse(tokenSchema, next(before));
        if (await collection.update(stored._id, stored.rev, { ...after, added: stored.added })) return { before, after };
      }
    },

    removeAll: (chainId) => collection.removeWhere({ chainId }),
  };
}

function idOf(chainId: number, text: string): string {
  return tokenKey(chainId, isNative(text) ? NATIVE_ADDRESS : text);
}

/** Returns a stored token without the fields that only the store needs. */
function tokenOf(stored: Token): Token {
  return v.parse(tokenSchema, stored);
}

function rankOf(token: Token): number {
  return token.order ?? Number.MAX_SAFE_INTEGER;
}
