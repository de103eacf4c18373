import { expect, test } from 'bun:test';
import { createRamp, rampEntries } from '../../../../src/features/ramps/ramp-entries.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';

test.each(rampEntries.map(({ traits }) => traits.name))(
  '%s: a pause of an hour that a provider demands after an offer delays its orders by a minute at most',
  async (name) => {
    let nowMs = Date.UTC(2026, 0, 1);
    let asked = 0;
    const clock = { now: () => nowMs };
    const entry = rampEntries.find(({ traits }) => traits.name === name);
    if (entry === undefined) throw new TypeError(`There is no provider ${name}`);
    const fetch = async () => {
      asked += 1;
      return new Response('{}', { status: 429, headers: { 'retry-after': '99999999999' } });
    };
    const keys = { appId: 'app', apiKey: 'key', apiSecret: 'secret', partner: 'partner', url: 'http://127.0.0.1:9' };
    const { provider: ramp, pausedUntilMs } = createRamp(
      entry,
      { keys, secrets: [] },
      { fetch, clock, records: createMemoryRecordStore({ clock }) },
    );
    const check = async () => {
      const before = asked;
      await expect(ramp.check(new AbortController().signal)).rejects.toThrow();
      return asked - before;
    };
    expect(await check()).toBeGreaterThan(0);
    expect(await check()).toBe(0);
    expect(pausedUntilMs()).toBe(nowMs + 60_000);
    nowMs += 60_001;
    expect(pausedUntilMs()).toBeNull();
    expect(await check()).toBeGreaterThan(0);
  },
);
