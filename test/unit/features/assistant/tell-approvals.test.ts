import { expect, test } from 'bun:test';
import { createTellApprovals } from '../../../../src/features/assistant/tell-approvals.ts';
import { createNotifications } from '../../../../src/features/notifications/create-notifications.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { OWNER, STRANGER, USDC } from '../../../support/alert-bench.ts';

const clock = { now: () => 0 };
const place = { chainId: 1, name: 'Ethereum' };
const row = {
  ...{
    chainId: 1,
    kind: 'erc20' as const,
    token: USDC.address,
    symbol: 'USDC',
    spender: STRANGER,
    allowance: '5000000',
    allowanceText: '5',
  },
  ...{ isUnlimited: false, tokenId: null, balance: '9', valueAtRiskUsd: '5', expiresAt: null, approvedAtBlock: 11 },
  revoke: { chainId: 1, from: OWNER, to: USDC.address, data: '0x', value: '0', description: 'End the allowance' },
};

test('a wallet is told once of each new approval that puts something at risk', async () => {
  const notifications = createNotifications({ records: createMemoryRecordStore({ clock }), clock, ids: () => crypto.randomUUID() });
  const tell = createTellApprovals({ notifications });
  const rows = [
    row,
    { ...row, approvedAtBlock: 10 },
    { ...row, spender: USDC.address, valueAtRiskUsd: null },
    { ...row, spender: OWNER, valueAtRiskUsd: '0.99' },
  ];
  for (let time = 0; time < 2; time += 1) await tell(place, OWNER, rows, 10);
  const { notifications: told } = await notifications.list({ wallet: OWNER, limit: 10 });
  expect(told).toMatchObject([
    {
      ...{ kind: 'approval-risk', type: 'approval-risk', title: 'A new approval puts $5.00 at risk', data: { spender: STRANGER } },
      message: `${STRANGER} may now spend 5 USDC of this wallet on Ethereum. If you did not give this approval, sign the transaction that ends it.`,
    },
  ]);
});
