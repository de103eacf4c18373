import { describe, expect, test } from 'bun:test';
import { nightlyTest, someOf } from '../support/which-cases.ts';
import { simulateSender } from './sender/simulate-sender.ts';

describe('one key with many transactions in flight, on bad days', () => {
  for (const seed of someOf([1, 2])) {
    test(`gives each request the outcome that the chain shows, and sends no call twice (seed ${seed})`, async () => {
      const report = await simulateSender({ minutes: 60, seed });
      expect(report.outcomes.mined).toBeGreaterThan(50);
      for (const trouble of [report.crashes, report.conflicts, report.reorgs, report.mostInFlight]) expect(trouble).toBeGreaterThan(5);
      expect(report.outcomes.expired).toBeGreaterThan(0);
      expect(report.replaced).toBeGreaterThan(0);
      expect(report.quarantines).toBe(0);
    }, 120_000);
  }

  nightlyTest(
    'finds out when bytes are sent before they are stored',
    async () => {
      const failure = await simulateSender({ minutes: 40, seed: 1, broken: 'broadcast-before-store' }).then(
        () => 'nothing',
        (error: unknown) => String(error),
      );
      expect(failure).toContain('sent before they were stored');
    },
    120_000,
  );
});
