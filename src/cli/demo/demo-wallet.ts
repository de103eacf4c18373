import { createPublicClient, createWalletClient, http, parseEventLogs } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { DevnetAccount } from '../../devnet/devnet-accounts.ts';
import { foundry } from '../../devnet/foundry.ts';
import { dcaVaultAbi } from '../../platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import { type Address, parseAddress } from '../../values/address.ts';

/** An executed order, read from the vault's event. Amounts are in base units. */
export type ExecutedOrder = {
  readonly orderIndex: number;
  readonly txHash: string;
  readonly blockNumber: number;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
};

/** A position's state, read from the vault. Amounts are in base units. */
export type VaultPosition = {
  readonly isCompleted: boolean;
  readonly processed: number;
  readonly spent: bigint;
  readonly received: bigint;
  readonly claimable: bigint;
};

export type PositionOrder = {
  readonly fromToken: Address;
  readonly toToken: Address;
  /** The position's whole budget in base units of the spent token. */
  readonly amount: bigint;
  readonly frequency: number;
  /** Length of the position's whole time window in seconds. */
  readonly interval: number;
};

/**
 * A user's wallet on the local chain. It signs and sends its own transactions without the service. Each function returns after its
 * transaction was mined.
 */
export type DemoWallet = {
  readonly address: Address;
  approve(token: Address, amount: bigint): Promise<string>;
  openPosition(order: PositionOrder): Promise<{ readonly positionId: number; readonly txHash: string }>;
  claimAll(positionId: number): Promise<string>;
  cancel(positionId: number): Promise<string>;
  balance(token: Address, holder: Address): Promise<bigint>;
  position(positionId: number): Promise<VaultPosition>;
  /** Returns the executed orders of a position, in the order of their events on chain. */
  executedOrders(positionId: number): Promise<readonly ExecutedOrder[]>;
};

const EVERYTHING = 2n ** 256n - 1n;
/** Numeric value of the vault's `Status.Completed`. */
const COMPLETED = 2;
const RECEIPT_TIMEOUT_MS = 30_000;

export function createDemoWallet(owner: DevnetAccount, place: { readonly rpcUrl: string; readonly vault: Address }): DemoWallet {
  const { rpcUrl, vault } = place;
  const transport = http(rpcUrl, { retryCount: 0, timeout: 20_000 });
  const account = privateKeyToAccount(owner.privateKey);
  const wallet = createWalletClient({ account, chain: foundry, transport });
  const chain = createPublicClient({ chain: foundry, transport, pollingInterval: 20, cacheTime: 0 });

  async function mined(txHash: `0x${string}`) {
    const receipt = await chain.waitForTransactionReceipt({ hash: txHash, timeout: RECEIPT_TIMEOUT_MS });
    if (receipt.status !== 'success') throw new Error(`the wallet's transaction ${txHash} was reverted`);
    return receipt;
  }

  return {
    address: owner.address,
    async approve(token, amount) {
      const txHash = await wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'approve', args: [vault, amount] });
      await mined(txHash);
      return txHash;
    },
    async openPosition({ fromToken, toToken, amount, frequency, interval }) {
      const args = [fromToken, toToken, amount, frequency, interval, true, false] as const;
      const txHash = await wallet.writeContract({ address: vault, abi: dcaVaultAbi, functionName: 'createPosition', args });
      const { logs } = await mined(txHash);
      const [created] = parseEventLogs({ abi: dcaVaultAbi, eventName: 'PositionCreated', logs });
      if (created === undefined) throw new Error(`the vault made no position in ${txHash}`);
      return { positionId: created.args.positionId, txHash };
    },
    async claimAll(positionId) {
      const args = [positionId, EVERYTHING] as const;
      const txHash = await wallet.writeContract({ address: vault, abi: dcaVaultAbi, functionName: 'claim', args });
      await mined(txHash);
      return txHash;
    },
    async cancel(positionId) {
      const txHash = await wallet.writeContract({ address: vault, abi: dcaVaultAbi, functionName: 'cancel', args: [positionId] });
      await mined(txHash);
      return txHash;
    },
    async balance(token, holder) {
      return await chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
    },
    async position(positionId) {
      const args = [parseAddress(owner.address), positionId] as const;
      const read = await chain.readContract({ address: vault, abi: dcaVaultAbi, functionName: 'position', args });
      const { status, processed, spent, received, claimable } = read;
      return { isCompleted: status === COMPLETED, processed, spent, received, claimable };
    },
    async executedOrders(positionId) {
      const events = await chain.getContractEvents({
        address: vault,
        abi: dcaVaultAbi,
        eventName: 'OrderExecuted',
        args: { wallet: owner.address, positionId },
        fromBlock: 0n,
        strict: true,
      });
      return events.map(({ args, transactionHash, blockNumber }) => ({
        orderIndex: args.orderIndex,
        txHash: transactionHash,
        blockNumber: Number(blockNumber),
        amountIn: args.amountIn,
        amountOut: args.amountOut,
      }));
    },
  };
}
