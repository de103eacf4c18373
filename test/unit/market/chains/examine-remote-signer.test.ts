import { expect, test } from 'bun:test';
import { examineRemoteSigner } from '../../../../src/market/chains/examine-remote-signer.ts';
import type { Signer } from '../../../../src/platform/chain/signer.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const address = parseAddress(`0x${'e1'.repeat(20)}`);
const signer = (trouble?: () => Promise<string | null>): Signer => ({
  ...{ chainId: 10, address, signTransaction: async () => Promise.reject(new Error('Nothing is signed here')) },
  ...(trouble === undefined ? {} : { trouble }),
});

test('the doctor asks a signer behind a URL, and has nothing to ask about a key of the node', async () => {
  expect(await examineRemoteSigner(signer(), 'executor')).toEqual([]);
  expect(
    await examineRemoteSigner(
      signer(async () => null),
      'executor',
    ),
  ).toMatchObject([{ check: 'chain 10 executor signer URL', isOk: true, message: `the signer answers, and signs for ${address}` }]);
  expect(
    await examineRemoteSigner(
      signer(async () => 'It cannot be reached.'),
      'relayer',
    ),
  ).toMatchObject([{ check: 'chain 10 relayer signer URL', isOk: false, message: 'It cannot be reached.' }]);
});
