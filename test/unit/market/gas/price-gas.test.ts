import { expect, test } from 'bun:test';
import { createFillRepository, type DcaFill } from '../../../../src/features/dca/fill-repository.ts';
import { createPriceGas } from '../../../../src/market/gas/create-price-gas.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { toBaseUnits } from '../../../../src/values/base-units.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { gasToKeep } from '../../../../src/values/paid-gas.ts';
import { parseRational } from '../../../../src/values/rational.ts';

const NOW_SEC = 1_796_000_000;
const clock = { now: () => NOW_SEC * 1_000 };

function priceGasWith(usd: string | null) {
  return createPriceGas({ prices: { nativeUsd: async () => (usd === null ? null : parseRational(usd)) }, clock });
}

test('gas is valued at the price of the native coin at the time of the fill, and never at a later one', async () => {
  const paid = { chainId: 1, wei: 42n, blockTimeSec: NOW_SEC - 12 };
  expect(await priceGasWith('2950.25')(paid)).toEqual({ wei: toBaseUnits(42n), nativeUsd: '2950.25' });
  expect(await priceGasWith(null)(paid)).toEqual({ wei: toBaseUnits(42n) });
  expect(await priceGasWith('2950.25')({ ...paid, blockTimeSec: NOW_SEC - 3_601 })).toEqual({ wei: toBaseUnits(42n) });
  expect(await priceGasWith('2950.25')({ ...paid, wei: null })).toBeUndefined();
});

test('a repeated record keeps the price of the first time; another cost, or a price that was missing, replaces it', () => {
  const [wei, other] = [toBaseUnits(42n), toBaseUnits(43n)];
  const stored = { wei, nativeUsd: '3000' };
  expect(gasToKeep(stored, { wei, nativeUsd: '4000' })).toBe(stored);
  expect(gasToKeep(stored, undefined)).toBe(stored);
  expect(gasToKeep(stored, { wei: other })).toEqual({ wei: other });
  expect(gasToKeep({ wei }, { wei, nativeUsd: '4000' })).toEqual({ wei, nativeUsd: '4000' });
  expect(gasToKeep(undefined, undefined)).toBeUndefined();
});

test('the gas joins a fill that the follower of the vault had recorded first, and stays when a reorg moves the fill', async () => {
  const fills = createFillRepository({ records: createMemoryRecordStore({ clock }) });
  const [wallet, hash] = [parseAddress(`0x${'1'.repeat(40)}`), (digit: string) => parseHash(`0x${digit.repeat(64)}`)];
  const fill: DcaFill = {
    ...{ chainId: 1, wallet, vault: wallet, positionId: 1, txHash: hash('1'), orderIndex: 0, fromToken: wallet, toToken: wallet },
    ...{ amountIn: toBaseUnits(5n), amountOut: toBaseUnits(6n), blockNumber: 7, blockHash: hash('2'), executedAtMs: clock.now() },
  };
  const gas = { wei: toBaseUnits(42n), nativeUsd: '3000' };
  expect(await fills.record(fill)).toBe(true);
  expect(await fills.record({ ...fill, gas })).toBe(false);
  expect((await fills.allOf(wallet)).map((one) => one.gas)).toEqual([gas]);
  expect(await fills.record(fill)).toBe(false);
  expect(await fills.record({ ...fill, blockNumber: 8, blockHash: hash('3') })).toBe(true);
  expect((await fills.allOf(wallet)).map((one) => [one.blockNumber, one.gas])).toEqual([[8, gas]]);
});
