import { expect, test } from 'bun:test';
import { createDcaBatchEffects } from '../../../../actors/dca-batch/effects.ts';
import { createFillRepository } from '../../../../src/features/dca/fill-repository.ts';
import { createRecordOutcome } from '../../../../src/features/dca/record-outcome.ts';
import type { DcaVault, VaultEvent } from '../../../../src/platform/chain/dca-vault/dca-vault.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { EffectContext } from '../../../../src/runtime/define/definition.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { priceGasAt3000 } from '../../../support/free-gas.ts';

const [vault, paid, refused] = ['d', '1', '2'].map((digit) => parseAddress(`0x${digit.repeat(40)}`));
const txHash = parseHash(`0x${'ab'.repeat(32)}`);
const unused = (): never => {
  throw new Error('The test did not expect this call');
};

test('a position whose pay-out the token refused learns that, with the amount; the others read their vault', async () => {
  if (vault === undefined || paid === undefined || refused === undefined) throw new Error('three addresses');
  const log = { address: vault, topics: [], data: '0x', blockNumber: 1, blockHash: txHash, txHash, logIndex: 0 } as const;
  const events: VaultEvent[] = [
    { kind: 'auto-claimed', wallet: paid, positionId: 1, log },
    { kind: 'auto-claim-failed', wallet: refused, positionId: 1, log, reason: 'TransferFailed' },
  ];
  const reads: Pick<DcaVault, 'eventsOf'> = { eventsOf: async () => ({ events, timeSec: 1_700_000_000, feeWei: 3_000n }) };
  const paidGas = new Map<string, bigint | null>();
  const recordOutcome = createRecordOutcome({
    // The cast is safe, because the tested code calls only `eventsOf` of the vault.
    vaultAt: () => reads as DcaVault,
    fills: createFillRepository({ records: createMemoryRecordStore({ clock: { now: () => 0 } }) }),
    gas: { settle: async ({ wallet, wei }) => void paidGas.set(wallet, wei) },
    priceGas: priceGasAt3000,
  });
  const items = [paid, refused].map((wallet, i) => ({
    ...{ itemKey: `claim/record-${i}/500/key`, positionActorId: `dca-position/${i}`, vault, wallet, positionId: 1, order: null },
  }));
  const told: unknown[] = [];
  const context: EffectContext = {
    ...{
      key: 'dca-batch/1/claims/5/0',
      actorId: 'dca-batch/1/claims',
      attempt: 1,
      signal: new AbortController().signal,
      nowMs: () => 0,
      onEnd: () => undefined,
    },
    actors: {
      of: unused,
      list: unused,
      async send(id, event) {
        told.push([id, event]);
        return { revision: 1, changed: true, accepted: true, duplicate: false, snapshot: { status: 'active', value: '', context: {} } };
      },
    },
  };
  const effects = createDcaBatchEffects({
    makeBatchCall: unused,
    recordOutcome,
    deployments: { executorOf: () => null, of: unused },
    deferred: { outcome: (_, work) => work() },
  });
  const batch = { id: '1/claims/1', vault, items };
  await effects.recordOutcome.run({ chainId: 1, batch, outcome: { outcome: 'mined', txHash, reason: null } }, context);
  expect(told).toEqual([
    ['dca-position/0', { type: 'LOOK' }],
    ['dca-position/1', { type: 'AUTO_CLAIM_REFUSED', askedAt: '500', reason: 'TransferFailed' }],
  ]);
  // The transaction cost 3,000 wei and contained two wallets' pay-outs. Each wallet must be charged half, including the one whose pay-out
  // failed.
  expect([...paidGas]).toEqual([
    [paid, 1_500n],
    [refused, 1_500n],
  ]);
});
