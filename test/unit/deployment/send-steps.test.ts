import { expect, test } from 'bun:test';
import { capFees } from '../../../src/deployment/steps/cap-fees.ts';
import type { LookedStep } from '../../../src/deployment/steps/look-at-steps.ts';
import { type SendDeps, sendSteps } from '../../../src/deployment/steps/send-steps.ts';
import type { Step } from '../../../src/deployment/steps/step.ts';
import type { ChainBlock, ChainReads, ChainReceipt, Fees } from '../../../src/platform/chain/chain.ts';
import type { Signer, UnsignedTransaction } from '../../../src/platform/chain/signer.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { parseHash } from '../../../src/values/hash.ts';

const GWEI = 10n ** 9n;
const SENDER = parseAddress(`0x${'5e'.repeat(20)}`);
const HASH = parseHash(`0x${'11'.repeat(32)}`);
const eip1559 = (most: bigint, tip: bigint): Fees => ({ kind: 'eip1559', maxFeePerGas: most * GWEI, maxPriorityFeePerGas: tip * GWEI });
const legacy = (price: bigint): Fees => ({ kind: 'legacy', gasPrice: price * GWEI });
const PLANNED = eip1559(21n, 1n);

/**
 * Sends one step on a simulated chain. At each check the chain reports the next value of `baseFees` (gwei) and of `dataFees` (wei); after
 * the last value, it is repeated.
 */
async function sendWith(baseFees: readonly bigint[], tip: bigint, dataFees: readonly bigint[] = [0n]) {
  const signed: UnsignedTransaction[] = [];
  const told: string[] = [];
  let look = 0;
  const dataFee = () => dataFees[Math.min(look, dataFees.length - 1)] ?? 0n;
  const baseFee = () => baseFees[Math.min(look, baseFees.length - 1)] ?? 0n;
  const getNonce: ChainReads['getNonce'] = async () => 0;
  const reads = { getNonce } as ChainReads;
  const step: Step = {
    ...{ id: 'DcaVault', what: 'Deploy it', sender: null },
    look: async () =>
      signed.length > 0
        ? { kind: 'done', note: '' }
        : { kind: 'needed', call: { to: SENDER, data: '0x', value: 0n }, roughGas: 1n, isReady: true },
  };
  const signer: Signer = {
    ...{ chainId: 8453, address: SENDER },
    signTransaction: async (transaction: UnsignedTransaction) => {
      signed.push(transaction);
      return { raw: '0x' as const, hash: HASH };
    },
  };
  const chain: SendDeps['chain'] = {
    onOneEndpoint: (work) => work(reads),
    estimateGas: async () => 21_000n,
    estimateFees: async () => eip1559(2n * baseFee() + tip, tip),
    getBlock: async () => ({ baseFeePerGas: baseFee() * GWEI }) as ChainBlock,
    dataFees: async () => ({ gas: 0n, wei: dataFee() }),
    sendRawTransaction: async () => ({ kind: 'accepted' }),
    getReceipt: async () => ({ status: 'success', blockNumber: 7 }) as ChainReceipt,
  };
  const pause = async () => {
    look += 1;
  };
  const tell = (line: string) => told.push(line);
  const gas = { units: 1n, isMeasured: true, dataFeeWei: 100n, costWei: 1n };
  const looked: LookedStep[] = [{ step, state: { kind: 'done', note: '' }, gas }];
  const sending = sendSteps([step], { chain, signer, fees: PLANNED, looked, pause, tell, patienceMs: 10, lookEveryMs: 1 });
  return { sent: await sending.catch((error: Error) => error.message), fees: signed.map(({ fees }) => fees), told };
}

test('a transaction never gets higher fees than the plan was priced with', async () => {
  expect((await sendWith([10n], 99n)).fees).toEqual([PLANNED]);
  expect((await sendWith([18n], 1n)).fees).toEqual([PLANNED]);
  expect((await sendWith([4n], 1n)).fees).toEqual([eip1559(9n, 1n)]);
});

test('a base fee above the plan is awaited for a bounded time, and then nothing is sent', async () => {
  const fallen = await sendWith([40n, 30n, 10n], 1n);
  expect(fallen.fees).toEqual([PLANNED]);
  expect(fallen.told[0]).toBe('DcaVault: gas costs more than the planned 21 gwei. Waiting for a lower price.');
  const { fees, sent } = await sendWith([40n], 1n);
  expect(fees).toEqual([]);
  expect(sent).toBe(
    'DcaVault: gas costs 45 gwei now, more than the planned 21 gwei. The transaction was not sent. Run the command again to accept the new price.',
  );
});

test("data of a rollup's transaction that costs more than was planned is awaited too, and then nothing is sent", async () => {
  expect((await sendWith([4n], 1n, [300n, 100n])).fees).toEqual([eip1559(9n, 1n)]);
  const { fees, sent } = await sendWith([4n], 1n, [101n]);
  expect(fees).toEqual([]);
  expect(sent).toBe(
    'DcaVault: the fee for its data on the layer-1 chain is 101 wei now, more than the planned 100 wei. The transaction was not sent. Run the command again to accept the new fee.',
  );
});

test('a legacy price is capped too', () => {
  expect(capFees(legacy(11n), legacy(9n), null)).toEqual(legacy(9n));
  expect(capFees(legacy(11n), legacy(12n), null)).toEqual(legacy(11n));
  expect(capFees(legacy(11n), legacy(22n), null)).toEqual({ tooDear: 20n * GWEI });
  // The plan has a legacy gas price, but the current fees are of the EIP-1559 kind. The planned price must limit them too.
  expect(capFees(legacy(11n), eip1559(300n, 99n), 5n * GWEI)).toEqual(eip1559(11n, 11n));
});
