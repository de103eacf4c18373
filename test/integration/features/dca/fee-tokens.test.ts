import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { encodeAbiParameters, keccak256, parseUnits } from 'viem';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { whyDcaPosition } from '../../../../actors/dca-position/why.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { NATIVE_SENTINELS } from '../../../../src/values/native.ts';
import { alice, bob, usdc } from '../../contracts/dca-vault/vault-fixture.ts';
import { createDcaFixture } from './dca-fixture.ts';

const carol = devnetAccounts.demo[2];
/** Number of the storage slot in which the contract FeeToken stores the mapping `isExempt`. */
const EXEMPT_SLOT = 5n;
/** Minutes that the test waits so that the service's measured transfer fee of a token is outdated and is measured again. */
const MINUTES_KEPT = 11;

let dca: Awaited<ReturnType<typeof createDcaFixture>>;
beforeAll(async () => {
  dca = await createDcaFixture();
});
afterAll(() => dca[Symbol.asyncDispose]());

const fee = () => dca.token('FEE');
const recordOf = async (wallet: string) => (await dca.recordsOf(wallet))[0];

/** Switches the token's transfer fee on or off, for every transfer from or to a pool. */
async function switchFee(isOn: boolean): Promise<void> {
  const pools = dca.deployment.pools.filter(({ symbols }) => symbols.includes('FEE'));
  expect(pools.length).toBeGreaterThan(0);
  for (const { address } of pools) {
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address, EXEMPT_SLOT]));
    await dca.writer.rpc('anvil_setStorageAt', [fee(), slot, `0x${(isOn ? 0n : 1n).toString(16).padStart(64, '0')}`]);
  }
}

describe('the native coin', () => {
  test('is refused when a position is created, under each of its addresses, and the error names the token to use', async () => {
    for (const native of NATIVE_SENTINELS) {
      for (const [name, more] of [
        ['fromToken', { fromToken: native }],
        ['toToken', { toToken: native, fromToken: dca.token('USDC') }],
      ] as const) {
        const { status, message, errors } = await dca.post('/create-position', dca.body(more));
        expect(status).toBe(400);
        expect(message).toContain(`Use its wrapped form, ${dca.token('WETH')}, instead.`);
        expect(JSON.stringify(errors)).toContain(`body.${name}`);
      }
    }
    const also = await dca.post('/create-position', { ...dca.body({ fromToken: NATIVE_SENTINELS[0] }), frequency: 0 });
    expect(also.message).toContain('wrapped form');
    expect(JSON.stringify(also.errors)).toContain('body.frequency');
  });
});

describe('a token that takes a fee on transfers', () => {
  test('is bought with its fee included in the minimum', async () => {
    const created = await dca.post('/create-position', dca.body({ toToken: fee() }));
    expect(created.status).toBe(201);
    const id = await dca.open({ to: 'FEE', amount: usdc(300), frequency: 3, interval: 180 });
    for (let minute = 0; minute < 5; minute += 1) await dca.tick();
    expect(await recordOf(alice.address)).toMatchObject({ status: 'completed', processed: 3, lastError: null });
    const { received } = await dca.position(id);
    expect(await dca.balance('FEE', dca.vault)).toBe(received);
    const before = await dca.balance('FEE', alice.address);
    await dca.act(alice, 'claim', [id, received]);
    expect(await dca.balance('FEE', alice.address)).toBe(before + received - (received * 200n) / 10_000n);
  }, 120_000);

  test('cannot be spent: refused when a position is created, with the reason and what to do', async () => {
    for (const toToken of [dca.token('USDC'), dca.token('WETH')]) {
      const { status, message, errors } = await dca.post('/create-position', dca.body({ fromToken: fee(), toToken }));
      expect(status).toBe(400);
      expect(message).toMatch(
        /^FEE takes a fee: its contract keeps 2 % of each transfer, .* First swap this token for a token without a transfer fee/,
      );
      expect(JSON.stringify(errors)).toContain('body.fromToken');
    }
  });

  test('that is spent by a position without a record: the record says why nothing runs, and the owner can cancel', async () => {
    const id = await dca.open({ from: 'FEE', to: 'USDC', amount: parseUnits('300', 18), frequency: 3, interval: 180, owner: bob });
    for (let minute = 0; minute < 3; minute += 1) await dca.tick();
    const record = await recordOf(bob.address);
    const detail = expect.stringMatching(/spent token: its contract keeps 2 % of each transfer/);
    expect(record).toMatchObject({ status: 'success', processed: 0, lastSkip: { kind: 'fee-on-transfer', detail } });
    const before = await dca.balance('FEE', bob.address);
    await dca.act(bob, 'cancel', [id]);
    expect(await dca.balance('FEE', bob.address)).toBe(before + parseUnits('288.12', 18));
    await dca.tick();
    expect(await recordOf(bob.address)).toMatchObject({ status: 'cancelled' });
  }, 120_000);

  test('that is switched on later is reported at the next order, and forgotten when it is switched off', async () => {
    await switchFee(false);
    for (let minute = 0; minute < MINUTES_KEPT; minute += 1) await dca.tick();
    const more = { walletAddress: carol.address, fromToken: fee(), toToken: dca.token('USDC'), frequency: 6, interval: 360 };
    const { status, data }: { status: number; data: { _id: string } } = await dca.post('/create-position', dca.body(more));
    expect(status).toBe(201);
    const schedule = { from: 'FEE', to: 'USDC', amount: parseUnits('300', 18), frequency: 6, interval: 360 };
    const id = await dca.open({ ...schedule, owner: carol });
    for (let minute = 0; minute < 2; minute += 1) await dca.tick();
    const { processed } = await dca.position(id, carol.address);
    expect(processed).toBeGreaterThan(0);

    await switchFee(true);
    for (let minute = 0; minute < 2; minute += 1) await dca.tick();
    expect(await recordOf(carol.address)).toMatchObject({ _id: data._id, processed, lastSkip: { kind: 'fee-on-transfer' } });
    const position = await dca.client.of(dcaPosition, data._id).read();
    if (position === null) throw new Error('the record has no actor');
    const { code, sentence } = whyDcaPosition(position.snapshot, dca.system.time.clock.now());
    expect(code).toBe('fee-on-transfer');
    expect(sentence).toMatch(/tried again at .*one of the tokens takes a fee on each transfer \(The spent token: its contract keeps 2 %/);

    await switchFee(false);
    for (let minute = 0; minute < 4; minute += 1) await dca.tick();
    expect((await dca.position(id, carol.address)).processed).toBeGreaterThan(processed);

    await switchFee(true);
    await dca.act(carol, 'cancel', [id]);
    await dca.tick();
    await dca.tick();
    expect(await recordOf(carol.address)).toMatchObject({ status: 'cancelled' });
  }, 120_000);
});
