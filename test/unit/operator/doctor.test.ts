import { expect, test } from 'bun:test';
import { loadConfig } from '../../../src/config.ts';
import type { Examination, ExaminedChain } from '../../../src/module/examination.ts';
import { createDoctor } from '../../../src/operator/doctor/create-doctor.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { type Finding, ok } from '../../../src/values/finding.ts';

const clock = { now: () => 1_700_000_000_000 };
const PROBES = { name: 'probes' };

/** Returns the findings of a doctor with these modules on a memory store; with null, on a store that does not exist yet. */
async function findings(
  modules: readonly { readonly name: string; readonly examinations?: readonly Examination<never>[] }[],
  missingAt: string | null = null,
): Promise<readonly Finding[]> {
  let closed = 0;
  const doctor = createDoctor({
    modules,
    followers: [],
    countSettings: () => 7,
    redis: () => Promise.reject(new Error('There is no Redis here')),
    store: {
      missingAt: () => missingAt,
      open: async () => ({
        ...{ actors: createMemoryActorStore(), records: createMemoryRecordStore({ clock }), description: 'memory' },
        async close() {
          closed += 1;
        },
      }),
      emptyRecords: () => createMemoryRecordStore({ clock }),
      ...{ collections: [PROBES], probes: PROBES, newProbeId: () => 'probe' },
      findOverdue: async () => null,
      readMongoTime: async () => null,
    },
  });
  const found = await Array.fromAsync(doctor(loadConfig({ DEVNET: '0' }), clock));
  expect(closed).toBe(missingAt === null ? 1 : 0);
  return found;
}

const OF_PROCESS = ['settings', 'store', 'store writes', 'indexes', 'documents', 'quarantine', 'actor records', 'overdue'];

test('modules are examined after the process’s own dependencies: their records, then the rest, each in the order of the list', async () => {
  const chain = { chain: { chainId: 137 } } as ExaminedChain;
  const found = await findings([
    { name: 'first', examinations: [{ of: 'chain', examine: async ({ chain: { chainId } }) => [ok(`chain ${chainId} first`, '')] }] },
    {
      name: 'chains',
      examinations: [
        {
          of: 'node',
          examine: async (_examined, _settings, examineChain) => [ok('endpoint', ''), ...(await examineChain(chain)), ok('clock', '')],
        },
      ],
    },
    { name: 'none' },
    { name: 'last', examinations: [{ of: 'store', examine: async () => [ok('records', '')] }] },
  ]);
  expect(found.map(({ check }) => check)).toEqual([...OF_PROCESS, 'records', 'endpoint', 'chain 137 first', 'clock']);
  expect(found.filter(({ isOk }) => !isOk)).toEqual([]);
});

test('without a store the examinations of records are left out', async () => {
  const examinations: readonly Examination<never>[] = [
    { of: 'store', examine: async () => [ok('records', '')] },
    { of: 'node', examine: async () => [ok('node', '')] },
  ];
  const found = await findings([{ name: 'one', examinations }], '/data/coxswain.db');
  expect(found.map(({ check }) => check)).toEqual(['settings', 'store', 'node']);
});

test('an examination that fails is a finding, and the others continue; foreign messages are not shown', async () => {
  const found = await findings([
    { name: 'foreign', examinations: [{ of: 'node', examine: () => Promise.reject(new Error('https://host/secret-key')) }] },
    {
      name: 'ours',
      examinations: [
        { of: 'node', examine: () => Promise.reject(new RetryableError({ code: 'away', message: 'It is away.' })) },
        { of: 'node', examine: async () => [ok('next', '')] },
      ],
    },
  ]);
  expect(found.slice(OF_PROCESS.length)).toMatchObject([
    { check: 'foreign', isOk: false, message: expect.stringContaining('The check failed.') },
    { check: 'ours', isOk: false, message: expect.stringContaining('It is away.') },
    { check: 'next', isOk: true },
  ]);
  expect(JSON.stringify(found)).not.toContain('secret-key');
});
