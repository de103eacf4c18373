import { expect, test } from 'bun:test';
import { policyMessage as clientMessage, canonicalJson as clientText } from '../../../../src/client/signed-request.ts';
import { policyHashOf } from '../../../../src/features/autopilot/policy-hash.ts';
import { checkPolicySignature, policyMessage } from '../../../../src/features/autopilot/policy-signature.ts';
import { validatePolicy } from '../../../../src/features/autopilot/validate-policy.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createVerifySignature } from '../../../../src/platform/chain/create-verify-signature.ts';
import { keccak256OfText } from '../../../../src/platform/chain/keccak-text.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { alice, bob, outcomeOf, signAs } from '../../http/wallet-auth/signing.ts';
import { document, NOW } from './sample-policy.ts';

const verifySignature = createVerifySignature({ chains: createChains({ networks: [], log: silentLog, abis: [] }) });
const validation = validatePolicy(document, { nowMs: NOW });
if (!validation.ok) throw new Error('The sample is not valid');
const policyHash = policyHashOf(validation.policy, keccak256OfText);
const approval = { policyHash, wallet: alice.address, chainId: 31337, agent: 'new' } as const;
const check = async (change: object, signature: unknown, brand = 'Svc') =>
  await outcomeOf(checkPolicySignature({ ...approval, ...change, signature }, { brand, verifySignature }));

test('the hash is keccak256 of the canonical text, which a client gets from the same document in any order', () => {
  const { version, ...rest } = document;
  expect(keccak256OfText(clientText({ ...rest, version })) as string).toBe(policyHash);
  expect(keccak256OfText('') as string).toBe('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
});

test('a signature is valid for one policy, one agent, one chain and one brand', async () => {
  expect(policyMessage('Svc', approval)).toBe(`Svc Autopilot policy ${policyHash} for agent new on chain 31337`);
  expect(policyMessage('Svc', { ...approval, agent: 7 })).toBe(clientMessage({ policyHash, agent: 7, chainId: 31337 }));
  const signature = await signAs(alice)(clientMessage(approval));
  expect(await check({}, signature)).toBe('undefined');
  const other = keccak256OfText('another');
  for (const change of [{ agent: 1 }, { chainId: 1 }, { wallet: bob.address }, { policyHash: other }]) {
    expect(await check(change, signature)).toBe('401 policy-signature-mismatch');
  }
  expect(await check({}, signature, 'Other')).toBe('401 policy-signature-mismatch');
});

test('a malformed signature has its own error', async () => {
  for (const signature of [undefined, null, 1, '', '0x', '0x1', 'signed', {}]) {
    expect(await check({}, signature)).toBe('401 policy-signature-malformed');
  }
});
