import { expect } from 'bun:test';
import {
  type Abi,
  BaseError,
  type ContractFunctionArgs,
  type ContractFunctionName,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createChainWriter } from '../../../../src/devnet/deploy/chain-writer.ts';
import { deployedToken } from '../../../../src/devnet/deployment.ts';
import { type DevnetAccount, devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../../src/devnet/foundry.ts';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { uniswapV3SwapRouterAbi } from '../../../../src/platform/chain/abi/uniswap-v3-swap-router.generated.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { startTestDevnet } from '../../../support/devnet.ts';

type VaultFunction = ContractFunctionName<typeof dcaVaultAbi, 'nonpayable'>;
type VaultArgs<Name extends VaultFunction> = ContractFunctionArgs<typeof dcaVaultAbi, 'nonpayable', Name> & readonly unknown[];
export type Item = VaultArgs<'execute'>[0][number];
export type Call = { readonly to: Address; readonly abi: Abi; readonly functionName: string; readonly args?: readonly unknown[] };
export type Schedule = {
  readonly from?: string | Address;
  readonly to?: string | Address;
  readonly amount?: bigint;
  readonly frequency?: number;
  readonly interval?: number;
  readonly isAutoBuy?: boolean;
  readonly autoClaim?: boolean;
  readonly owner?: DevnetAccount;
};

/** Maximum gas of each order in these tests: three times what a Uniswap swap through the vault needs. */
export const ITEM_GAS = 600_000n;
export const HOUR = 3_600;
export const usdc = (whole: number) => BigInt(whole) * 10n ** 6n;
export const farDeadline = maxUint256;
export const [alice, bob] = devnetAccounts.demo;
export const { executor, deployer: admin, signer: stranger } = devnetAccounts;

/** Creates a devnet with its DCA vault, and helper functions for the tests. Every call is a real transaction on a real Anvil. */
export async function createVaultFixture(starting: Promise<Devnet> = startTestDevnet()) {
  const devnet = await starting;
  const { deployment, rpcUrl } = devnet;
  const vault = deployment.contracts.dcaVault;
  const transport = http(rpcUrl, { retryCount: 0 });
  const client = createPublicClient({ chain: foundry, transport, pollingInterval: 10, cacheTime: 0 });
  const writer = createChainWriter(rpcUrl, admin.address);
  const token = (symbol: string) => deployedToken(deployment, symbol).address;
  const tokenOf = (of: string | Address) => (of.startsWith('0x') ? parseAddress(of) : token(of));

  /** Sends a call to any contract and returns its receipt, whether or not it reverted. */
  async function transact(from: DevnetAccount, call: Call, gas = 8_000_000n): Promise<TransactionReceipt> {
    return await sendData(
      from,
      call.to,
      encodeFunctionData({ abi: call.abi, functionName: call.functionName, args: call.args ?? [] }),
      gas,
    );
  }

  async function sendData(from: DevnetAccount, to: Address, data: Hex, gas = 8_000_000n): Promise<TransactionReceipt> {
    const wallet = createWalletClient({ account: privateKeyToAccount(from.privateKey), chain: foundry, transport });
    const hash = await wallet.sendTransaction({ to, data, gas });
    return await client.waitForTransactionReceipt({ hash, timeout: 45_000 });
  }

  const vaultCall = <Name extends VaultFunction>(functionName: Name, args: VaultArgs<Name>): Call => ({
    to: vault,
    abi: dcaVaultAbi,
    functionName,
    args,
  });

  /** Calls the vault, expects that the call succeeds, and returns the events. */
  async function act<Name extends VaultFunction>(from: DevnetAccount, functionName: Name, args: VaultArgs<Name>, gas?: bigint) {
    const receipt = await transact(from, vaultCall(functionName, args), gas);
    if (receipt.status !== 'success') expect(await revertOf(from, functionName, args)).toBe('success');
    return parseEventLogs({ abi: dcaVaultAbi, logs: receipt.logs });
  }

  /**
   * Returns the name of the error with which a call of the vault would revert now, or 'success'. The call is simulated at the time of the
   * next block.
   */
  async function revertOf<Name extends VaultFunction>(from: DevnetAccount, functionName: Name, args: VaultArgs<Name>, gas?: bigint) {
    const call = vaultCall(functionName, args);
    return await client
      .simulateContract({
        address: call.to,
        abi: call.abi,
        functionName: call.functionName,
        args: call.args ?? [],
        account: from.address,
        blockTag: 'pending',
        ...(gas === undefined ? {} : { gas }),
      })
      .then(() => 'success', errorName);
  }

  async function balance(of: string | Address, holder: Address): Promise<bigint> {
    return await client.readContract({ address: tokenOf(of), abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
  }

  /**
   * Approves USDC and opens a position: by default 300 USDC into WETH in 3 orders over 3 hours.
   * @returns the position's id
   */
  async function open(schedule: Schedule = {}): Promise<number> {
    const owner = schedule.owner ?? alice;
    const from = tokenOf(schedule.from ?? 'USDC');
    const amount = schedule.amount ?? usdc(300);
    await approve(owner, from, amount);
    const events = await act(owner, 'createPosition', [
      from,
      tokenOf(schedule.to ?? 'WETH'),
      amount,
      schedule.frequency ?? 3,
      schedule.interval ?? 3 * HOUR,
      schedule.isAutoBuy ?? true,
      schedule.autoClaim ?? false,
    ]);
    const created = events.find((event) => event.eventName === 'PositionCreated');
    if (created?.eventName !== 'PositionCreated') throw new Error('no PositionCreated');
    return created.args.positionId;
  }

  /** An allowance of zero is approved first, because USDT does not allow changing an allowance that is not zero. */
  async function approve(owner: DevnetAccount, of: Address, amount: bigint): Promise<void> {
    for (const value of [0n, amount]) await transact(owner, { to: of, abi: erc20Abi, functionName: 'approve', args: [vault, value] });
  }

  /** Builds the data of the position's next order, as the vault reports it, through the real Uniswap router. */
  async function order(positionId: number, change: Partial<Item> & { readonly fee?: number } = {}): Promise<Item> {
    const owner = change.wallet ?? alice.address;
    const p = await position(positionId, parseAddress(owner));
    const { fee = 3000, ...rest } = change;
    return {
      wallet: owner,
      positionId,
      orderIndex: p.processed,
      target: deployment.contracts.swapRouter,
      spender: deployment.contracts.swapRouter,
      data: swapData(p.fromToken, p.toToken, p.nextOrderAmount, fee),
      amountOutMin: 1n,
      gasLimit: ITEM_GAS,
      ...rest,
    };
  }

  function swapData(tokenIn: Address | Hex, tokenOut: Address | Hex, amountIn: bigint, fee: number, recipient: Address = vault): Hex {
    const swap = { tokenIn, tokenOut, fee, recipient, deadline: maxUint256, amountIn, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n };
    return encodeFunctionData({ abi: uniswapV3SwapRouterAbi, functionName: 'exactInputSingle', args: [swap] });
  }

  async function position(positionId: number, wallet: Address = alice.address) {
    return await client.readContract({ address: vault, abi: dcaVaultAbi, functionName: 'position', args: [wallet, positionId] });
  }

  /** Executes orders as the executor, with a generous gas limit. */
  const execute = async (...items: readonly Item[]) => await act(executor, 'execute', [items, farDeadline], 28_000_000n);

  async function advance(seconds: number): Promise<void> {
    await devnet.mine(Number((await client.getBlock()).timestamp) + seconds);
  }

  async function deploy(contractName: string, args: readonly unknown[] = []): Promise<{ address: Address; abi: Abi }> {
    const artifact = loadArtifact(contractName);
    return { address: await writer.deploy(artifact, args), abi: artifact.abi };
  }

  async function allow(address: Address): Promise<void> {
    await act(admin, 'setTargetAllowed', [address, true]);
    await act(admin, 'setSpenderAllowed', [address, true]);
  }

  return {
    ...{ devnet, deployment, vault, client, token, transact, sendData, act, revertOf, balance, open, approve, order, swapData },
    ...{ position, execute, advance, deploy, allow, writer },
  };
}

export type VaultFixture = Awaited<ReturnType<typeof createVaultFixture>>;

/** Decodes the vault's error in the reason bytes of an event, and returns the error's name. */
export function reasonName(reason: Hex): string {
  return decodeErrorResult({ abi: dcaVaultAbi, data: reason }).errorName;
}

/** Returns the names of the given events, in order. */
export const names = (events: readonly { readonly eventName: string }[]) => events.map((event) => event.eventName);

/** Returns the name of the error with which a simulated call reverted. */
export function errorName(error: unknown): string {
  const reverted = error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null;
  if (reverted instanceof ContractFunctionRevertedError)
    return reverted.data?.errorName ?? reverted.reason ?? reverted.signature ?? 'no reason';
  throw error;
}
