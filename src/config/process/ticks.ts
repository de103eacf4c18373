import { integer, lineOf } from '../kinds.ts';
import { defineSettings, setting } from '../setting.ts';

export const ticks = defineSettings({
  of: 'process',
  title: 'Ticks and actors',
  settings: {
    /**
     * By default the node wakes actors by its own timer, because the API specification ("DCA", 4) requires that jobs run on a schedule of
     * the service itself.
     */
    cron: setting({
      lines: [
        lineOf(
          'CRON',
          'true',
          'false: this node does not wake actors (no ticks), so that it executes nothing. Any other value: it wakes actors regularly.',
        ),
      ],
      read: (reader) => reader.text('CRON') !== 'false',
      say: (isOn) => (isOn ? 'on' : 'off: nothing is executed'),
    }),
    tickIntervalMs: integer('TICK_INTERVAL_MS', {
      ...{ default: 60_000, min: 10, max: 60_000 },
      doc: 'Interval in milliseconds at which due actors are woken (a tick). With 60000, this happens at second 0 of each UTC minute. Smaller values are for tests with an accelerated clock.',
    }),
    maxResidentActors: integer('MAX_RESIDENT_ACTORS', {
      ...{ default: 200_000, min: 100, max: 100_000_000 },
      doc: 'Maximum number of actors in memory. If there are more, the least recently used ones are evicted, and loaded again when they are needed.',
    }),
    mailboxLimit: integer('MAILBOX_LIMIT', {
      ...{ default: 1_000, min: 1, max: 1_000_000 },
      doc: 'Maximum number of events that wait for one actor. Callers that send further events to it get 503.',
    }),
  },
});
