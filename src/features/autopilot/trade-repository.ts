import type { DayFailures } from '../../market/day-sums/day-failures.ts';
import type { CountedFill, DaySums } from '../../market/day-sums/day-sums.ts';
import type { FeeSums } from '../../market/earned-fees/fee-sums.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { TradeFill, TradeIntent } from '../../values/autopilot/outcome.ts';
import type { AgentTrade, KnownFill } from '../../values/autopilot/trade.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import { digits, documentForm, integer, listOf, membersOf, nullable, oneOf, optional, text, time } from '../../values/document-form.ts';
import type { Hash, TransactionHash } from '../../values/hash.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { gasToKeep, type PaidGas, paidGasForm } from '../../values/paid-gas.ts';
import type { AskedRoute, RouteTrail } from '../../values/route-trail.ts';

/**
 * A trade that was passed to a transaction sender, and its result. The record's id is the trade's id. Amounts are in base units, times in
 * UTC ms.
 */
export type RecordedTrade = {
  readonly recordId: string;
  readonly intent: TradeIntent;
  readonly startedAtMs: number;
  /** Address of the executor that sends the trade. It is stored because the agent may have another executor when the result arrives. */
  readonly executor: Address;
  /** Deadline in unix seconds, compared with the chain's clock. After the deadline, the vault refuses the trade. */
  readonly deadlineSec: number;
  readonly state: 'open' | 'filled' | 'failed' | 'returned';
  readonly fill: TradeFill | null;
  readonly txHash: Hash | null;
  readonly reason: string | null;
  /** The quote sources that were queried for a route. Missing when only Uniswap v3 was queried. */
  readonly routes?: RouteTrail;
  /** Id of the actor that collects trades for the batch with this trade. Absent when the trade was sent in a separate transaction. */
  readonly gatherer?: string;
  /** The gas that the trade paid. Missing until this service has read the transaction's receipt. */
  readonly gas?: PaidGas;
};

export type TradeEnd = Pick<RecordedTrade, 'state' | 'fill' | 'txHash' | 'reason'>;

export type VaultPlace = { readonly chainId: number; readonly vault: Address };

export type TradeRepository = {
  /**
   * Stores a trade without a result. It is called before the trade is sent, so that every trade that may have been sent is stored.
   * Repeating the call has no effect.
   */
  open(recordId: string, trade: AgentTrade, sent: Pick<RecordedTrade, 'executor' | 'deadlineSec' | 'routes' | 'gatherer'>): Promise<void>;
  get(tradeId: string): Promise<Stored<RecordedTrade> | null>;
  /**
   * Stores a trade's result. A later call replaces the result, because after a reorg the trade may have another result.
   * @param vault the vault for which the trade's fee is counted; absent when the trade cannot have a fee
   */
  close(tradeId: string, end: TradeEnd, vault?: VaultPlace): Promise<void>;
  /** Stores the gas that a trade's transaction paid. The call can be repeated. It has no effect for an unknown trade. */
  noteGas(tradeId: string, gas: PaidGas): Promise<void>;
  /** Lists an agent's trades without a result. */
  openOf(recordId: string): Promise<readonly { readonly tradeId: string; readonly trade: RecordedTrade }[]>;
  /** Lists the records of an agent's trades that were filled (executed), oldest first. */
  filledOf(recordId: string): Promise<readonly Stored<RecordedTrade>[]>;
  /** Lists an agent's fills (the amounts of its executed trades), oldest first. */
  fillsOf(recordId: string): Promise<readonly KnownFill[]>;
  /** Lists trades of all agents that ended with a transaction and began at or after `sinceMs`, at most about `most`. */
  endedSince(sinceMs: number, most: number): Promise<readonly { readonly tradeId: string; readonly recordId: string }[]>;
  /** Lists the trades that ended in a transaction; several, if the transaction was a batch. */
  ofTransaction(txHash: TransactionHash, limit: number): Promise<readonly Stored<RecordedTrade>[]>;
  /** Lists the latest trades of an agent that are in a given state, newest first. */
  newestOf(recordId: string, state: RecordedTrade['state'], limit: number): Promise<readonly RecordedTrade[]>;
};

/** A trade as stored. Records of the oldest versions do not contain the executor's address, because a chain had only one executor then. */
type StoredTrade = Omit<RecordedTrade, 'executor'> & Partial<Pick<RecordedTrade, 'executor'>>;

export const AUTOPILOT_TRADES: CollectionSpec = {
  name: 'autopilot-trades',
  ofWallet: { by: 'recordId' },
  indexes: [['recordId', 'state', 'startedAtMs'], ['txHash']],
  form: documentForm<StoredTrade>({
    ...{ recordId: text, startedAtMs: time, executor: optional(text), deadlineSec: integer, gatherer: optional(text) },
    gas: optional(paidGasForm),
    ...{ state: oneOf('open', 'filled', 'failed', 'returned'), txHash: nullable(text), reason: nullable(text) },
    intent: membersOf<TradeIntent>({
      ...{ strategyId: text, strategyType: optional(text), side: oneOf('buy', 'sell') },
      ...{ tokenIn: text, tokenOut: text, amountIn: digits, reason: text },
    }),
    routes: optional(
      membersOf<RouteTrail>({
        ...{ chosen: nullable(text), more: optional(integer) },
        asked: listOf(
          membersOf<AskedRoute>({
            ...{ source: text, result: text, amountOut: optional(text), gas: optional(text), detail: optional(text) },
          }),
        ),
      }),
    ),
    fill: nullable(membersOf<TradeFill>({ amountIn: digits, amountOut: digits, blockTimeSec: integer, fee: optional(digits) })),
  }),
};

