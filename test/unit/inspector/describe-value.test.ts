import { describe, expect, test } from 'bun:test';
import { describeValue, NO_UNITS } from '../../../src/inspector/web/pages/record/describe-value.ts';

const USDC = { chainId: 1, address: '0xa0b8', symbol: 'USDC', decimals: 6 };
const units = { tokens: [USDC], amounts: [{ path: 'terms.orders.0.amountIn', chainId: 1, token: '0xa0b8' }] };

describe('a value of a context', () => {
  test('is an amount with its decimals and token where the details say so, of any size', () => {
    const path = ['terms', 'orders', '0', 'amountIn'];
    expect(describeValue('1234500000', path, units)).toEqual({ kind: 'amount', text: '1,234.5 USDC', raw: '1234500000' });
    expect(describeValue('90071992547409930000001', path, units)).toMatchObject({ text: '90,071,992,547,409,930.000001 USDC' });
    expect(describeValue('1234500000', ['terms', 'orders', '1', 'amountIn'], units)).toEqual({ kind: 'text', full: '1234500000' });
    expect(describeValue('many', path, units)).toEqual({ kind: 'text', full: 'many' });
    expect(describeValue('5', path, { ...units, tokens: [] })).toEqual({ kind: 'text', full: '5' });
  });

  test('is a time where its name says so, in milliseconds, seconds or text', () => {
    const atMs = 1_795_876_690_000;
    expect(describeValue(atMs, ['lastLookAtMs'], NO_UNITS)).toEqual({ kind: 'time', atMs, raw: String(atMs) });
    expect(describeValue(atMs, ['chain', 'sinceMs'], NO_UNITS)).toMatchObject({ kind: 'time', atMs });
    expect(describeValue(atMs / 1_000, ['nextOrderTimeSec'], NO_UNITS)).toMatchObject({ kind: 'time', atMs });
    expect(describeValue('2026-11-28T15:38:10.000Z', ['createdAt'], NO_UNITS)).toMatchObject({ kind: 'time', atMs: 1_795_880_290_000 });
    expect(describeValue('yesterday', ['createdAt'], NO_UNITS)).toEqual({ kind: 'text', full: 'yesterday' });
    expect(describeValue(0, ['nextAttemptAtMs'], NO_UNITS)).toEqual({ kind: 'plain', text: '0', raw: null });
    expect(describeValue(1e300, ['lastLookAtMs'], NO_UNITS)).toMatchObject({ kind: 'plain' });
  });

  test('is a duration or a per cent by its name', () => {
    expect(describeValue(90_000, ['everyMs'], NO_UNITS)).toEqual({ kind: 'duration', text: '1 min 30 s', raw: '90000 ms' });
    expect(describeValue(150, ['slippageBps'], NO_UNITS)).toEqual({ kind: 'share', text: '1.5 %', raw: '150 bps' });
    expect(describeValue(-5, ['moveBps'], NO_UNITS)).toMatchObject({ text: '-0.05 %' });
    expect(describeValue(3_600, ['intervalSec'], NO_UNITS)).toEqual({ kind: 'plain', text: '3600', raw: null });
  });

  test('is an address or a hash, shortened, and whole for copying', () => {
    const address = `0x${'70997970C51812dc3A010C7d01b50e0d17dc79C8'}`;
    expect(describeValue(address, ['wallet'], NO_UNITS)).toEqual({ kind: 'address', text: '0x7099…79C8', full: address });
    expect(describeValue(`0x${'ab'.repeat(32)}`, ['hash'], NO_UNITS)).toMatchObject({ kind: 'address' });
    expect(describeValue('0x1234', ['data'], NO_UNITS)).toEqual({ kind: 'text', full: '0x1234' });
  });

  test('stays unchanged when nothing more is known about it', () => {
    expect(describeValue(null, ['link'], NO_UNITS)).toMatchObject({ kind: 'empty', text: 'null' });
    expect(describeValue('', ['name'], NO_UNITS)).toMatchObject({ kind: 'empty', text: '""' });
    expect(describeValue(false, ['isPaused'], NO_UNITS)).toMatchObject({ kind: 'plain', text: 'false' });
    expect(describeValue('<img src=x onerror=alert(1)>', ['note'], NO_UNITS)).toEqual({
      kind: 'text',
      full: '<img src=x onerror=alert(1)>',
    });
  });
});
