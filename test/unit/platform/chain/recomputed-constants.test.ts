import { expect, test } from 'bun:test';
import {
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseSignature,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  serializeSignature,
  stringToBytes,
  type TransactionSerializedLegacy,
  toFunctionSelector,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { TEST_MNEMONIC_KEYS } from '../../../../src/config/test-mnemonic-keys.ts';
import { deterministicDeployer } from '../../../../src/contracts/deterministic-deployment.ts';
import { isHighS } from '../../../../src/features/accounts/siwe/is-high-s.ts';
import { TRANSFER_TOPIC } from '../../../../src/features/assistant/lookup/token-moves.ts';
import { spenderInApproval } from '../../../../src/features/quotes/approval-calldata.ts';
import { approvalReader } from '../../../../src/platform/chain/approvals/read-approvals.ts';
import type { ChainReads, Chains } from '../../../../src/platform/chain/chain.ts';
import { contractFacts } from '../../../../src/platform/chain/contract-facts/create-contract-facts.ts';
import { readNft } from '../../../../src/platform/chain/nft/read-nft.ts';
import { createSigners } from '../../../../src/platform/chain/signer.ts';
import { createTokenProbe } from '../../../../src/platform/chain/token-probe/create-token-probe.ts';
import { knownMethod } from '../../../../src/platform/chain/wallet-calls/known-methods.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseSigningKey } from '../../../../src/values/signing-key.ts';

const ANN = parseAddress(`0x${'a1'.repeat(20)}`);
const BOB = parseAddress(`0x${'b0'.repeat(20)}`);
const hashOf = (text: string): Hex => keccak256(stringToBytes(text));
const readsWith = (reads: object): ChainReads => Object.assign({} as ChainReads, reads);

test('the topics of approvals are the hashes of the events that the standards and Permit2 define', async () => {
  const asked: unknown[] = [];
  const getLogs = async ({ topics }: { readonly topics: unknown }) => {
    asked.push(topics);
    return [];
  };
  const reads = readsWith({ getLogs });
  await approvalReader.given(reads, ANN, { fromBlock: 0, toBlock: 1 });
  const events = [
    ['Approval(address,address,uint256)', '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'],
    ['ApprovalForAll(address,address,bool)', '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'],
    ['Approval(address,address,address,uint160,uint48)', '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'],
    ['Permit(address,address,address,uint160,uint48,uint48)', '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'],
  ] as const;
  for (const [event, topic] of events) expect([event, hashOf(event)]).toEqual([event, topic]);
  expect(asked).toEqual([[events.map(([, topic]) => topic), `0x${'0'.repeat(24)}${'a1'.repeat(20)}`]]);
  expect(hashOf('Transfer(address,address,uint256)')).toBe(TRANSFER_TOPIC);
});

test('the interface ids of NFT standards are the selectors of their functions, combined by XOR', async () => {
  const asked: unknown[] = [];
  const reads = readsWith({
    readContracts: async (calls: readonly { functionName: string; args?: readonly unknown[] }[]) => {
      for (const { functionName, args } of calls) if (functionName === 'supportsInterface') asked.push(args?.[0]);
      return calls.map(() => ({ status: 'failure' }));
    },
  });
  await readNft(reads, ANN, null, null);
  const idOf = (signatures: readonly string[]) =>
    numberToHex(
      signatures.reduce((id, signature) => id ^ BigInt(toFunctionSelector(signature)), 0n),
      { size: 4 },
    );
  const common = ['setApprovalForAll(address,bool)', 'isApprovedForAll(address,address)'];
  const erc721 = [
    ...['balanceOf(address)', 'ownerOf(uint256)', 'approve(address,uint256)', 'getApproved(uint256)'],
    ...['transferFrom(address,address,uint256)', 'safeTransferFrom(address,address,uint256)'],
    'safeTransferFrom(address,address,uint256,bytes)',
  ];
  const erc1155 = [
    ...['balanceOf(address,uint256)', 'balanceOfBatch(address[],uint256[])', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  ];
  expect(asked).toEqual([idOf([...common, ...erc721]), idOf([...common, ...erc1155])]);
});

test('the storage slots of proxies are those of EIP-1967, EIP-1822 and OpenZeppelin', async () => {
  const asked: Hex[] = [];
  const getStorageAt = async (_: unknown, slot: Hex) => {
    asked.push(slot);
    return `0x${'0'.repeat(64)}`;
  };
  expect(await contractFacts.proxyTarget(readsWith({ getStorageAt }), ANN, '0x00')).toBeNull();
  const before = (name: string) => numberToHex(BigInt(hashOf(name)) - 1n, { size: 32 });
  const slots = [
    ['0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103', before('eip1967.proxy.admin')],
    ['0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc', before('eip1967.proxy.implementation')],
    ['0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50', before('eip1967.proxy.beacon')],
    ['0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7', hashOf('PROXIABLE')],
    ['0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3', hashOf('org.zeppelinos.proxy.implementation')],
  ] as const;
  for (const [published, computed] of slots) expect<string>(computed).toBe(published);
  expect<string[]>(asked).toEqual(slots.map(([published]) => published));
});

test.each([
  ['0x095ea7b3', 'approve(address spender, uint256 value)', [BOB, 1n]],
  ['0xa9059cbb', 'transfer(address to, uint256 value)', [BOB, 1n]],
  ['0x23b872dd', 'transferFrom(address from, address to, uint256 value)', [ANN, BOB, 1n]],
  ['0x39509351', 'increaseAllowance(address spender, uint256 addedValue)', [BOB, 1n]],
  ['0xa457c2d7', 'decreaseAllowance(address spender, uint256 subtractedValue)', [BOB, 1n]],
  [
    '0xd505accf',
    'permit(address a, address b, uint256 c, uint256 d, uint8 v, bytes32 r, bytes32 s)',
    [ANN, BOB, 1n, 1n, 27, hashOf('r'), hashOf('s')],
  ],
  ['0xd0e30db0', 'deposit()', []],
  ['0x2e1a7d4d', 'withdraw(uint256 amount)', [1n]],
  ['0xa22cb465', 'setApprovalForAll(address operator, bool approved)', [BOB, true]],
  ['0x42842e0e', 'safeTransferFrom(address from, address to, uint256 tokenId)', [ANN, BOB, 1n]],
  ['0xb88d4fde', 'safeTransferFrom(address from, address to, uint256 tokenId, bytes data)', [ANN, BOB, 1n, '0x']],
  ['0xf242432a', 'safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)', [ANN, BOB, 1n, 1n, '0x']],
  [
    '0x2eb2c2d6',
    'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
    [ANN, BOB, [1n], [1n], '0x'],
  ],
  ['0x87517c45', 'approve(address token, address spender, uint160 amount, uint48 expiration)', [ANN, BOB, 1n, 1]],
  ['0xcc53287f', 'lockdown((address token, address spender)[] approvals)', [[{ token: ANN, spender: BOB }]]],
  ['0x82ad56cb', 'aggregate3((address target, bool allowFailure, bytes callData)[] calls)', [[]]],
  ['0x38ed1739', 'swapExactTokensForTokens(uint256 a, uint256 b, address[] path, address to, uint256 c)', [1n, 1n, [ANN], BOB, 1n]],
  ['0x7ff36ab5', 'swapExactETHForTokens(uint256 a, address[] path, address to, uint256 c)', [1n, [ANN], BOB, 1n]],
])('the method with the published selector %s is known: %s', (selector, declared, args) => {
  const [name = ''] = declared.split('(');
  const texts: readonly string[] = [`function ${declared}`];
  const data = encodeFunctionData({ abi: parseAbi(texts), functionName: name, args });
  expect(data.slice(0, 10)).toBe(selector);
  const known = knownMethod(data);
  expect(known).toMatchObject({ name });
  expect<string>(toFunctionSelector(known?.signature ?? 'none()')).toBe(selector);
});

test('the spender of an approval is read from the call data that the ABI encodes', () => {
  const encoded = (declared: string) =>
    encodeFunctionData({ abi: parseAbi([`function ${declared}(address a, uint256 b)`]), args: [BOB, 7n] });
  expect(spenderInApproval(encoded('approve'))).toBe(BOB);
  expect(spenderInApproval(encoded('transfer'))).toBeNull();
});

test('the address of the token probe is the end of the hash that its comment names', async () => {
  const asked: unknown[] = [];
  const call = async ({ to }: { readonly to: string }) => {
    asked.push(to);
    throw new Error('no chain');
  };
  const probe = createTokenProbe({ chains: Object.assign({} as Chains, { of: () => ({ call }) }) });
  await probe.roundTrip(1, { path: { tokens: [ANN, BOB], pools: [] }, amountIn: 1n }).catch(() => null);
  expect(asked).toEqual([`0x${hashOf('coxswain token probe').slice(-40)}`]);
});

test('the limits of keys and signatures follow from the order of secp256k1', async () => {
  // SEC 2, section 2.4.1.
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const keyOf = (number: bigint) => parseSigningKey(numberToHex(number, { size: 32 }), { isHttpAllowed: false });
  expect(keyOf(order - 1n)).toEqual({ key: numberToHex(order - 1n) });
  expect([keyOf(order), keyOf(0n)]).toEqual([{ problem: expect.any(String) }, { problem: expect.any(String) }]);
  const signed = (s: bigint): Hex => `0x${'11'.repeat(32)}${numberToHex(s, { size: 32 }).slice(2)}1b`;
  expect([isHighS(signed(order / 2n)), isHighS(signed(order / 2n + 1n))]).toEqual([false, true]);
  // The order is right when the other form of a signature has the same signer.
  const account = privateKeyToAccount(numberToHex(18n, { size: 32 }));
  const { r, s, yParity } = parseSignature(await account.signMessage({ message: 'a' }));
  const other = serializeSignature({ r, s: numberToHex(order - BigInt(s), { size: 32 }), yParity: 1 - yParity });
  expect(await recoverMessageAddress({ message: 'a', signature: other })).toBe(account.address);
});

test('the keys of the public test mnemonic are those of the accounts that signers refuse on real chains', () => {
  expect(TEST_MNEMONIC_KEYS.size).toBe(20);
  for (const privateKey of TEST_MNEMONIC_KEYS) {
    expect(() => createSigners([{ chainId: 1, privateKey }])).toThrow(expect.objectContaining({ code: 'test-key-on-real-chain' }));
  }
});

test('the deterministic deployer follows from its signed transaction', async () => {
  const { transaction, sender, address, wei, code } = deterministicDeployer;
  const { data, gas = 0n, gasPrice = 0n, nonce = 0, chainId } = parseTransaction(transaction);
  expect<string>(
    (await recoverTransactionAddress({ serializedTransaction: transaction as TransactionSerializedLegacy })).toLowerCase(),
  ).toBe(sender);
  expect<string>(getContractAddress({ from: sender, nonce: BigInt(nonce) })).toBe(address);
  expect([gas * gasPrice, chainId]).toEqual([wei, undefined]);
  expect(data).toEndWith(code.slice(2));
});
