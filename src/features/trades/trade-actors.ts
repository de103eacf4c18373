import type { TradeObservation, TradeReading, TradeStatusWord, TradeTerms } from './trade-record.ts';

export type OpenKind = 'unseen' | 'seen';

/** The actors of the trades, as this service talks to them. They throw what `ActorRef.ask` throws. */
export type TradeActors = {
  /** Creates it, or answers with the one that is there under this id. */
  create(input: { readonly terms: TradeTerms; readonly requestDigest: string; readonly createdAtMs: number }): Promise<TradeReading>;
  read(tradeId: string): Promise<TradeReading | null>;
  /** Newest first. */
  list(query: {
    readonly wallet: string;
    readonly statuses?: readonly TradeStatusWord[];
    readonly limit: number;
    readonly cursor?: string;
  }): Promise<{ readonly trades: readonly TradeReading[]; readonly cursor: string | null }>;
  /** Of those that are looked after, of all wallets: how many there are that no chain has shown, or that one has (`seen`). */
  countOpen(kind: OpenKind): Promise<number>;
  /** The same ones, the oldest first. */
  oldestOpen(
    kind: OpenKind,
    page: { readonly limit: number; readonly cursor?: string },
  ): Promise<{ readonly trades: readonly TradeReading[]; readonly cursor: string | null }>;
  /** The trade after it was told: its `hash` says whether it took it. */
  setHash(tradeId: string, hash: string): Promise<TradeReading>;
  /** What its aggregator finds it by; taken only while the trade has none. */
  setReference(tradeId: string, reference: Readonly<Record<string, string>>): Promise<TradeReading>;
  /** Notes a client's word; the trade after it shows whether it was. */
  claim(tradeId: string, said: { readonly status: TradeStatusWord | null; readonly destinationHash: string | null }): Promise<TradeReading>;
  /** No more looks at an open trade by itself; a hash or a look that somebody asks for opens it again. */
  setAside(tradeId: string): Promise<TradeReading>;
  observe(tradeId: string, observation: TradeObservation): Promise<TradeReading>;
  /** What is seen of a trade whose end the chain may have taken back. */
  doubt(tradeId: string, observation: TradeObservation): Promise<TradeReading>;
};
