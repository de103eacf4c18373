import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { APPROVAL_SCANS, LOOK_EVERY_MS, type StoredScan } from './approvals-scan.ts';
import type { OwnChains, ReadableChain } from './lookup/own-chains.ts';

export type WatchApprovals = {
  /** Reads the approvals of the wallets whose turn it is. Handles its own errors. */
  readonly round: () => Promise<void>;
};

/**
 * Reads the approvals of wallets again, so that a wallet is notified of a new risk although nobody asks. It concerns the wallets for which
 * somebody asked in the last 30 days. The time of the next read is in the scan itself, so restarts do not change the order.
 */
export function createWatchApprovals(deps: {
  readonly records: RecordStore;
  readonly chains: Pick<OwnChains, 'open'>;
  /** Reads the approvals of a wallet on a chain, and notifies the wallet of new ones. */
  readonly read: (place: ReadableChain, wallet: Address) => Promise<unknown>;
  /** Maximum number of wallets (each on one chain) in a round. */
  readonly most: number;
  readonly clock: Clock;
  readonly log: Log;
}): WatchApprovals {
  const { chains, clock, log, most } = deps;
  const scans = deps.records.collection<StoredScan>(APPROVAL_SCANS);

  async function readOne({ chainId, wallet }: StoredScan): Promise<void> {
    const opened = await chains.open(chainId);
    if (opened.found !== undefined) await deps.read(opened.found, wallet);
  }

  return {
    async round() {
      try {
        const due = await scans.find({
          where: {},
          range: { field: 'lookAtMs', to: clock.now() },
          sort: { field: 'lookAtMs', order: 'ascending' },
          limit: most,
        });
        for (const { _id, rev, ...scan } of due.rows) {
          // Several nodes may find the same scan; the one that moves its time reads it. A read that fails is repeated at the new time.
          const isOurs = await scans.update(_id, rev, { ...scan, lookAtMs: clock.now() + LOOK_EVERY_MS });
          if (isOurs) await readOne(scan);
        }
      } catch (error) {
        log.warn('The approvals of wallets could not be read again', { error });
      }
    },
  };
}
