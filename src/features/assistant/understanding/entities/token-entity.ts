import type { TokenWord } from '../agent-service.ts';
import type { TokenEntity } from './entity.ts';
import { type Reading, textOf } from './reading.ts';

export function tokenOf(reading: Reading, tokens: readonly TokenWord[], how: TokenEntity['how'], from: number, to: number): TokenEntity {
  const { chainId } = reading.question;
  const chosen = tokens.find((token) => token.chainId === chainId) ?? tokens[0];
  return { kind: 'token', slot: chosen?.symbol ?? textOf(reading, from, to), tokens, how, from, to };
}
