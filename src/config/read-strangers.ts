import type { SettingReader } from './setting-reader.ts';

/** Bounds over all wallets and clients; 0 switches one off. */
export type StrangersConfig = {
  /** What all of them write in a day into histories of records that nothing on chain stands behind. */
  readonly maxMbPerDay: number;
  /** Trade records that are looked after although no chain has shown their transaction, and copies of transactions that one has. */
  readonly maxUnseenTrades: number;
  /** Dry runs of agents that go on; a client is an address. */
  readonly dryRuns: { readonly inAll: number; readonly perClient: number };
};

export function readStrangers(reader: SettingReader): StrangersConfig {
  const count = (name: string, most: number) => reader.integer(name, { default: most, min: 0, max: 1_000_000 });
  return {
    maxMbPerDay: count('STRANGERS_MB_PER_DAY', 2_048),
    maxUnseenTrades: count('MAX_UNSEEN_TRADES', 5_000),
    dryRuns: { inAll: count('MAX_DRY_RUNS', 500), perClient: count('MAX_DRY_RUNS_PER_CLIENT', 50) },
  };
}
