import type { ChainAddress } from '../../values/address.ts';
import type { TransactionHash } from '../../values/hash.ts';
import type { TradeObservation, TradeStatusWord, TradeTerms } from '../../values/trade-terms.ts';
import type { TradeReading } from './trade-record.ts';

export type OpenKind = 'unseen' | 'seen';

/** Gives the trade service access to the actors of trades. All functions throw the errors of `ActorRef.ask`. */
export type TradeActors = {
  /** Creates a trade, or returns the existing trade with the same id. */
  create(input: { readonly terms: TradeTerms; readonly requestDigest: string; readonly createdAtMs: number }): Promise<TradeReading>;
  read(tradeId: string): Promise<TradeReading | null>;
  /** Lists the trades that match the query, newest first. */
  list(query: {
    readonly wallet: ChainAddress;
    readonly statuses?: readonly TradeStatusWord[];
    readonly limit: number;
    readonly cursor?: string;
  }): Promise<{ readonly trades: readonly TradeReading[]; readonly cursor: string | null }>;
  /**
   * Counts the trades of all wallets whose status is checked automatically: either those whose transaction no chain has shown (`unseen`),
   * or those whose transaction a chain has shown (`seen`).
   */
  countOpen(kind: OpenKind): Promise<number>;
  /** Lists open trades of one kind (`countOpen` counts the same trades), oldest first. */
  oldestOpen(
    kind: OpenKind,
    page: { readonly limit: number; readonly cursor?: string },
  ): Promise<{ readonly trades: readonly TradeReading[]; readonly cursor: string | null }>;
  /** Lists the newest trades of all wallets that ended and were created at or after `sinceMs`, at most about `most`. */
  newestEnded(sinceMs: number, most: number): Promise<readonly TradeReading[]>;
  /** Sets a trade's transaction hash, and returns the trade as it is afterwards. Its `hash` shows whether the new hash was accepted. */
  setHash(tradeId: string, hash: TransactionHash): Promise<TradeReading>;
  /** Sets the reference under which the aggregator finds the trade; accepted only while the trade has none. */
  setReference(tradeId: string, reference: Readonly<Record<string, string>>): Promise<TradeReading>;
  /** Stores a client's statement about the trade. The returned trade shows whether the statement was accepted. */
  claim(tradeId: string, said: { readonly status: TradeStatusWord | null; readonly destinationHash: string | null }): Promise<TradeReading>;
  /** Stops the automatic checks of an open trade. A new hash or a requested check can start them again. */
  setAside(tradeId: string): Promise<TradeReading>;
  observe(tradeId: string, observation: TradeObservation): Promise<TradeReading>;
  /** Sends a trade the result of a new check, after a reorg may have removed its outcome. */
  doubt(tradeId: string, observation: TradeObservation): Promise<TradeReading>;
};
