import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../../market/tokens/token.ts';
import type { ChainAddress } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import type { TradesService } from '../../trades/create-trades-service.ts';
import type { AnswerData } from '../answers/answer-data.ts';

type TradeRow = NonNullable<AnswerData['history']>['trades'][number];

export type TradeRowsDeps = { readonly trades: Pick<TradesService, 'list'>; readonly tokens: Pick<Tokens, 'findMany'> };

/** Lists the newest trades of a wallet, with amounts in whole tokens. */
export async function tradeRows({ trades, tokens }: TradeRowsDeps, wallet: ChainAddress, limit: number) {
  const { trades: found, cursor } = await trades.list(wallet, { limit });
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
  const rows = found.map((trade): TradeRow => {
    const { id, txHash, type, fromChainId, toChainId, fromToken, toToken, amountIn, aggregator, status, reason } = trade;
    const amountOut = trade.amountOutActual ?? trade.amountOutExpected ?? null;
    return {
      ...{ id, txHash, type, fromChainId, toChainId, fromToken, toToken, amountIn, amountOut, aggregator, status, reason },
      ...{ explorerUrl: trade.explorerUrl, createdAt: trade.createdAt },
      description: `${said(fromChainId, fromToken, amountIn)} to ${said(toChainId, toToken, amountOut)}`,
    };
  });
  return { rows, hasMore: cursor !== null };
}
