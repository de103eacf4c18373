import { type EnvelopeText, reply } from '../../http/reply.ts';
import type { Token } from '../../market/tokens/token.ts';

/** Serializes the body of `GET /api/common/token/:chainId` with its envelope. The cache of the token list contains this text. */
export function renderTokenList(tokens: readonly Token[]): EnvelopeText<readonly Token[]> {
  return reply(tokens).text;
}
