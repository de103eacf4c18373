import { describe, expect, test } from 'bun:test';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { devnetAccounts, devnetMnemonic } from '../../../../src/devnet/devnet-accounts.ts';
import { createSigners, isTestAddress, signerAddress } from '../../../../src/platform/chain/signer.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const KEY = `0x${'4c'.repeat(32)}` as const;
const address = parseAddress(privateKeyToAddress(KEY));
const to = parseAddress('0x00000000000000000000000000000000000000aa');
const fees = { kind: 'eip1559', maxFeePerGas: 30n, maxPriorityFeePerGas: 2n } as const;
const transaction = { to, data: '0x01', value: 5n, nonce: 0, gas: 21_000n, fees } as const;

describe('a signer', () => {
  test('signs EIP-1559 transactions of its chain', async () => {
    const { raw } = await createSigners([{ chainId: 10, privateKey: KEY }])
      .of(10, address)
      .signTransaction(transaction);
    expect(parseTransaction(raw)).toMatchObject({ type: 'eip1559', chainId: 10, maxFeePerGas: 30n, value: 5n, gas: 21_000n });
    const serializedTransaction: `0x02${string}` = `0x02${raw.slice(4)}`;
    expect<string>(serializedTransaction).toBe(raw);
    expect(parseAddress(await recoverTransactionAddress({ serializedTransaction }))).toBe(address);
  });

  test('signs legacy transactions that are bound to the chain', async () => {
    const signer = createSigners([{ chainId: 10, privateKey: KEY }]).of(10, address);
    const { raw } = await signer.signTransaction({ ...transaction, fees: { kind: 'legacy', gasPrice: 7n } });
    expect(parseTransaction(raw)).toMatchObject({ type: 'legacy', chainId: 10, gasPrice: 7n });
  });

  test('gives the same bytes and hash each time', async () => {
    const signer = createSigners([{ chainId: 10, privateKey: KEY }]).of(10, address);
    expect(await signer.signTransaction(transaction)).toEqual(await signer.signTransaction(transaction));
  });

  test('takes a key without 0x', () => {
    expect(signerAddress({ chainId: 10, privateKey: KEY.slice(2) })).toBe(address);
  });

  test('that is not there is named', () => {
    expect(() => createSigners([{ chainId: 10, privateKey: KEY }]).of(1, address)).toThrow(`no key for ${address} on chain 1`);
  });

  test('whose key is no key is refused without showing it', () => {
    const bad = `0x${'zz'.repeat(32)}`;
    for (const privateKey of [bad, '0x12', '', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`]) {
      const create = () => createSigners([{ chainId: 10, privateKey }]);
      expect(create).toThrow('is not a private key');
      if (privateKey !== '') expect(create).not.toThrow(privateKey);
    }
  });

  test('with a key that everybody has is refused anywhere but on the devnet', () => {
    const { privateKey, address: executor } = devnetAccounts.executor;
    expect(() => createSigners([{ chainId: 10, privateKey }])).toThrow('public test mnemonic');
    expect(createSigners([{ chainId: 31337, privateKey }]).has(31337, executor)).toBe(true);
  });

  test('knows the accounts of the test mnemonic that tools show', () => {
    for (let i = 0; i < 20; i += 1) expect(isTestAddress(testAddress(i))).toBe(true);
    expect(isTestAddress(testAddress(20))).toBe(false);
    expect(isTestAddress(address)).toBe(false);
  });
});

function testAddress(addressIndex: number) {
  return parseAddress(mnemonicToAccount(devnetMnemonic, { addressIndex }).address);
}
