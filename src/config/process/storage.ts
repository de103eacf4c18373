import { loginIn } from '../../values/secrets-in-url.ts';
import { exampleOf, integer, text } from '../kinds.ts';
import { hostOf } from '../say.ts';
import { defineSettings, type Setting } from '../setting.ts';

const CLUSTER = 'Set MONGODB_URL and REDIS_URL to run as one node of a cluster.';

export const storage = defineSettings({
  of: 'process',
  title: 'Storage',
  settings: {
    dataDir: text('DATA_DIR', { default: './data', doc: 'The folder for the embedded SQLite database and the state of the devnet.' }),
    /** URL of a MongoDB store. Without MONGODB_URL, the store is a SQLite database in `dataDir`. */
    mongodbUrl: storeUrl('MONGODB_URL', {
      ...{ protocols: ['mongodb:', 'mongodb+srv:'], example: 'mongodb://localhost:27017/coxswain' },
      none: 'not set: embedded SQLite',
    }),
    /** URL of a Redis server. Without REDIS_URL, the cache is kept in the process, and the service consists of a single node. */
    redisUrl: storeUrl('REDIS_URL', {
      ...{ protocols: ['redis:', 'rediss:'], example: 'redis://localhost:6379' },
      none: 'not set: in process',
    }),
    historyRetentionDays: integer('HISTORY_RETENTION_DAYS', {
      ...{ default: 90, min: 1, max: 36_500 },
      doc: 'Number of days for which old revisions of actors are kept. The current state of an actor is never removed.',
    }),
    diskFloorMb: integer('DISK_FLOOR_MB', {
      ...{ default: 512, min: 0, max: 1_000_000_000 },
      doc:
        'Minimum free space on the disk of DATA_DIR, in MB. With less free space, no new data of unauthenticated clients is ' +
        'stored: their writes and /api/ready answer 503. Work with money on chain continues. 0: no limit. Not used with ' +
        'MONGODB_URL.',
    }),
    strangersMbPerDay: integer('STRANGERS_MB_PER_DAY', {
      ...{ default: 2_048, min: 0, max: 1_000_000 },
      doc:
        'Maximum amount of data, in MB, that all unauthenticated clients together may write in 24 hours to the histories of records ' +
        'without on-chain evidence. When half of it is used, the clients with the most requests get 503. When all of it is used, ' +
        'every client gets 503 for new records of this kind. Work with money on chain continues. 0: no limit.',
    }),
  },
});

function storeUrl(
  name: string,
  rule: { readonly protocols: readonly string[]; readonly example: string; readonly none: string },
): Setting<string | undefined> {
  return {
    lines: [exampleOf(name, rule.example, CLUSTER)],
    read: (reader) => reader.url(name, rule.protocols),
    say: (url) => (url === undefined ? rule.none : hostOf(url)),
    secretsIn: (url) => (url === undefined ? [] : [url, ...loginIn(url)]),
  };
}
