import type { Address } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { countText, numberText } from '../../../values/inspection/plain-number.ts';
import { type Handler, needWallet } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { errorText } from '../lookup/error-text.ts';
import { lookedAtWallet, type OwnChains, type ReadableChain } from '../lookup/own-chains.ts';
import { tokenMoves } from '../lookup/token-moves.ts';
import { recentLogs } from './recent-transfers.ts';
import { type TradeRowsDeps, tradeRows } from './trade-rows.ts';

export type HistoryDeps = TradeRowsDeps & { readonly chains: OwnChains };

type TxHistory = NonNullable<AnswerData['txHistory']>;

const MOST_TRADES = 20;
const MOST_TRANSFERS = 50;

/** Creates the handler that shows the trades that a wallet made with this service. */
export function createHistory(deps: HistoryDeps): Handler {
  return async ({ wallet, intent }) => {
    if (wallet === null) return needWallet(intent, 'trades are listed by wallet address');
    const { rows, hasMore } = await tradeRows(deps, wallet, MOST_TRADES);
    const open = rows.filter(({ status }) => status === 'pending').length;
    const [newest] = rows;
    const text =
      newest === undefined
        ? 'This wallet has made no trades with this service.'
        : `${countText(rows.length, 'trade')}${hasMore ? ' and more' : ''}, ${open} of them pending. The newest: ${newest.description} (${newest.status}).`;
    return { action: 'history', text, data: { history: { wallet, trades: [...rows], hasMore } } };
  };
}

/** Creates the handler that shows a wallet's trades, and its transfers in the last blocks. */
export function createTxHistory(deps: HistoryDeps): Handler {
  return async (asked) => {
    const wallet = lookedAtWallet(asked, 'its transfers are read from the chain');
    if (wallet.answer) return wallet.answer;
    const places = await deps.chains.named(asked.slots);
    if (places.answer) return places.answer;
    const read = await Promise.all(places.found.map((place) => ofChain(place, wallet.found)));
    const transfers = read.flatMap(({ transfers }) => transfers).toSorted((a, b) => b.blockNumber - a.blockNumber);
    const isOwn = asked.slots.to === undefined;
    const { rows } = isOwn ? await tradeRows(deps, wallet.found, MOST_TRADES) : { rows: [] };
    const txHistory: TxHistory = {
      ...{ wallet: wallet.found, transfers: transfers.slice(0, MOST_TRANSFERS), trades: [...rows] },
      chains: read.map(({ chain }) => chain),
    };
    return { action: 'tx_history', text: sentence(txHistory), data: { txHistory } };
  };

  async function ofChain({ network, chain }: ReadableChain, wallet: Address) {
    const base = { chainId: network.id, name: network.name };
    try {
      const read = await chain.onOneEndpoint(async (reads) => {
        const [head, sent] = await Promise.all([reads.getBlockNumber(), reads.getNonce(wallet, 'latest')]);
        return { sent, ...(await recentLogs(reads, wallet, head)) };
      });
      const moves = await tokenMoves(network.id, read.logs, deps);
      const transfers = moves.map(({ log, ...move }) => ({
        ...move,
        ...{ chainId: network.id, hash: log.txHash, blockNumber: log.blockNumber },
        direction: move.from === move.to ? ('self' as const) : move.to === wallet ? ('in' as const) : ('out' as const),
      }));
      return { transfers, chain: { ...base, sent: read.sent, fromBlock: read.fromBlock, toBlock: read.toBlock, problem: read.problem } };
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      return { transfers: [], chain: { ...base, sent: null, fromBlock: null, toBlock: null, problem: errorText(error) } };
    }
  }
}

function sentence({ transfers, chains, trades }: TxHistory): string {
  const where = chains.map(({ name, fromBlock, toBlock, problem }) =>
    problem !== null ? `${name}: not read (${problem})` : `${name}: blocks ${fromBlock} to ${toBlock}`,
  );
  const looked = where.length === 0 ? ' No chain is configured.' : ` I read ${where.join('; ')}.`;
  const [newest] = transfers;
  const first =
    newest === undefined
      ? 'No transfers were found in the last blocks.'
      : `${countText(transfers.length, 'transfer')} in the last blocks, the newest ${newest.direction === 'in' ? 'in' : 'out'}: ${newest.amount === null ? 'an unlisted token' : `${numberText(newest.amount)} ${newest.symbol}`}.`;
  const made = trades.length === 0 ? '' : ` ${countText(trades.length, 'trade')} with this service.`;
  return `${first}${made}${looked}`;
}
