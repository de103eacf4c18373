import type { SettingReader } from './setting-reader.ts';

/** Bounds over all wallets and clients; 0 switches one off. */
export type StrangersConfig = {
  /** Trade records that are looked after although no chain has shown their transaction, and copies of transactions that one has. */
  readonly maxUnseenTrades: number;
};

export function readStrangers(reader: SettingReader): StrangersConfig {
  return { maxUnseenTrades: reader.integer('MAX_UNSEEN_TRADES', { default: 5_000, min: 0, max: 1_000_000 }) };
}
