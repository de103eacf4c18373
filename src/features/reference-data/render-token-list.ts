import { reply } from '../../http/reply.ts';
import type { Token } from '../../market/tokens/token.ts';

/** Serialises the body of `GET /api/common/token/:chainId` including its envelope; the token list caches this text. */
export function renderTokenList(tokens: readonly Token[]): string {
  const answer = reply(tokens);
  if (answer.kind === 'json') return answer.text;
  throw new TypeError('A reply in the envelope must be JSON text');
}
