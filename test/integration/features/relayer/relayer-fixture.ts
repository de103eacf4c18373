import {
  type Abi,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseEventLogs,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createChainWriter } from '../../../../src/devnet/deploy/chain-writer.ts';
import { deployedToken } from '../../../../src/devnet/deployment.ts';
import { type DevnetAccount, devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../../src/devnet/foundry.ts';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../../../src/platform/chain/abi/relayer.generated.ts';
import { createRelayerSigner } from '../../../../src/platform/chain/relayer/create-relayer-signer.ts';
import type { MetaTransaction } from '../../../../src/platform/chain/relayer/relayer.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { startTestDevnet } from '../../../support/devnet.ts';

export const CHAIN_ID = 31337;
export const [alice, bob] = devnetAccounts.demo;
export const { deployer: admin, signer } = devnetAccounts;
/** Account that receives the output in these tests; its initial balances are zero. */
export const carol = parseAddress('0x000000000000000000000000000000000000ca01');
/** Optional values for sending a meta transaction: the sender, the value in wei, and the signature. */
export type Sending = { readonly from?: DevnetAccount; readonly value?: bigint; readonly signature?: Hex };
export type Step = { readonly target: Address; readonly value: bigint; readonly data: Hex };

/** Creates a devnet with its Relayer, and a router that the test controls. Every call is a real transaction on a real Anvil. */
export async function createRelayerFixture() {
  const devnet = await startTestDevnet();
  const { deployment, rpcUrl } = devnet;
  const { relayer } = deployment.contracts;
  const transport = http(rpcUrl, { retryCount: 0 });
  const client = createPublicClient({ chain: foundry, transport, pollingInterval: 10, cacheTime: 0 });
  const writer = createChainWriter(rpcUrl, admin.address);
  const token = (symbol: string) => (symbol === 'ETH' ? NATIVE_ADDRESS : deployedToken(deployment, symbol).address);
  const payerAbi = loadArtifact('HostilePayer').abi;
  const payer = await writer.deploy(loadArtifact('HostilePayer'));
  let nonce = 0n;

  async function transact(from: DevnetAccount, call: { to: Address; data: Hex; value?: bigint }) {
    const wallet = createWalletClient({ account: privateKeyToAccount(from.privateKey), chain: foundry, transport });
    const hash = await wallet.sendTransaction({ ...call, gas: 3_000_000n });
    return await client.waitForTransactionReceipt({ hash, timeout: 45_000 });
  }

  const call = async (from: DevnetAccount, to: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n) =>
    await transact(from, { to, data: encodeFunctionData({ abi, functionName, args }), value });

  async function balance(of: Address, holder: Address): Promise<bigint> {
    if (of === NATIVE_ADDRESS) return await client.getBalance({ address: holder });
    return await client.readContract({ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
  }

  /** An allowance of zero is approved first, because USDT does not allow changing an allowance that is not zero. */
  async function approve(owner: DevnetAccount, of: Address, amount: bigint): Promise<void> {
    for (const value of [0n, amount]) await call(owner, of, erc20Abi, 'approve', [relayer, value]);
  }

  /** Encodes the calls that the test's router makes with the tokens that it has received. */
  const steps = (...made: readonly Step[]): Hex => encodeFunctionData({ abi: payerAbi, functionName: 'run', args: [made] });
  const step = (target: Address, abi: Abi, functionName: string, args: readonly unknown[]): Step => ({
    ...{ target, value: 0n },
    data: encodeFunctionData({ abi, functionName, args }),
  });
  const take = (of: Address, amount: bigint) => step(of, erc20Abi, 'transferFrom', [relayer, payer, amount]);
  const give = (of: Address, to: Address, amount: bigint): Step =>
    of === NATIVE_ADDRESS ? { target: to, value: amount, data: '0x' } : step(of, erc20Abi, 'transfer', [to, amount]);
  const fund = async (of: Address, amount: bigint) =>
    of === NATIVE_ADDRESS
      ? await transact(admin, { to: payer, data: '0x', value: amount })
      : await call(admin, of, erc20Abi, 'transfer', [payer, amount]);

  /** Builds a trade with a new nonce: Alice pays 100 USDC, and Carol receives at least 1 base unit of WETH, through the test's router. */
  async function metaTx(change: Partial<MetaTransaction> = {}): Promise<MetaTransaction> {
    const { timestamp } = await client.getBlock();
    nonce += 1n;
    return {
      from: alice.address,
      fromToken: token('USDC'),
      amountIn: 100_000_000n,
      toToken: token('WETH'),
      amountOutMin: 1n,
      recipient: carol,
      target: payer,
      spender: payer,
      data: steps(),
      value: 0n,
      nonce,
      deadline: timestamp + 3_600n,
      ...change,
    };
  }

  const sign = async (signed: MetaTransaction, key: DevnetAccount = signer, brand = 'Svc') =>
    await createRelayerSigner({ brand, keyOf: () => key.privateKey }).sign({ chainId: CHAIN_ID, relayer, metaTx: signed });

  /** Sends a meta transaction, expects that it succeeds, and returns the Relayer's event. */
  async function execute(sent: MetaTransaction, { from = alice, value, signature }: Sending = {}) {
    const args = [sent, signature ?? (await sign(sent))] as const;
    const data = encodeFunctionData({ abi: relayerAbi, functionName: 'executeMetaTransactionSwap', args });
    const receipt = await transact(from, { to: relayer, data, value: value ?? sent.value });
    if (receipt.status !== 'success') {
      throw new Error(`reverted: ${await refusal(sent, { from, signature: args[1], ...(value === undefined ? {} : { value }) })}`);
    }
    const [event] = parseEventLogs({ abi: relayerAbi, eventName: 'MetaTransactionExecuted', logs: receipt.logs });
    if (event === undefined) throw new Error('no MetaTransactionExecuted');
    return event.args;
  }

  /** Returns the name of the error with which the meta transaction would revert now, or 'success'. */
  async function refusal(sent: MetaTransaction, { from = alice, value, signature }: Sending = {}): Promise<string> {
    const args = [sent, signature ?? (await sign(sent))] as const;
    const asked = { address: relayer, abi: relayerAbi, functionName: 'executeMetaTransactionSwap', args } as const;
    return await client
      .simulateContract({ ...asked, account: from.address, value: value ?? sent.value, blockTag: 'pending' })
      .then(() => 'success', errorName);
  }

  /** Returns the name of the error with which a call of an admin function would revert now, or 'success'. */
  const adminRefusal = async (from: DevnetAccount, functionName: 'setFee' | 'setSigner' | 'withdrawFees', args: readonly unknown[]) =>
    await client
      .simulateContract({ address: relayer, abi: relayerAbi as Abi, functionName, args, account: from.address })
      .then(() => 'success', errorName);

  const allowanceOf = async (of: Address, spender: Address) =>
    await client.readContract({ address: of, abi: erc20Abi, functionName: 'allowance', args: [relayer, spender] });

  return {
    ...{ devnet, deployment, relayer, client, writer, token, payer, payerAbi, transact, call, balance, approve, allowanceOf },
    ...{ steps, step, take, give, fund, metaTx, sign, execute, refusal, adminRefusal },
  };
}

export type RelayerFixture = Awaited<ReturnType<typeof createRelayerFixture>>;

function errorName(error: unknown): string {
  const reverted = error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null;
  if (reverted instanceof ContractFunctionRevertedError) {
    return reverted.data?.errorName ?? reverted.reason ?? reverted.signature ?? 'no reason';
  }
  throw error;
}
