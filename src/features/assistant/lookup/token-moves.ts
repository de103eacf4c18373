import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../../market/tokens/token.ts';
import type { ChainEventLog, Hex } from '../../../platform/chain/chain.ts';
import { type Address, parseAddress } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import type { AnswerData } from '../answers/answer-data.ts';

export type TokenMove = NonNullable<AnswerData['txInfo']>['transfers'][number];

/** Topic of the event `Transfer(address,address,uint256)`, which ERC-20 tokens (two indexed values) and ERC-721 tokens (three) emit. */
export const TRANSFER_TOPIC: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * Reads token transfers from logs, in the order of the logs. Any contract can write such a log and name itself after a known token, so only
 * listed tokens are shown with symbols and amounts.
 */
export async function tokenMoves(
  chainId: number,
  logs: readonly ChainEventLog[],
  { tokens }: { readonly tokens: Pick<Tokens, 'findMany'> },
): Promise<readonly (TokenMove & { readonly log: ChainEventLog })[]> {
  const moves = logs.filter(({ topics }) => topics[0] === TRANSFER_TOPIC && (topics.length === 3 || topics.length === 4));
  const listed = await tokens.findMany(moves.map(({ address }) => ({ chainId, address })));
  return moves.flatMap((log) => {
    const { topics, address, data } = log;
    const [, from, to, id] = topics;
    if (from === undefined || to === undefined) return [];
    const token = listed.get(tokenKey(chainId, address)) ?? null;
    const units = id === undefined ? unitsIn(data) : null;
    if (id === undefined && units === null) return [];
    return [
      {
        ...{ token: address, symbol: token?.symbol ?? null, from: addressIn(from), to: addressIn(to) },
        amount: token === null || units === null ? null : formatAmount(units, token.decimals),
        ...{ units: units?.toString() ?? null, tokenId: id === undefined ? null : BigInt(id).toString(), log },
      },
    ];
  });
}

/** Encodes an address as a log topic (32 bytes), in which events contain indexed addresses. */
export function topicOf(address: Address): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

export function addressIn(topic: Hex): Address {
  return parseAddress(`0x${topic.slice(-40)}`);
}

export function unitsIn(data: Hex): bigint | null {
  return /^0x[0-9a-f]{64}$/i.test(data) ? BigInt(data) : null;
}
