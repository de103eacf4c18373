import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../../market/tokens/token.ts';
import type { ChainAddress } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import type { TradesService } from '../../trades/create-trades-service.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { Slots } from '../understanding/agent-service.ts';

type TradeRow = NonNullable<AnswerData['history']>['trades'][number];

export type TradeRowsDeps = { readonly trades: Pick<TradesService, 'list'>; readonly tokens: Pick<Tokens, 'findMany'> };

/** Number of the newest trades among which those of one token are searched. */
const SEARCHED = 100;

/** Lists the newest trades of a wallet, with amounts in whole tokens. With `token`, a symbol or an address, only trades of this token. */
export async function tradeRows({ trades, tokens }: TradeRowsDeps, wallet: ChainAddress, limit: number, token?: Slots['fromToken']) {
  const { trades: found, cursor } = await trades.list(wallet, { limit: token === undefined ? limit : SEARCHED });
  const listed = await tokens.findMany(
    found.flatMap(({ fromChainId, fromToken, toChainId, toToken }) => [
      ...[
        { chainId: fromChainId, address: fromToken },
        { chainId: toChainId, address: toToken },
      ],
    ]),
  );
  const said = (chainId: number, addressText: string, units: string | null) => {
    const known = listed.get(tokenKey(chainId, addressText));
    if (units === null) return known?.symbol ?? addressText;
    return known === undefined
      ? `${units} units of ${addressText}`
      : `${numberText(formatAmount(BigInt(units), known.decimals))} ${known.symbol}`;
  };
  const isWanted = (chainId: number, addressText: string) =>
    token === undefined ||
    [addressText, listed.get(tokenKey(chainId, addressText))?.symbol].some((name) => name?.toLowerCase() === token.toLowerCase());
  const wanted = found.filter((trade) => isWanted(trade.fromChainId, trade.fromToken) || isWanted(trade.toChainId, trade.toToken));
  const rows = wanted.slice(0, limit).map((trade): TradeRow => {
    const { id, txHash, type, fromChainId, toChainId, fromToken, toToken, amountIn, aggregator, status, reason } = trade;
    const amountOut = trade.amountOutActual ?? trade.amountOutExpected ?? null;
    return {
      ...{ id, txHash, type, fromChainId, toChainId, fromToken, toToken, amountIn, amountOut, aggregator, status, reason },
      ...{ explorerUrl: trade.explorerUrl, createdAt: trade.createdAt },
      description: `${said(fromChainId, fromToken, amountIn)} to ${said(toChainId, toToken, amountOut)}`,
    };
  });
  return { rows, hasMore: cursor !== null || wanted.length > limit };
}
