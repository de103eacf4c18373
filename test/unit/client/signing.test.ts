import { expect, test } from 'bun:test';
import { createWalletClient, type Hex, http, recoverMessageAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { bodyDigest, createCoxswain, type Policy, requestMessage, type WalletSigner } from '../../../src/client/coxswain.ts';
import { enveloped, fakeService } from './fake-service.ts';

const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
const textOf = (hex: unknown) => Buffer.from(String(hex).slice(2), 'hex').toString();

const forms: Record<string, WalletSigner> = {
  'an account of viem': account,
  'a wallet client of viem': createWalletClient({ account, transport: http('http://127.0.0.1:1') }),
  'a signer of ethers': { getAddress: async () => account.address, signMessage: (message: string) => account.signMessage({ message }) },
  'a provider of EIP-1193': {
    async request({ method, params = [] }) {
      return method === 'eth_requestAccounts' ? [account.address] : await account.signMessage({ message: textOf(params[0]) });
    },
  },
  'its own form': { address: account.address, sign: (message: string) => account.signMessage({ message }) },
};

test.each(Object.keys(forms))('%s signs a request, with the record in its path', async (form) => {
  using service = fakeService(() => enveloped({ _id: 'a1' }));
  const signer = forms[form];
  if (signer === undefined) throw new Error(form);
  await createCoxswain({ ...service, signer, brand: 'Ours' }).signed('/defi/autopilot/pause/{id}', { path: { id: 'a1' } });
  const [seen] = service.requests;
  expect(seen?.path).toBe('/api/defi/autopilot/pause/a1');
  const { signature, ...body } = (seen?.body ?? {}) as { signature: Hex; timestamp: number; agentId: string; wallet: string };
  expect(body).toEqual({ agentId: 'a1', wallet: account.address, timestamp: expect.any(Number) });
  const message = requestMessage({ brand: 'Ours', action: 'autopilot-pause', digest: await bodyDigest(body), timestamp: body.timestamp });
  expect(await recoverMessageAddress({ message, signature })).toBe(account.address);
});

test('without a wallet nothing is sent', async () => {
  using service = fakeService(() => enveloped({}));
  await expect(createCoxswain(service).signed('/defi/autopilot/pause/{id}', { path: { id: 'a1' } })).rejects.toThrow(
    'pass `signer` to createCoxswain',
  );
  expect(service.requests).toEqual([]);
});

const policy: Policy = {
  ...{
    version: 1,
    wallet: account.address,
    chainId: 31_337,
    budgetToken: '0xC01',
    allowTokens: ['0xC01'],
    slippageBps: 100,
    strategies: [],
  },
  limits: { maxPerTradeUsd: 1, maxPerDayUsd: 1, maxTradesPerDay: 1, expiry: 1_900_000_000 },
  safety: { minTokenScore: 0 },
};

test('an agent is made of the policy that was sent, in the form that the service hashes, and of no other', async () => {
  let given: Policy = { ...policy, wallet: account.address.toLowerCase(), budgetToken: '0xc01', allowTokens: ['0xc01'] };
  using service = fakeService(({ path }) => enveloped(path.endsWith('/preview') ? { policy: given, policyHash: '0xabc' } : { _id: 'a1' }));
  const coxswain = createCoxswain({ ...service, signer: account });
  await coxswain.createAgent({ policy, depositAmount: '10' });
  const body = service.requests[1]?.body as { policySignature: Hex };
  expect(body).toMatchObject({ policy: given, policyHash: '0xabc', depositAmount: '10' });
  const message = 'Svc Autopilot policy 0xabc for agent new on chain 31337';
  expect(await recoverMessageAddress({ message, signature: body.policySignature })).toBe(account.address);

  await coxswain.updateAgent({ policy, id: 'a1', agentId: 3 });
  const update = service.requests[3]?.body as { policySignature: Hex };
  expect(service.requests[3]).toMatchObject({ path: '/api/defi/autopilot/update/a1', body: { agentId: 'a1' } });
  const forThree = 'Svc Autopilot policy 0xabc for agent 3 on chain 31337';
  expect(await recoverMessageAddress({ message: forThree, signature: update.policySignature })).toBe(account.address);

  given = { ...given, slippageBps: 300 };
  await expect(coxswain.createAgent({ policy })).rejects.toThrow('Nothing was signed');
});
