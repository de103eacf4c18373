import type { Networks } from '../../market/networks/create-networks.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Clock } from '../../values/clock.ts';
import type { TokenWords } from './understanding/agent-service.ts';
import { createTokenWords } from './understanding/tokens/create-token-words.ts';

/** How long the index is used before it is made again in the background, ms. */
const KEPT_MS = 60_000;
/** A word that is not found makes the index again, unless it is younger than this, ms. */
const RENEWED_AFTER_MS = 2_000;

/** Keeps an index of all listed tokens for words of messages. */
export function createTokenIndex(deps: {
  readonly networks: Pick<Networks, 'list'>;
  readonly tokens: Pick<Tokens, 'listOf'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): () => Promise<TokenWords> {
  const { networks, tokens, clock, onError } = deps;
  let known: { readonly words: TokenWords; readonly atMs: number } | null = null;
  let making: Promise<TokenWords> | null = null;

  async function make(): Promise<TokenWords> {
    const atMs = clock.now();
    const shown = (await networks.list()).filter(({ show }) => show);
    const lists = await Promise.all(shown.map(({ id }) => tokens.listOf(id)));
    const words = createTokenWords(lists.flat(), () => renewed(words));
    known = { words, atMs };
    return words;
  }

  /** Makes the index once for all who wait for it. */
  function remade(): Promise<TokenWords> {
    making ??= make().finally(() => {
      making = null;
    });
    return making;
  }

  async function renewed(old: TokenWords): Promise<TokenWords | null> {
    if (known !== null && known.words !== old) return known.words;
    if (known !== null && Math.abs(clock.now() - known.atMs) < RENEWED_AFTER_MS) return null;
    return await remade();
  }

  return async () => {
    if (known === null) return await remade();
    if (Math.abs(clock.now() - known.atMs) >= KEPT_MS) remade().catch(onError);
    return known.words;
  };
}
