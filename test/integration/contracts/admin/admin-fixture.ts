import { type Abi, encodeFunctionData, type Hex, keccak256, parseEventLogs, toHex } from 'viem';
import { loadProductArtifact, type ProductContract } from '../../../../src/contracts/load-artifact.ts';
import type { DevnetAccount } from '../../../../src/devnet/devnet-accounts.ts';
import type { Address } from '../../../../src/values/address.ts';
import { admin, createVaultFixture, errorName } from '../dca-vault/vault-fixture.ts';

export const DAY = 86_400;
export const BUILD = keccak256(toHex('a build'));
export const delayedContracts = ['DcaVault', 'AutopilotVault', 'Relayer'] as const;
export type DelayedContract = (typeof delayedContracts)[number];
export type Deployed = { readonly name: ProductContract; readonly address: Address; readonly abi: Abi };

/** Creates a devnet on which each test deploys its own contracts, opened to wallets or not, and calls them from any account. */
export async function createAdminFixture() {
  const base = await createVaultFixture();
  const { client, transact } = base;

  /** Deploys a contract without its set-up, so that it is not open to wallets. */
  async function closed(name: ProductContract): Promise<Deployed> {
    const args = name === 'Relayer' ? ['Svc', admin.address, BUILD] : [admin.address, BUILD];
    const { abi } = loadProductArtifact(name);
    return { name, abi, address: (await base.deploy(name, args)).address };
  }

  const encode = ({ abi }: Deployed, functionName: string, args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi, functionName, args });

  /**
   * Sends a transaction that calls the contract, and returns the events that the contract emitted.
   * @throws when the call reverts
   */
  async function act(from: DevnetAccount, of: Deployed, functionName: string, args: readonly unknown[]) {
    const receipt = await transact(from, { to: of.address, abi: of.abi, functionName, args });
    if (receipt.status !== 'success') throw new Error(`${functionName} reverted: ${await refusal(from, of, functionName, args)}`);
    return parseEventLogs({ abi: of.abi, logs: receipt.logs });
  }

  /**
   * Simulates a call in a block `afterSec` seconds after the newest one. Returns the name of the error with which it reverts, or 'success'.
   */
  async function refusal(from: DevnetAccount, of: Deployed, functionName: string, args: readonly unknown[], afterSec = 1): Promise<string> {
    const { timestamp } = await client.getBlock();
    const asked = { address: of.address, abi: of.abi, functionName, args, account: from.address };
    return await client
      .simulateContract({ ...asked, blockOverrides: { time: timestamp + BigInt(afterSec) } })
      .then(() => 'success', errorName);
  }

  async function read(of: Deployed, functionName: string, args: readonly unknown[] = []): Promise<unknown> {
    return await client.readContract({ address: of.address, abi: of.abi, functionName, args });
  }

  /** Deploys a contract, makes the given set-up calls, and opens the contract to wallets. */
  async function opened(
    name: DelayedContract,
    calls: readonly (readonly [string, readonly unknown[]])[] = [],
    delay = DAY,
  ): Promise<Deployed> {
    const contract = await closed(name);
    const encoded = [...calls, ['open', [delay]] as const].map(([functionName, args]) => encode(contract, functionName, args));
    await act(admin, contract, 'changeAll', [encoded]);
    return contract;
  }

  const announce = async (of: Deployed, functionName: string, args: readonly unknown[]) =>
    await act(admin, of, 'announce', [[encode(of, functionName, args)]]);

  // The fixture has two parts: functions for contracts that a test deploys itself, and in `dca` those for the devnet's own DCA vault.
  return { ...base, dca: base, closed, opened, encode, act, refusal, read, announce };
}

export type AdminFixture = Awaited<ReturnType<typeof createAdminFixture>>;
