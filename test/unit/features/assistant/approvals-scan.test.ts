import { expect, test } from 'bun:test';
import { createScanApprovals } from '../../../../src/features/assistant/approvals-scan.ts';
import type { ApprovalPair } from '../../../../src/platform/chain/approvals/read-approvals.ts';
import type { Chain } from '../../../../src/platform/chain/chain.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { addressOf } from '../../../support/audit-world.ts';

test('a contract that emits thousands of approvals in the name of a wallet does not hide the approvals of other tokens', async () => {
  const [wallet, token, spender, flood] = ['a1', '11', '22', '33'].map(addressOf);
  if (!wallet || !token || !spender || !flood) throw new Error('There are four addresses');
  const given: ApprovalPair[] = [{ kind: 'erc20', token, spender, block: 1 }];
  for (let at = 0; at < 3_000; at += 1) {
    const by = parseAddress(`0x${at.toString(16).padStart(40, 'f')}`);
    given.push({ kind: 'erc20', token: flood, spender: by, block: 100 + at });
  }
  const clock = { now: () => 1_000 };
  const scan = createScanApprovals({
    ...{ records: createMemoryRecordStore({ clock }), clock, isKnown: async () => false },
    reader: {
      given: async () => given,
      inForce: async (_, __, pairs) => pairs.map((pair) => ({ ...pair, allowance: 1n, balance: 1n, expiresSec: null })),
    },
  });
  const chain = { chainId: 1, onOneEndpoint: (read: (one: object) => unknown) => read({ getBlockNumber: async () => 5_000 }) };
  const { approvals } = await scan(chain as Chain, wallet, 'person');
  expect(approvals.filter((one) => one.token === token)).toHaveLength(1);
  const ofFlood = approvals.filter((one) => one.token === flood);
  expect([ofFlood.length, ofFlood[0]?.block]).toEqual([50, 3_099]);
});
