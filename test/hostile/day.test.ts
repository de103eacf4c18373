import { expect, test } from 'bun:test';
import { runStrangersDay } from './day/strangers-day.ts';

/**
 * This test simulates only some minutes. `npm run test:hostile -- --only day` simulates a whole day and also checks how long honest clients
 * wait.
 */
test('half an hour of strangers at the limits: the disk stays under its bound, honest clients are served, and all the data is removed after a day', async () => {
  const report = await runStrangersDay({ minutes: 30, minutesOfPart: 15, rate: 2, clients: 3, isPaced: false });
  expect(report.problems).toEqual([]);
  const [, flooded] = report.parts;
  expect(flooded?.limited).toBeGreaterThan(0);
  // The strangers must have written data; otherwise the test would prove nothing.
  for (const left of Object.values(report.beforeClearing)) expect(left).toBeGreaterThanOrEqual(2 * 3 * 15);
  expect(report.calm.asked).toBeGreaterThan(100);
}, 60_000);
