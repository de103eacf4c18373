import { forgetStrangers } from '../module/forget-strangers.ts';
import type { StartedModules } from '../module/start-modules.ts';
import { followPauses } from '../operator/operations/follow-pauses.ts';
import type { TypePauses } from '../operator/operations/type-pauses.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import type { Timers } from '../runtime/engine/timers.ts';
import type { ActorSystem } from '../runtime/system.ts';
import type { Closing } from './closing.ts';
import type { OpenPlatform } from './open-platform.ts';
import { keepHistoryFor } from './retention.ts';

/** How long another node may go on with a type that was paused, ms. */
const PAUSES_EVERY_MS = 1_000;

/** What goes on in the background beside ticks: learning of pauses, forgetting what strangers left, removing old history. */
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
  const { forgotten: onForgotten } = open.counting.outside;
  closing.add(forgetStrangers({ ...modules.strangers, forget: system.forget, onForgotten, clock, log, timers }).stop);
  closing.add(keepHistoryFor(config.historyRetentionDays, { store, clock, log }).stop);
  if (open.openStore.isShared) return;
  // A SQLite file has one service: what was claimed before belonged to one that died. Elsewhere it may be another node's.
  const takingOver = system
    .takeOver()
    .catch((error: unknown) => log.error('The effects of the last run could not be taken over', { error }));
  closing.add(async () => void (await takingOver));
}
