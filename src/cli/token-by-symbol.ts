import type { Token } from '../market/tokens/token.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';

/**
 * Finds a token of a chain by its symbol. @throws TerminalError `token-not-known` for an unknown symbol, and for a symbol that several
 * tokens have
 */
export function tokenBySymbol(tokens: readonly Token[], symbol: string, chainId: number): Token {
  const named = tokens.filter((token) => token.symbol.toUpperCase() === symbol.toUpperCase());
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  const message =
    only === undefined
      ? `The store has no token with the symbol ${symbol} on chain ${chainId}.`
      : `${symbol} is the symbol of ${named.length} tokens on chain ${chainId}: ${named.map(({ address }) => address).join(', ')}. Name the token by its address instead.`;
  throw new TerminalError({ code: 'token-not-known', message });
}