const PAGE = 500;

/** Receives the results of trades, to count them for each day. `subjectOf` returns the id of an agent's actor. */
export type CountTrades = {
  readonly sums: Pick<DaySums, 'add' | 'takeBack'>;
  readonly failures: Pick<DayFailures, 'note' | 'takeBack'>;
  readonly subjectOf: (recordId: string) => string;
};

/** @param deps.earned receives the amount by which a trade's known fee changes when its result is recorded */
export function createTradeRepository(deps: {
  records: RecordStore;
  earned?: Pick<FeeSums, 'add'> | undefined;
  days?: CountTrades | undefined;
}): TradeRepository {
  const trades = deps.records.collection<RecordedTrade>(AUTOPILOT_TRADES);

  async function countOnDay(tradeId: string, before: RecordedTrade, end: TradeEnd, chainId: number | undefined): Promise<void> {
    const { sums, failures, subjectOf } = deps.days ?? {};
    const { recordId, intent } = before;
    if (chainId !== undefined && canonicalJson(before.fill) !== canonicalJson(end.fill)) {
      if (before.fill !== null) await sums?.takeBack(countedFill(chainId, intent.tokenIn, before.fill));
      if (end.fill !== null) await sums?.add(countedFill(chainId, intent.tokenIn, end.fill));
    }
    const subject = subjectOf?.(recordId);
    if (end.state === 'failed' && subject !== undefined)
      await failures?.note(tradeId, { kind: 'agent', subject, reason: end.reason ?? 'The trade failed.' });
    else if (before.state === 'failed') await failures?.takeBack(tradeId, 'agent');
  }

  async function all(recordId: string, state: RecordedTrade['state']): Promise<readonly Stored<RecordedTrade>[]> {
    const found: Stored<RecordedTrade>[] = [];
    const query = { where: { recordId, state }, sort: { field: 'startedAtMs', order: 'ascending' }, limit: PAGE } as const;
    for await (const { rows } of pagesOf((after) => trades.find({ ...query, ...after }))) found.push(...rows);
    return found;
  }

  return {
    async open(recordId, { tradeId, intent, startedAtMs }, sent) {
      const nothing = { fill: null, txHash: null, reason: null };
      await trades.insert(tradeId, { recordId, intent, startedAtMs, ...sent, state: 'open', ...nothing });
    },
    get: (tradeId) => trades.get(tradeId),
    async close(tradeId, end, vault) {
      for (;;) {
        const stored = await trades.get(tradeId);
        if (stored === null) return;
        const { _id, rev, ...trade } = stored;
        if (!(await trades.update(tradeId, rev, { ...trade, ...end }))) continue;
        const amount = feeOf(end.fill) - feeOf(trade.fill);
        await countOnDay(tradeId, trade, end, vault?.chainId);
        if (vault !== undefined && amount !== 0n) await deps.earned?.add({ ...vault, token: trade.intent.tokenIn, amount });
        return;
      }
    },
    async noteGas(tradeId, given) {
      for (;;) {
        const stored = await trades.get(tradeId);
        const gas = gasToKeep(stored?.gas, given);
        if (stored === null || gas === undefined || gas === stored.gas) return;
        const { _id, rev, ...trade } = stored;
        if (await trades.update(tradeId, rev, { ...trade, gas })) return;
      }
    },
    async endedSince(sinceMs, most) {
      const found: { tradeId: string; recordId: string }[] = [];
      for await (const page of pagesOf((after) => trades.scan({ limit: PAGE, ...after }))) {
        for (const { _id: tradeId, recordId, state, txHash, startedAtMs } of page.rows)
          if (state !== 'open' && txHash !== null && startedAtMs >= sinceMs) found.push({ tradeId, recordId });
        if (found.length >= most) break;
      }
      return found;
    },
    ofTransaction: async (txHash, limit) => (await trades.find({ where: { txHash }, limit })).rows,
    newestOf: async (recordId, state, limit) =>
      (await trades.find({ where: { recordId, state }, sort: { field: 'startedAtMs', order: 'descending' }, limit })).rows,
    openOf: async (recordId) => (await all(recordId, 'open')).map(({ _id: tradeId, ...trade }) => ({ tradeId, trade })),
    filledOf: (recordId) => all(recordId, 'filled'),
    fillsOf: async (recordId) => (await all(recordId, 'filled')).flatMap(({ intent, fill }) => (fill === null ? [] : [{ intent, fill }])),
  };
}

function countedFill(chainId: number, token: Address, { amountIn, blockTimeSec }: TradeFill): CountedFill {
  return { kind: 'agent', chainId, token, amount: BigInt(amountIn), atMs: blockTimeSec * 1_000 };
}

function feeOf(fill: TradeFill | null): bigint {
  return BigInt(fill?.fee ?? 0);
}
