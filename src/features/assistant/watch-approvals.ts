import type { Log } from '../../platform/log/log.ts';
import { warnedRound } from '../../platform/log/warned-round.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { APPROVAL_SCANS, LOOK_EVERY_MS, type StoredScan } from './approvals-scan.ts';
import type { OwnChains, ReadableChain } from './lookup/own-chains.ts';

export type WatchApprovals = {
  /** Scans the approvals of the wallets whose next scan is due. Errors are logged and not thrown. */
  readonly round: () => Promise<void>;
};

/**
 * Creates the rounds that scan the approvals of wallets again, so that a wallet is notified of a new risk even when nobody requests its
 * approvals. They include the wallets whose approvals a client has requested in the last 30 days. The time of the next scan is stored with
 * each scan, so restarts do not change the order.
 */
export function createWatchApprovals(deps: {
  readonly records: RecordStore;
  readonly chains: Pick<OwnChains, 'open'>;
  /** Reads the approvals of a wallet on a chain, and notifies the wallet of new ones. */
  readonly read: (place: ReadableChain, wallet: Address) => Promise<unknown>;
  /** Maximum number of scans in one round. A scan is for one wallet on one chain. */
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

  /** Reads the approvals of wallets whose next scan is due, those that have waited longest first. Returns how many were due. */
  async function readDue(where: { readonly isKnown?: true }, limit: number): Promise<number> {
    const due = await scans.find({
      ...{ where, limit, range: { field: 'lookAtMs', to: clock.now() } },
      sort: { field: 'lookAtMs', order: 'ascending' },
    });
    for (const { _id, rev, ...scan } of due.rows) {
      // Several nodes may find that the same scan is due. Only the node that succeeds in changing the time of the next scan reads the
      // approvals. A read that fails is repeated at that next time.
      const isOurs = await scans.update(_id, rev, { ...scan, lookAtMs: clock.now() + LOOK_EVERY_MS });
      if (isOurs) await readOne(scan);
    }
    return due.rows.length;
  }

  return {
    round: warnedRound(
      async () => {
        // Anyone can request the approvals of any number of wallets. Wallets that the service knows go first, so that the others do not
        // delay their scans.
        const known = await readDue({ isKnown: true }, most);
        if (known < most) await readDue({}, most - known);
      },
      {
        log,
        clock,
        failed: 'The approvals of wallets could not be read again',
        over: 'The approvals of wallets can be read again after failures',
      },
    ),
  };
}
