import type { Address } from '../../values/address.ts';
import type { DcaLink, NewDcaRecord } from '../../values/dca-terms.ts';
import type { JsonObject } from '../../values/json.ts';
import type { DcaReading } from './dca-record.ts';

/**
 * Gives the DCA service access to the actors of DCA records. Every call can be repeated without a further effect. All calls throw the
 * errors of `ActorRef.ask`, and TerminalError `dca-not-found` (404) when the record does not exist.
 */
export type DcaPositions = {
  /** Creates a DCA record, or returns the existing record with the same id. */
  create(record: NewDcaRecord): Promise<DcaReading>;
  read(recordId: string): Promise<DcaReading | null>;
  /** Lists the DCA records of a wallet, newest first. */
  listOf(wallet: Address): Promise<readonly DcaReading[]>;
  /** Merges client fields into a DCA record. */
  claim(recordId: string, fields: JsonObject): Promise<DcaReading>;
  /** Stores that a client created a position's record, after the record had already been created from the chain. */
  askedFor(recordId: string, asked: { readonly isAutoBuy: boolean; readonly timeFrame: string | null }): Promise<DcaReading>;
  link(recordId: string, link: DcaLink): Promise<void>;
  unlink(recordId: string, link: DcaLink): Promise<void>;
  /** Makes the record's actor read its position from the vault, because the position changed on chain. */
  look(recordId: string): Promise<void>;
  /** Reads the new vault events of a chain now, instead of waiting for the next tick (once a minute). */
  followChain(chainId: number): Promise<void>;
};

/** Returns the record ids of a wallet's oldest positions in a vault, at most `limit`. */
export type OldestOpenPositions = { oldestOpenOf(wallet: Address, limit: number): Promise<readonly string[]> };

/** Lists the newest positions of a chain that are linked to a record and are completed or cancelled, at most about `most`. */
export type FinishedPositions = {
  finishedOn(chainId: number, most: number): Promise<readonly (DcaLink & { readonly wallet: Address })[]>;
};
