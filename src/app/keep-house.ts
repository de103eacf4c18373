import { forgetStrangers } from '../module/forget-strangers.ts';
import type { StartedModules } from '../module/start-modules.ts';
import { followPauses } from '../operator/operations/follow-pauses.ts';
import type { TypePauses } from '../operator/operations/type-pauses.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import { repeatWork } from '../platform/loop/repeat-work.ts';
import type { Timers } from '../runtime/engine/timers.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import type { Closing } from './closing.ts';
import type { OpenPlatform } from './open-platform.ts';
import { keepHistoryFor } from './retention.ts';

/**
 * Time in ms between two reads of the list of paused actor types. When another node pauses an actor type, the pause takes effect on this
 * node after at most this time.
 */
const PAUSES_EVERY_MS = 1_000;

/**
 * Time in ms between two updates of the shared count of bytes that unauthenticated clients have written. In each update, this node adds its
 * own count to the count of all nodes.
 */
const WRITTEN_EVERY_MS = 10_000;

/**
 * Starts the regular background work of a node that does not depend on ticks (the regular checks of due actors): reading which actor types
 * are paused, and deleting expired data of unauthenticated clients and old history.
 */
export function keepHouse(
  open: OpenPlatform,
  parts: {
    readonly system: ActorSystem;
    readonly modules: StartedModules;
    readonly pauses: TypePauses;
    readonly clearingTimers: Timers | undefined;
  },
  closing: Closing,
): void {
  const { config, store, clock, log } = open.platform;
  const { system, modules, pauses, clearingTimers: timers = systemTimers } = parts;
  closing.add(followPauses(pauses, { timers: systemTimers, everyMs: PAUSES_EVERY_MS, log }).stop);
  const { forgotten: onForgotten } = open.counting.service;
  closing.add(forgetStrangers({ ...modules.strangers, forget: system.forget, onForgotten, clock, log, timers }).stop);
  closing.add(shareWritten(open));
  closing.add(keepHistoryFor(config.historyRetentionDays, { store, clock, log }).stop);
  if (open.openStore.isShared) return;
  // Only one service uses a SQLite file, so the leases (time-limited claims of effects) that it contains at the start belong to a process
  // that has ended. In other stores, such leases may belong to another node.
  const takingOver = system
    .takeOver()
    .catch((error: unknown) =>
      log.error('Taking over the unfinished effects (such as transactions to send) of the previous run of the service failed', { error }),
    );
  closing.add(async () => void (await takingOver));
}

/**
 * Shares the byte count of unauthenticated clients' writes with the other nodes, and with the next run of this node. Returns a function
 * that shares the count a last time and then stops.
 */
function shareWritten({ writtenHours, platform: { clock, log } }: OpenPlatform): () => Promise<void> {
  const repeats = createRepeats({ log, now: () => clock.now() });
  const share = async () => {
    try {
      await writtenHours.share();
      repeats.over('share', "The count of unauthenticated clients' writes is shared with other nodes again");
    } catch (error) {
      repeats.warn('share', "Sharing the count of unauthenticated clients' writes with other nodes failed; retried in a few seconds", {
        error,
      });
    }
  };
  // Runs the updates of the shared byte count one after another, because two concurrent updates would add the same bytes twice.
  let sharing = share();
  const shareNext = () => {
    sharing = sharing.then(share);
    return sharing;
  };
  const repeated = repeatWork(systemTimers, WRITTEN_EVERY_MS, shareNext);
  return async () => {
    await repeated.stop();
    await shareNext();
  };
}
