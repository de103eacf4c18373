import { type Abi, createWalletClient, encodeDeployData, http, publicActions } from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import { DevnetError } from '../devnet-error.ts';
import { createJsonRpc, type JsonRpc } from '../guard/json-rpc.ts';
import type { Deployable } from '../load-artifact.ts';

/**
 * Gas limit of each transaction that sets up the devnet. With viem's estimates, 4 of 30 test deployments ran out of gas although their
 * simulation had succeeded. The devnet's blocks are otherwise empty, so a generous fixed limit causes no problem, and it saves one request
 * per transaction.
 */
const GAS = 12_000_000n;

/** Sends the devnet's own transactions, one after another, from accounts that Anvil has unlocked. */
export type ChainWriter = {
  readonly rpcUrl: string;
  deploy(artifact: Deployable, args?: readonly unknown[]): Promise<Address>;
  /** Calls a contract function and waits until the transaction is in a block. @throws DevnetError when it reverts */
  send(call: { from: Address; to: Address; abi: Abi; functionName: string; args?: readonly unknown[]; value?: bigint }): Promise<void>;
  /** Sends already encoded calldata and returns the transaction's hash. `what` describes the call in the error message when it reverts. */
  sendData(call: { from: Address; to: Address; data: `0x${string}`; what: string }): Promise<`0x${string}`>;
  read(call: { to: Address; abi: Abi; functionName: string; args?: readonly unknown[] }): Promise<unknown>;
  /** Client for Anvil's own methods. */
  readonly rpc: JsonRpc;
};

/**
 * Time limit of a transaction on a local chain. On a busy machine, some transactions on a fork that reads a remote chain take more than 20
 * seconds.
 */
const RECEIPT_WITHIN_MS = 90_000;

export function createChainWriter(rpcUrl: string, deployer: Address): ChainWriter {
  const client = createWalletClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 20_000 }), pollingInterval: 10 }).extend(
    publicActions,
  );
  const settled = async (hash: `0x${string}`, what: string) => {
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: RECEIPT_WITHIN_MS }).catch((cause: unknown) => {
      const seconds = RECEIPT_WITHIN_MS / 1_000;
      const message = `${what} was not in a block of the local chain within ${seconds} s (${hash}). The machine may be too busy: try again.`;
      throw new DevnetError('devnet-start-failed', message, cause);
    });
    if (receipt.status !== 'success') throw new DevnetError('devnet-start-failed', `${what} reverted on the devnet (${hash}).`);
    return receipt;
  };
  return {
    rpcUrl,
    rpc: createJsonRpc(rpcUrl),
    async deploy({ abi, bytecode }, args = []) {
      const data = encodeDeployData({ abi, bytecode, args });
      const hash = await client.sendTransaction({ account: deployer, chain: null, data, gas: GAS });
      const { contractAddress } = await settled(hash, 'A deployment');
      if (!contractAddress) throw new DevnetError('devnet-start-failed', `A deployment created no contract (${hash}).`);
      return parseAddress(contractAddress);
    },
    async send({ from, to, abi, functionName, args = [], value = 0n }) {
      const hash = await client.writeContract({ account: from, chain: null, address: to, abi, functionName, args, value, gas: GAS });
      await settled(hash, functionName);
    },
    async sendData({ from, to, data, what }) {
      const hash = await client.sendTransaction({ account: from, chain: null, to, data, gas: GAS });
      await settled(hash, what);
      return hash;
    },
    async read({ to, abi, functionName, args = [] }) {
      return await client.readContract({ address: to, abi, functionName, args });
    },
  };
}
