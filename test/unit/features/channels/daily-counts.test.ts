import { expect, test } from 'bun:test';
import { CHANNEL_COUNTS, createCounts } from '../../../../src/features/channels/daily-counts.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';

const DAY = 86_400_000;

test('the count of all wallets is removed after every other one of its day, so that many others cannot reset it', async () => {
  let nowMs = 20_000 * DAY + 5;
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  const counts = createCounts({ records, clock });
  const mails = { most: 1, windowMs: DAY, what: 'The most mails were sent today.', isOfAll: true };
  await counts.take('mails', mails);
  for (let n = 0; n < 5; n += 1) await counts.take(`wallet ${n}`, { most: 1, windowMs: DAY, what: 'Too many.' });
  const { rows } = await records
    .collection(CHANNEL_COUNTS)
    .find({ where: {}, sort: { field: 'expiresAtMs', order: 'ascending' }, limit: 9 });
  expect(rows.at(-1)?._id).toStartWith('mails/');
  await expect(counts.take('mails', mails)).rejects.toMatchObject({ code: 'too-many-messages', retryAfterMs: DAY - 5 });
  nowMs += DAY;
  await counts.take('mails', mails);
});
