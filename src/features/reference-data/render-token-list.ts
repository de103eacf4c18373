import { type EnvelopeText, reply } from '../../http/reply.ts';
import type { Token } from '../../market/tokens/token.ts';

/** Serializes the body of `GET /api/common/token/:chainId` including its envelope. The token list caches this text. */
export function renderTokenList(tokens: readonly Token[]): EnvelopeText<readonly Token[]> {
  return reply(tokens).text;
}
