import { createHash } from 'node:crypto';
import type { Network } from '../../../../market/networks/network.ts';
import type { Tokens } from '../../../../market/tokens/create-tokens.ts';
import type { Token } from '../../../../market/tokens/token.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { Clock } from '../../../../values/clock.ts';
import type { TokenWords } from '../agent-service.ts';
import { createTokenWords } from './create-token-words.ts';

/** How long an index of tokens is used before the tokens are read again in the background, in ms. */
const KEPT_MS = 30_000;
/** Minimum age in ms of an index of tokens before it is rebuilt because a word was not found in it. */
const LEAST_AGE_MS = 1_000;

/**
 * Creates the source of the index of all tokens on the visible chains. Changes of tokens become effective within half a minute. A new token
 * is found at once, because the tokens are read again when a word is not found. The index is rebuilt only when the tokens have changed.
 */
export function createWordsSource(deps: {
  readonly networks: { list(): Promise<readonly Pick<Network, 'id' | 'show'>[]> };
  readonly tokens: Pick<Tokens, 'listOf'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}): () => Promise<TokenWords> {
  const { networks, tokens, clock, log } = deps;
  let current: { readonly words: TokenWords; readonly print: string; readonly readAtMs: number } | null = null;
  let reading: Promise<TokenWords> | null = null;

  /**
   * The time since the tokens were read, in ms. It is an absolute value, so that a clock that was set back does not delay the next read.
   */
  const ageMs = ({ readAtMs }: { readonly readAtMs: number }) => Math.abs(clock.now() - readAtMs);

  const read = async (): Promise<TokenWords> => {
    const readAtMs = clock.now();
    const shown = (await networks.list()).filter(({ show }) => show);
    const all: Token[] = [];
    for (const { id } of shown) all.push(...(await tokens.listOf(id)));
    const print = printOf(all);
    const words: TokenWords = current?.print === print ? current.words : createTokenWords(all, () => renewed(words));
    current = { words, print, readAtMs };
    return words;
  };

  const readOnce = (): Promise<TokenWords> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };

  const renewed = async (old: TokenWords): Promise<TokenWords | null> => {
    if (current !== null && current.words !== old) return current.words;
    if (current !== null && ageMs(current) < LEAST_AGE_MS) return null;
    const words = await readOnce();
    return words === old ? null : words;
  };

  return async () => {
    if (current === null) return readOnce();
    if (ageMs(current) >= KEPT_MS && reading === null) {
      readOnce().catch((error: unknown) => log.warn('Tokens could not be read for the assistant', { error: String(error) }));
    }
    return current.words;
  };
}

/**
 * Computes a text from the words, the chain, the rank and the visibility of all tokens. When one of these changes, the text changes too, so
 * that the index is rebuilt.
 */
function printOf(tokens: readonly Token[]): string {
  const hash = createHash('sha256');
  for (const { chainId, address, symbol, name, order, hidden } of tokens)
    hash.update(JSON.stringify([chainId, address, symbol, name, order ?? null, hidden ?? false]));
  return hash.digest('hex');
}
