import { expect, test } from 'bun:test';
import { missingContract } from '../../../../src/market/chains/missing-contract.ts';

test.each([
  ['relayer', ['RELAYER_ADDRESSES', 'coxswain contracts plan --chain 10']],
  ['multicall3', ['RPC_10 serves this chain', 'one by one', 'multicall3.com']],
  ['wrappedNative', ['RPC_10 serves this chain', 'WETH', 'deploy the contract at this address']],
  ['another', ['RPC_10 serves this chain', 'Network record']],
])('the doctor says what to do about a missing contract: %s', (name, parts) => {
  const text = missingContract(name, '0x12', 10);
  expect(text).toStartWith('There is no contract at 0x12. ');
  for (const part of parts) expect(text).toContain(part);
});
