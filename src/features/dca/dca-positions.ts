import type { JsonObject } from '../../values/json.ts';
import type { DcaLink, DcaReading, NewDcaRecord } from './dca-record.ts';

/**
 * The actors of the records, as this service talks to them. Every call may be repeated: the same one twice changes nothing more.
 * They throw what `ActorRef.ask` throws, and TerminalError `dca-not-found` (404) for a record that is not there.
 */
export type DcaPositions = {
  /** Creates it, or answers with the one that is there. */
  create(record: NewDcaRecord): Promise<DcaReading>;
  read(recordId: string): Promise<DcaReading | null>;
  /** All of a wallet, newest first. */
  listOf(wallet: string): Promise<readonly DcaReading[]>;
  /** Merges what a client wrote into the record. */
  claim(recordId: string, fields: JsonObject): Promise<DcaReading>;
  /** A client asked for a record that had been found on chain before. */
  askedFor(recordId: string, asked: { readonly isAutoBuy: boolean; readonly timeFrame: string | null }): Promise<DcaReading>;
  link(recordId: string, link: DcaLink): Promise<void>;
  unlink(recordId: string, link: DcaLink): Promise<void>;
  /** Something happened to its position on chain. */
  look(recordId: string): Promise<void>;
  /** Has the chain's vault events read now instead of at the next tick. */
  followChain(chainId: number): Promise<void>;
};

/** Of a wallet's positions that live in a vault the oldest ones' records, at most `limit`. */
export type OldestOpenPositions = { oldestOpenOf(wallet: string, limit: number): Promise<readonly string[]> };
