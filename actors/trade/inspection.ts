import type { TradeContext } from '../../machines/trade/context.ts';
import type { InspectionSource, InspectionSpec } from '../../src/runtime/define/definition.ts';
import type { HistoryEntry } from '../../src/runtime/record/record.ts';
import type { TransactionOutline } from '../../src/values/inspection/outline.ts';
import { amount, symbol, text } from '../../src/values/inspection/section-values.ts';
import { toned } from '../tone-of-code.ts';
import { type TradeTimes, tradeDetails } from './details.ts';
import { tradeSections } from './sections.ts';
import { whyTrade } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: TradeContext };

/**
 * Number of history entries that are read for one trade. Each status check adds one revision, so this number is enough to include the
 * trade's first steps.
 */
const HISTORY = 100;

/** Creates the reader of a trade's history, which shows when the trade reached its steps. */
export function createTradeSource(deps: {
  readonly history: (id: string, query: { readonly limit: number }) => Promise<readonly HistoryEntry[]>;
}): InspectionSource<Snapshot, TradeTimes> {
  return async (_snapshot, { id, createdAtMs, gather }) => {
    const found = await gather('Its history', [], () => deps.history(id, { limit: HISTORY }));
    const entries = found.toSorted((a, b) => a.revision - b.revision);
    const first = (member: 'hash' | 'hashIsFixed', isThere: (value: unknown) => boolean) =>
      entries.find(({ record }) => isThere(record.snapshot.context[member]))?.atMs ?? null;
    return {
      createdAtMs,
      sentAtMs: first('hash', (value) => typeof value === 'string'),
      seenAtMs: first('hashIsFixed', (value) => value === true),
    };
  };
}

/** The inspection of a trade record for operators: its route and progress. */
export const tradeInspection: InspectionSpec<Snapshot, TradeTimes> = {
  title({ context: { terms } }) {
    const { type, fromChainId, toChainId, fromToken, toToken, amountIn } = terms;
    return [
      text(type === 'bridge' ? 'Bridge' : 'Swap'),
      ...[amount({ amount: amountIn, token: fromToken, chainId: fromChainId }), text('to'), symbol(toChainId, toToken)],
      ...(fromChainId === toChainId ? [] : [text(`on chain ${toChainId}`)]),
    ];
  },
  amounts: {
    chain: 'terms.fromChainId',
    amounts: [
      { path: 'terms.amountIn', token: 'terms.fromToken' },
      { path: 'terms.amountOutExpected', token: 'terms.toToken', chain: 'terms.toChainId' },
      { path: 'terms.amountOutMin', token: 'terms.toToken', chain: 'terms.toChainId' },
      { path: 'amountOutActual', token: 'terms.toToken', chain: 'terms.toChainId' },
    ],
  },
  why: toned(whyTrade),
  outline({ context: { terms, hash, destinationHash, hashIsFixed } }) {
    const delivery: TransactionOutline = {
      ...{ chainId: terms.toChainId, hash: destinationHash ?? '', nonce: null, status: 'unknown' },
      what: terms.type === 'bridge' ? 'On the other chain' : 'Delivery',
    };
    const own: TransactionOutline = {
      ...{ chainId: terms.fromChainId, hash: hash ?? '', nonce: null, status: hashIsFixed ? 'sent' : 'unknown' },
      what: 'Transaction of the wallet',
    };
    return { transactions: [...(destinationHash === null ? [] : [delivery]), ...(hash === null ? [] : [own])] };
  },
  show(snapshot, { createdAtMs, seen, transactions }) {
    const details = tradeDetails(snapshot, seen ?? { createdAtMs, sentAtMs: null, seenAtMs: null }, transactions);
    return { sections: tradeSections(details, transactions), domain: { kind: 'trade', ...details } };
  },
};
