import { type Address, isAddress } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { countText, numberText } from '../../../values/inspection/plain-number.ts';
import { isNative } from '../../../values/native.ts';
import { type Handler, needWallet, say } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { errorText } from '../lookup/error-text.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import { lookedAtWallet, type OwnChains, type ReadableChain } from '../lookup/own-chains.ts';
import { tokenMoves } from '../lookup/token-moves.ts';
import type { Slots } from '../understanding/agent-service.ts';
import { recentLogs } from './recent-transfers.ts';
import { type TradeRowsDeps, tradeRows } from './trade-rows.ts';

export type HistoryDeps = TradeRowsDeps & { readonly chains: OwnChains; readonly findToken: FindToken };

type Place = { readonly place: ReadableChain; readonly token: Address | null };

type TxHistory = NonNullable<AnswerData['txHistory']>;

const NO_EVENTS =
  'is the native asset of its chain. A chain writes no list of its plain transfers, so I can show only those of tokens, such as "show my usdc transfers".';
const MOST_TRADES = 20;
const MOST_TRANSFERS = 50;

/** Creates the handler that shows the trades that a wallet made with this service. */
export function createHistory(deps: HistoryDeps): Handler {
  return async ({ wallet, intent, slots }) => {
    if (wallet === null) return needWallet(intent, 'trades are listed by wallet address');
    const { rows, hasMore } = await tradeRows(deps, wallet, MOST_TRADES, slots.fromToken);
    const open = rows.filter(({ status }) => status === 'pending').length;
    const [newest] = rows;
    const text =
      newest === undefined
        ? `This wallet has made no trades${slots.fromToken === undefined ? '' : ` of ${slots.fromToken}`} with this service.`
        : `${countText(rows.length, 'trade')}${slots.fromToken === undefined ? '' : ` of ${slots.fromToken}`}${hasMore ? ' and more' : ''}, ${open} of them pending. The newest: ${newest.description} (${newest.status}).`;
    return { action: 'history', text, data: { history: { wallet, trades: [...rows], hasMore } } };
  };
}

/** Creates the handler that shows a wallet's trades, and its transfers in the last blocks: of all tokens, or of the named one. */
export function createTxHistory(deps: HistoryDeps): Handler {
  return async (asked) => {
    const wallet = lookedAtWallet(asked, 'its transfers are read from the chain');
    if (wallet.answer) return wallet.answer;
    const places = await deps.chains.named(asked.slots);
    if (places.answer) return places.answer;
    const { fromToken } = asked.slots;
    const searched = await searchedIn(places.found, fromToken);
    if (searched.answer) return searched.answer;
    const read = await Promise.all(searched.found.map((one) => ofChain(one, wallet.found)));
    const transfers = inTurn(read.map((one) => one.transfers));
    const isOwn = asked.slots.to === undefined;
    const { rows, hasMore } = isOwn ? await tradeRows(deps, wallet.found, MOST_TRADES, fromToken) : { rows: [], hasMore: false };
    const txHistory: TxHistory = {
      ...{ wallet: wallet.found, transfers: transfers.slice(0, MOST_TRANSFERS), trades: [...rows] },
      notShown: Math.max(0, transfers.length - MOST_TRANSFERS),
      chains: read.map(({ chain }) => chain),
    };
    return { action: 'tx_history', text: sentence(txHistory, fromToken, hasMore), data: { txHistory } };
  };

  /** Returns the chains to read: all, or those on which the named token exists, with its address. */
  async function searchedIn(places: readonly ReadableChain[], text: Slots['fromToken']): Promise<Found<readonly Place[]>> {
    if (text === undefined) return found(places.map((place) => ({ place, token: null })));
    const address = text.toLowerCase();
    if (isAddress(address)) return found(places.map((place) => ({ place, token: address })));
    const searched: Place[] = [];
    let unknown: Found<readonly Place[]> = found([]);
    for (const place of places) {
      const { id } = place.network;
      const named = await deps.findToken({ text, slot: 'fromToken', chainId: id, walletChainId: id }, { takesAny: true });
      if (named.answer) unknown = named;
      else if (isNative(named.found.address)) unknown = instead(say(`${named.found.symbol} ${NO_EVENTS}`));
      else if (isAddress(named.found.address)) searched.push({ place, token: named.found.address });
    }
    return searched.length === 0 ? unknown : found(searched);
  }

  async function ofChain({ place: { network, chain }, token }: Place, wallet: Address) {
    const base = { chainId: network.id, name: network.name };
    try {
      const read = await chain.onOneEndpoint(async (reads) => {
        const [head, sent] = await Promise.all([reads.getBlockNumber(), reads.getNonce(wallet, 'latest')]);
        return { sent, ...(await recentLogs(reads, wallet, head, token)) };
      });
      const moves = await tokenMoves(network.id, read.logs, deps);
      const newestFirst = moves.toSorted((a, b) => b.log.blockNumber - a.log.blockNumber || b.log.logIndex - a.log.logIndex);
      const transfers = newestFirst.map(({ log, ...move }) => ({
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

/** Puts the lists of several chains together, the newest first of each in turn: the numbers of their blocks cannot be compared. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const most = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: most }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

function sentence({ transfers, notShown = 0, chains, trades }: TxHistory, token: Slots['fromToken'], hasMore: boolean): string {
  const of = token === undefined ? '' : ` of ${token}`;
  const where = chains.map(({ name, fromBlock, toBlock, problem }) =>
    problem !== null ? `${name}: not read (${problem})` : `${name}: blocks ${fromBlock} to ${toBlock}`,
  );
  const looked = where.length === 0 ? ' No chain is configured.' : ` I read ${where.join('; ')}.`;
  const [newest] = transfers;
  const place = chains.length < 2 ? '' : ` on ${chains.find(({ chainId }) => chainId === newest?.chainId)?.name}`;
  const cut = notShown === 0 ? '' : `, of which ${notShown} are not shown`;
  const first =
    newest === undefined
      ? `No token transfers${of} were found in the last blocks.`
      : `${countText(transfers.length + notShown, 'token transfer')}${of} in the last blocks${cut}, the newest${place} ${newest.direction === 'in' ? 'in' : 'out'}: ${newest.amount === null ? 'an unlisted token' : `${numberText(newest.amount)} ${newest.symbol}`}.`;
  const made = trades.length === 0 ? '' : ` ${countText(trades.length, 'trade')}${of}${hasMore ? ' and more' : ''} with this service.`;
  return `${first}${made}${looked}${token === undefined ? besides(chains) : ''}`;
}

/** Says what the list of token transfers does not contain, and how many transactions the wallet has sent in all. */
function besides(chains: TxHistory['chains']): string {
  const sent = chains.flatMap(({ name, sent }) => (sent === null ? [] : [`${numberText(String(sent))} on ${name}`]));
  const total = sent.length === 0 ? '' : ` In all, the wallet has sent this many transactions: ${sent.join(', ')}.`;
  return ` Chains keep no list of plain transfers of their native asset and of other calls, so there may be newer ones than these.${total}`;
}
