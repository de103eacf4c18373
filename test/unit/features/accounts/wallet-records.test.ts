import { expect, test } from 'bun:test';
import { actorDefinitions } from '../../../../src/app/registry.ts';
import { createWalletRecords } from '../../../../src/features/accounts/wallet-records.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asAddress } from '../../../support/branded.ts';

const ALICE = asAddress(`0x${'aa'.repeat(20)}`);

test('others learn only how many records a wallet has that anybody may read', async () => {
  const records = createWalletRecords({
    records: createMemoryRecordStore({ clock: { now: () => 0 } }),
    store: { list: async () => ({ actors: [], cursor: null }), count: async () => 3 },
    collections: [],
    actorTypes: ['trade', 'channel'],
    publicTypes: ['trade'],
  });
  expect(await records.counts(ALICE)).toEqual({ trade: 3, channel: 3 });
  expect(await records.counts(ALICE, { publicOnly: true })).toEqual({ trade: 3 });
});

test('what belongs to a wallet that has signed in, or to its chat, is not public', () => {
  const open = actorDefinitions.filter(({ isPublic }) => isPublic === true).map(({ type }) => type);
  expect(open.toSorted()).toEqual(['autopilot-agent', 'dca-position', 'rocket', 'trade']);
});
