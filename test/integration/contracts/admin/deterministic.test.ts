import { afterAll, beforeAll, expect, test } from 'bun:test';
import { getContractAddress, keccak256, parseTransaction, recoverTransactionAddress, type TransactionSerializedLegacy } from 'viem';
import { deterministicDeployer, deterministicDeployment } from '../../../../src/contracts/deterministic-deployment.ts';
import { contractVersion, loadProductArtifact, productContracts } from '../../../../src/contracts/load-artifact.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { admin, alice, bob, stranger } from '../dca-vault/vault-fixture.ts';
import { type AdminFixture, createAdminFixture } from './admin-fixture.ts';

let f: AdminFixture;
beforeAll(async () => {
  f = await createAdminFixture();
});
afterAll(async () => await f.devnet.stop());

const deployer = parseAddress(deterministicDeployer.address);
const planned = (name: (typeof productContracts)[number], brand = 'Svc', by: Address = admin.address) =>
  deterministicDeployment({ artifact: loadProductArtifact(name), brand, admin: by });

test('the deployer is the well-known one, and its presigned transaction deploys it at its address on any chain', async () => {
  expect(await f.client.getCode({ address: deployer })).toBe(deterministicDeployer.code);
  const { sender, wei } = deterministicDeployer;
  const transaction = deterministicDeployer.transaction as TransactionSerializedLegacy;
  expect((await recoverTransactionAddress({ serializedTransaction: transaction })).toLowerCase()).toBe(sender);
  const { chainId, nonce, gas, gasPrice, data } = parseTransaction(transaction);
  expect([chainId, nonce ?? 0, (gas ?? 0n) * (gasPrice ?? 0n)]).toEqual([undefined, 0, wei]);
  expect(data?.endsWith(deterministicDeployer.code.slice(2))).toBe(true);
  expect(getContractAddress({ from: sender, nonce: 0n })).toBe(deterministicDeployer.address);
});

test('the devnet has the product contracts at the addresses that operators get', async () => {
  const { dcaVault, autopilotVault, relayer, uniswapV4 } = f.deployment.contracts;
  const found: Address[] = [dcaVault, autopilotVault, relayer, uniswapV4.swapRouter];
  expect(found).toEqual(productContracts.map((name) => parseAddress(planned(name).address)));
});

test.each([...productContracts])('%s returns its version and build hash, and has exactly the compiled code', async (name) => {
  const artifact = loadProductArtifact(name);
  const address = parseAddress(planned(name).address);
  expect(await f.client.readContract({ address, abi: artifact.abi, functionName: 'VERSION' })).toBe(BigInt(contractVersion));
  expect(await f.client.readContract({ address, abi: artifact.abi, functionName: 'buildHash' })).toBe(artifact.buildHash);
  expect(await f.client.getCode({ address })).toBe(artifact.deployedBytecode);
});

test('a stranger who deploys first deploys the same contract with the same admin', async () => {
  const artifact = loadProductArtifact('DcaVault');
  const { address, data } = planned('DcaVault', 'Other');
  expect((await f.sendData(stranger, deployer, data)).status).toBe('success');
  const vault = { name: artifact.contractName, address: parseAddress(address), abi: artifact.abi };
  expect(await f.client.getCode({ address })).toBe(artifact.deployedBytecode);
  expect(await f.refusal(stranger, vault, 'open', [0])).toBe('OwnableUnauthorizedAccount');
  expect(await f.refusal(admin, vault, 'open', [0])).toBe('success');
  // A second deployment with the same address must fail, because an address can hold only one contract.
  expect((await f.sendData(admin, deployer, data)).status).toBe('reverted');
});

test('the address depends on the brand, the admin and the build, but not on the chain', () => {
  const addresses = [planned('DcaVault'), planned('DcaVault', 'Other'), planned('DcaVault', 'Svc', bob.address), planned('AutopilotVault')];
  expect(new Set(addresses.map(({ address }) => address)).size).toBe(addresses.length);
  const artifact = { ...loadProductArtifact('DcaVault'), buildHash: keccak256('0x01') };
  expect(deterministicDeployment({ artifact, brand: 'Svc', admin: admin.address }).address).not.toBe(planned('DcaVault').address);
});

test('the admin of the v4 router sets its pool manager once; afterwards nobody can change anything', async () => {
  const router = await f.closed('V4SwapRouter');
  const { poolManager } = f.deployment.contracts.uniswapV4;
  const swap = [f.token('USDC'), [], 1n, 1n, alice.address, 2n ** 64n] as const;
  expect(await f.refusal(alice, router, 'swapExactInput', swap)).toBe('NotOpen');
  expect(await f.refusal(alice, router, 'setPoolManager', [poolManager])).toBe('NotAdmin');
  expect(await f.refusal(admin, router, 'setPoolManager', [bob.address])).toBe('InvalidPoolManager');
  const [event] = await f.act(admin, router, 'setPoolManager', [poolManager]);
  expect(event?.eventName).toBe('PoolManagerSet');
  expect(await f.refusal(alice, router, 'swapExactInput', swap)).toBe('InvalidPath');
  for (const account of [admin, devnetAccounts.executor, alice]) {
    expect(await f.refusal(account, router, 'setPoolManager', [poolManager])).toBe('NotAdmin');
  }
  const writing = router.abi.flatMap((entry) => (entry.type === 'function' && entry.stateMutability === 'nonpayable' ? [entry.name] : []));
  expect(writing.sort()).toEqual(['setPoolManager', 'unlockCallback']);
});
