import { isAddress } from '../../../values/address.ts';
import { shortHash } from '../../../values/inspection/plain-number.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { type Found, found } from '../lookup/outcome.ts';
import type { Slots } from '../understanding/agent-service.ts';

type Row = NonNullable<AnswerData['revokeApprovals']>['approvals'][number];

/** Which approvals a message names, by their token and their spender, and in which words. */
export async function namedApprovals(
  { fromToken, contract, fromChainId, toChainId }: Pick<Slots, 'fromToken' | 'contract' | 'fromChainId' | 'toChainId'>,
  walletChainId: number | null,
  findToken: FindToken,
): Promise<Found<{ readonly isNamed: (row: Row) => boolean; readonly words: string }>> {
  const address = contract?.toLowerCase();
  const ofToken = fromToken?.toLowerCase();
  const hasToken = ofToken !== undefined && ofToken !== address;
  let symbol: string | null = null;
  if (hasToken && !isAddress(ofToken)) {
    const token = await findToken(
      { text: ofToken, slot: 'fromToken', chainId: fromChainId ?? toChainId, walletChainId },
      { takesAny: true },
    );
    if (token.answer) return token;
    symbol = token.found.symbol;
  }
  const spender = address === undefined ? '' : ` ${hasToken ? 'for' : 'of or for'} ${shortHash(address)}`;
  return found({
    isNamed: (row) =>
      (!hasToken || (symbol === null ? row.token === ofToken : row.symbol === symbol)) &&
      (address === undefined || row.spender === address || (!hasToken && row.token === address)),
    words: `${hasToken ? ` of ${symbol ?? shortHash(ofToken)}` : ''}${spender}`,
  });
}
