import type { Networks } from '../../market/networks/create-networks.ts';
import { TRON_CHAIN_ID } from '../../values/chain-ids.ts';
import type { TransactionHash } from '../../values/hash.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { PublicTrade } from './routes/transaction-schemas.ts';
import { isVerified, type TradeReading } from './trade-record.ts';

/** Builds the trade records as clients see them, in the order of `trades`. */
export async function presentTrades(networks: Pick<Networks, 'list'>, trades: readonly TradeReading[]): Promise<PublicTrade[]> {
  if (trades.length === 0) return [];
  const explorers = new Map((await networks.list()).map(({ id, explorerUrl }) => [id, explorerUrl]));
  const linkTo = (chainId: number, hash: TransactionHash | null) => explorerLink(chainId, explorers.get(chainId) ?? null, hash);

  return trades.map((trade) => {
    const { tradeId, wallet, reference: _secret, ...terms } = trade.terms;
    return {
      _id: tradeId,
      id: tradeId,
      txHash: trade.hash ?? tradeId,
      walletAddress: wallet,
      ...terms,
      amountOutActual: trade.amountOutActual,
      status: trade.status,
      verified: isVerified(trade),
      substatus: trade.substatus,
      reason: trade.reason,
      explorerUrl: linkTo(terms.fromChainId, trade.hash),
      destinationTxHash: trade.destinationHash,
      destinationExplorerUrl: linkTo(terms.toChainId, trade.destinationHash),
      isTxHashConfirmed: trade.hashIsFixed,
      createdAt: new Date(trade.createdAtMs).toISOString(),
      updatedAt: new Date(trade.updatedAtMs).toISOString(),
      lastCheckedAt: isoOf(trade.lastLookAtMs),
      settledAt: isoOf(trade.settledAtMs),
      claimed:
        trade.claim === null
          ? null
          : { status: trade.claim.status, destinationTxHash: trade.claim.destinationHash, at: new Date(trade.claim.atMs).toISOString() },
    };
  });
}

function explorerLink(chainId: number, explorerUrl: string | null, hash: TransactionHash | null): string | null {
  if (explorerUrl === null || hash === null) return null;
  // The explorer of TRON has a `#` in the URLs of its pages. The explorers of all other chains use the same URL path.
  const place = chainId === TRON_CHAIN_ID ? '#/transaction' : 'tx';
  return `${explorerUrl.replace(/\/+$/, '')}/${place}/${hash}`;
}
