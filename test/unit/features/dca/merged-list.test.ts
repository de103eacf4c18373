import { expect, test } from 'bun:test';
import type { DcaPositions } from '../../../../src/features/dca/dca-positions.ts';
import type { DcaReading } from '../../../../src/features/dca/dca-record.ts';
import { withMergedFields } from '../../../../src/features/dca/merged-fields.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asAddress, asUnits } from '../../../support/branded.ts';
import { dcaReading } from '../../../support/dca-reading.ts';

const WALLET = asAddress('0x00000000000000000000000000000000000000aa');
const RECORDS = 100;

/** Creates a hundred records of one wallet, newest first; the oldest one has a position on chain. */
function open() {
  const terms = {
    ...{ wallet: WALLET, chainId: 1, fromToken: asAddress('0xa'), toToken: asAddress('0xb'), fromDecimals: 6, toDecimals: 18 },
    ...{ amountBaseUnits: asUnits('1'), frequency: 1, durationSec: 60 },
  };
  const readings = Array.from({ length: RECORDS }, (_, at): DcaReading => {
    return dcaReading(`r-${at}`, terms, { positionId: at === RECORDS - 1 ? 7 : null, status: 'pending' });
  });
  const unasked = () => Promise.reject(new Error('Nobody asks for this'));
  const positions: DcaPositions = {
    ...{ create: unasked, askedFor: unasked, link: unasked, unlink: unasked, look: unasked, followChain: unasked, claim: unasked },
    read: async (id) => readings.find(({ record }) => record.id === id) ?? null,
    listOf: async () => readings,
  };
  const clock = { now: () => 0 };
  return withMergedFields(positions, { records: createMemoryRecordStore({ clock }), clock, tickEveryMs: 60_000 });
}

test('a list shows all records, with merged fields only as far as the reply stays small; a linked record comes first', async () => {
  const positions = open();
  for (let at = 0; at < RECORDS; at += 1) await positions.claim(`r-${at}`, { note: 'x'.repeat(16_000), more: 'y'.repeat(14_000) });
  const listed = await positions.listOf(WALLET);
  expect(listed.map(({ record }) => record.id)).toEqual(Array.from({ length: RECORDS }, (_, at) => `r-${at}`));
  expect(JSON.stringify(listed).length).toBeLessThan(600_000);
  const isWhole = ({ record }: DcaReading) => 'note' in record;
  expect([listed[0], listed.at(-1)].map((reading) => reading !== undefined && isWhole(reading))).toEqual([true, true]);
  expect(listed.filter(isWhole).length).toBeLessThan(20);
  // In a list, large fields of most records are omitted. A record that is read alone must have all its fields.
  expect(await positions.read('r-50')).toMatchObject({ record: { note: 'x'.repeat(16_000) } });
});

test('the fields that clients usually merge are shown with every record', async () => {
  const positions = open();
  for (let at = 0; at < RECORDS; at += 1) await positions.claim(`r-${at}`, { note: `note ${at}` });
  const listed = await positions.listOf(WALLET);
  expect(listed.map(({ record }) => ('note' in record ? record.note : null))).toEqual(
    Array.from({ length: RECORDS }, (_, at) => `note ${at}`),
  );
});
