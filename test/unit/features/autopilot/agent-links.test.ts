import { expect, test } from 'bun:test';
import { AUTOPILOT_WAITING, createAgentLinks, MAX_UNLINKED_PER_WALLET } from '../../../../src/features/autopilot/agent-links.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asAddress, asHash } from '../../../support/branded.ts';

const WALLET = asAddress('0x00000000000000000000000000000000000000aa');
const termsOf = (name: string) => ({ chainId: 1, wallet: WALLET, policyHash: asHash(name) });

test('the oldest record that was never linked is evicted; one whose link a fork removed stays', async () => {
  let nowMs = 1_000;
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  const links = createAgentLinks({ records, clock });
  const place = { chainId: 1, vault: asAddress('0xvault'), agentId: 1 };

  await links.wait('linked-once', termsOf('linked-once'));
  expect(await links.link(place, termsOf('linked-once'))).toBe('linked-once');
  await links.release(place, 'linked-once', termsOf('linked-once'));
  for (let i = 0; i < MAX_UNLINKED_PER_WALLET + 5; i += 1) {
    nowMs += 1;
    await links.wait(`agent-${i}`, termsOf(`agent-${i}`));
  }

  expect(await records.collection(AUTOPILOT_WAITING).count({ wallet: WALLET })).toBe(MAX_UNLINKED_PER_WALLET + 1);
  expect(await links.link({ ...place, agentId: 2 }, termsOf('linked-once'))).toBe('linked-once');
  expect(await links.link({ ...place, agentId: 3 }, termsOf('agent-4'))).toBeNull();
  expect(await links.link({ ...place, agentId: 4 }, termsOf('agent-5'))).toBe('agent-5');
  expect(await links.link({ ...place, agentId: 5 }, termsOf(`agent-${MAX_UNLINKED_PER_WALLET + 4}`))).toBe(
    `agent-${MAX_UNLINKED_PER_WALLET + 4}`,
  );
});
