import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { settingNames } from '../config.ts';
import { createDoctor } from '../operator/doctor/create-doctor.ts';
import { examineRedis } from '../platform/cache/redis/examine-redis.ts';
import { createMemoryRecordStore } from '../platform/store/memory/memory-record-store.ts';
import { openStoreAt, storeUrlOf } from './open-store.ts';
import { createOperatorSystem } from './operator-system.ts';
import { collections, followers, modules } from './registry.ts';
import { STORE_PROBES } from './watch-store.ts';

const SQLITE = 'sqlite:';

/** The `doctor` command, which checks the requirements of this process and of its modules. */
export const examine = createDoctor({
  modules,
  followers,
  countSettings: () => settingNames().size,
  redis: examineRedis,
  store: {
    missingAt(config) {
      const url = storeUrlOf(config);
      const path = url.startsWith(SQLITE) ? url.slice(SQLITE.length) : null;
      return path === null || existsSync(path) ? null : path;
    },
    open: (config, clock, onWrong) => openStoreAt(storeUrlOf(config), clock, onWrong),
    emptyRecords: (clock) => createMemoryRecordStore({ clock }),
    collections,
    probes: STORE_PROBES,
    newProbeId: () => `doctor-${randomBytes(6).toString('hex')}`,
    async findOverdue(actors, { config, clock, beforeMs }) {
      const { operator } = createOperatorSystem(actors, { config, clock });
      const { actors: found } = await operator.list({ order: 'oldest', limit: 1, wakeBeforeMs: beforeMs });
      return found[0]?.record.id ?? null;
    },
    async readMongoTime(url) {
      // The database driver is loaded on demand, because loading it takes a seventh of the start time.
      const { readMongoTime } = await import('../platform/store/mongo/read-server-time.ts');
      return await readMongoTime(url);
    },
  },
});
