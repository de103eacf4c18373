import type { DcaVault, VaultEvent } from '../../platform/chain/dca-vault/dca-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { doublingPauseMs } from '../../values/doubling-pause.ts';
import { redactUrls } from '../../values/redact-urls.ts';

/**
 * An event of a vault that could not be applied, kept until it can be: the events behind it do not wait. It is read from its block again when
 * it is retried, so that one that a reorg took back is dropped.
 */
type DeferredEvent = {
  readonly chainId: number;
  readonly vault: string;
  readonly kind: string;
  readonly wallet: string;
  readonly positionId: number;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly logIndex: number;
  readonly attempts: number;
  readonly lastError: string;
  /** UTC ms. */
  readonly nextAttemptAtMs: number;
};

export const DEFERRED_EVENTS = { name: 'dca-deferred-events', indexes: [['chainId', 'nextAttemptAtMs']] } as const;

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** Retried in one run, so that a stranger's many bad events cost each run little. */
const RETRIED_AT_ONCE = 20;
const MAX_ERROR_CHARS = 500;

/** Keeps the events of DCA vaults that could not be applied. Every write may be repeated. */
export type DeferredEvents = {
  /** @throws RetryableError when the store is away: then nothing may move on */
  defer(place: EventPlace, event: VaultEvent, error: unknown): Promise<void>;
  /** Applies those that are due; one that fails again waits longer, one that the chain no longer has is dropped. */
  retryDue(vault: ReadableVault, apply: (event: VaultEvent, timeSec: number) => Promise<void>): Promise<void>;
};
export type EventPlace = Pick<DcaVault, 'chainId' | 'address'>;
export type ReadableVault = Pick<DcaVault, 'chainId' | 'address' | 'readEvents'>;

export function createDeferredEvents(deps: { records: RecordStore; clock: Clock; log: Log }): DeferredEvents {
  const { clock, log } = deps;
  const rows = deps.records.collection<DeferredEvent>(DEFERRED_EVENTS);

  async function defer({ chainId, address: vault }: EventPlace, event: VaultEvent, error: unknown): Promise<void> {
    const { kind, wallet, positionId } = event;
    const { blockNumber, blockHash, logIndex } = event.log;
    const known = await rows.get(`${chainId}/${blockHash}/${logIndex}`);
    const at = { chainId, vault, kind, wallet, positionId, blockNumber, blockHash, logIndex };
    await postpone({ ...at, attempts: known?.attempts ?? 0 }, error);
  }

  async function postpone(event: Omit<DeferredEvent, 'lastError' | 'nextAttemptAtMs'>, error: unknown): Promise<void> {
    const { chainId, vault, kind, wallet, positionId, blockNumber, blockHash, logIndex } = event;
    const at = { chainId, vault, kind, wallet, positionId, blockNumber, blockHash, logIndex };
    const attempts = event.attempts + 1;
    const lastError = redactUrls((error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARS));
    const pauseMs = doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, attempts);
    await rows.put(`${chainId}/${blockHash}/${logIndex}`, { ...at, attempts, lastError, nextAttemptAtMs: clock.now() + pauseMs });
    log.warn('A vault event could not be applied and is retried later', { ...at, attempts, error });
  }

  return {
    defer,
    async retryDue(vault, apply) {
      const due = await rows.find({
        where: { chainId: vault.chainId },
        range: { field: 'nextAttemptAtMs', to: clock.now() },
        sort: { field: 'nextAttemptAtMs', order: 'ascending' },
        limit: RETRIED_AT_ONCE,
      });
      for (const row of due.rows) {
        try {
          const found = row.vault === vault.address ? await readAgain(vault, row) : null;
          if (found !== null) await apply(found.event, found.timeSec);
          await rows.remove(row._id);
        } catch (error) {
          await postpone(row, error);
        }
      }
    },
  };
}

/** The event as the chain has it now; null when a reorg took it back. */
async function readAgain(vault: ReadableVault, row: DeferredEvent): Promise<{ event: VaultEvent; timeSec: number } | null> {
  return await vault.readEvents(async (reader) => {
    const block = await reader.block(row.blockNumber);
    if (block === null || block.hash !== row.blockHash) return null;
    const events = await reader.events(row.blockNumber, row.blockNumber);
    const event = events.find(({ log }) => log.blockHash === row.blockHash && log.logIndex === row.logIndex);
    return event === undefined ? null : { event, timeSec: block.timeSec };
  });
}
