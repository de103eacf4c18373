import { reply } from '../../http/reply.ts';
import type { Token } from '../../market/tokens/token.ts';

/** The body of `GET /api/common/token/:chainId`, envelope included: what the token list keeps serialised. */
export function renderTokenList(tokens: readonly Token[]): string {
  const answer = reply(tokens);
  if (answer.kind === 'json') return answer.text;
  throw new TypeError('An enveloped reply is JSON text');
}
