import { integer, lineOf } from '../kinds.ts';
import { defineSettings, setting } from '../setting.ts';

export const ticks = defineSettings({
  of: 'process',
  title: 'Ticks and actors',
  settings: {
    /** Interface document, "DCA", 4: whatever the schedule is, the jobs run. */
    cron: setting({
      lines: [lineOf('CRON', 'true', 'false, and nothing else, stops the ticks: nothing is executed then.')],
      read: (reader) => reader.text('CRON') !== 'false',
      say: (isOn) => (isOn ? 'on' : 'off: nothing is executed'),
    }),
    tickIntervalMs: integer('TICK_INTERVAL_MS', {
      ...{ default: 60_000, min: 10, max: 60_000 },
      doc: '60000 fires at second 0 of each UTC minute. Less is for tests on an accelerated clock.',
    }),
    maxResidentActors: integer('MAX_RESIDENT_ACTORS', {
      ...{ default: 200_000, min: 100, max: 100_000_000 },
      doc: 'Actors that are kept in memory; beyond that those not used for longest are read again when they are needed.',
    }),
    mailboxLimit: integer('MAILBOX_LIMIT', {
      ...{ default: 1_000, min: 1, max: 1_000_000 },
      doc: 'Events that may wait for one actor before callers get 503.',
    }),
  },
});
