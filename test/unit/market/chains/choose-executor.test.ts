import { describe, expect, test } from 'bun:test';
import { chooseExecutor } from '../../../../src/market/chains/choose-executor.ts';
import { openChains } from '../../../../src/market/chains/open-chains.ts';
import type { Networks } from '../../../../src/market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../../../src/market/networks/network.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const executors = ['a', 'b', 'c'].map((digit) => parseAddress(`0x${digit.repeat(40)}`));
const subjects = Array.from({ length: 300 }, (_, i) => `agent ${i}`);
const choices = (of: readonly (typeof executors)[number][]) => subjects.map((subject) => chooseExecutor(of, subject));

describe('an executor for each agent', () => {
  test('is always the same one, in whatever order the keys are listed, and each key has its share', () => {
    const chosen = choices(executors);
    expect(choices(executors.toReversed())).toEqual(chosen);
    for (const executor of executors) expect(chosen.filter((one) => one === executor).length).toBeGreaterThan(60);
    expect(chooseExecutor([], 'agent')).toBeNull();
  });

  test('changes only for those that a new key takes over', () => {
    const before = choices(executors.slice(0, 2));
    const after = choices(executors);
    for (const [i, executor] of after.entries()) expect([executors[2], before[i]]).toContain(executor);
    expect(after).not.toEqual(before);
  });

  test('is one of a chain’s keys; what names no agent uses the first', async () => {
    const network = { id: 8453, nodeUrls: ['http://127.0.0.1:1'], confirmations: 3 } as Partial<EffectiveNetwork> as EffectiveNetwork;
    const networks: Pick<Networks, 'list'> = { list: async () => [network] };
    const keys = ['1', '2'].map((digit) => `0x${digit.repeat(64)}` as const);
    const deps = { networks: networks as Networks, log: silentLog, remote: {} };
    const { executorOf, executorsOf, signers } = await openChains({ default: [], byChain: { 8453: keys } }, deps);
    const [first, second] = executorsOf(8453);
    if (first === undefined || second === undefined) throw new Error('There are two keys');
    const twice = openChains({ default: [], byChain: { 8453: [...keys, `http://signer#0x${first.slice(2)}`] } }, deps);
    await expect(twice).rejects.toThrow(`EXECUTOR_KEY contains the key of ${first} twice for chain 8453`);
    expect(executorOf(8453)).toBe(first);
    expect(new Set(subjects.map((subject) => executorOf(8453, subject)))).toEqual(new Set([first, second]));
    expect([signers.has(8453, first), signers.has(8453, second)]).toEqual([true, true]);
    expect([executorOf(1), executorOf(1, 'agent'), executorsOf(1)]).toEqual([null, null, []]);
  });
});
