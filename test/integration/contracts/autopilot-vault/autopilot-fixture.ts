import { expect } from 'bun:test';
import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  type Hex,
  keccak256,
  maxUint256,
  parseEventLogs,
  toHex,
  zeroAddress,
} from 'viem';
import type { DevnetAccount } from '../../../../src/devnet/devnet-accounts.ts';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import type { Address } from '../../../../src/values/address.ts';
import { admin, alice, type Call, createVaultFixture, errorName, executor, usdc } from '../dca-vault/vault-fixture.ts';

export { admin, alice, bob, executor, names, stranger, usdc } from '../dca-vault/vault-fixture.ts';

type VaultFunction = ContractFunctionName<typeof abi, 'nonpayable'>;
type VaultArgs<Name extends VaultFunction> = ContractFunctionArgs<typeof abi, 'nonpayable', Name> & readonly unknown[];
export type Trade = VaultArgs<'executeTrade'>[2];
export type Limits = VaultArgs<'createAgent'>[3];
export type Contract = { readonly address: Address; readonly abi: Abi };
export type Terms = {
  readonly owner?: DevnetAccount;
  readonly budget?: Address;
  readonly tokens?: readonly Address[];
  readonly limits?: Partial<Limits>;
  readonly deposit?: bigint;
};

export const DAY = 86_400;
export const noBound = { leastOutX36: 0n, pool: zeroAddress, window: 0, maxDeviationBps: 0 } as const;
export const POLICY = keccak256(toHex('a policy'));
export const noExpiry = 2n ** 64n - 1n;
export const usualLimits: Limits = { maxPerTrade: usdc(100), maxPerDay: usdc(250), maxTradesPerDay: 10, expiry: noExpiry };

let trades = 0;
/** Returns a trade id that has not been used yet. */
export const newTradeId = () => keccak256(toHex(`trade ${++trades}`));

/**
 * Creates a devnet with its Autopilot vault, a router that the test controls, and a token that anybody may mint. All transactions are real.
 */
export async function createAutopilotFixture() {
  const base = await createVaultFixture();
  const { devnet, deployment, client, token, transact, balance } = base;
  const vault = deployment.contracts.autopilotVault;
  const coin: Contract = await base.deploy('HostileToken');
  const router: Contract = await base.deploy('HostileRouter');

  const vaultCall = <Name extends VaultFunction>(functionName: Name, args: VaultArgs<Name>): Call => ({
    to: vault,
    abi,
    functionName,
    args,
  });

  /** Calls the vault, expects that the call succeeds, and returns the events. */
  async function act<Name extends VaultFunction>(from: DevnetAccount, functionName: Name, args: VaultArgs<Name>) {
    const receipt = await transact(from, vaultCall(functionName, args));
    if (receipt.status !== 'success') expect(await revertOf(from, functionName, args)).toBe('success');
    return parseEventLogs({ abi, logs: receipt.logs });
  }

  /**
   * Returns the name of the error with which a call of the vault reverts, or 'success'. The call is simulated in a block at the given time,
   * or in the next block.
   */
  async function revertOf<Name extends VaultFunction>(
    from: DevnetAccount,
    functionName: Name,
    args: VaultArgs<Name>,
    { atSec, gas }: { readonly atSec?: number | undefined; readonly gas?: bigint } = {},
  ) {
    const call = vaultCall(functionName, args);
    const when = atSec === undefined ? { blockTag: 'pending' as const } : { blockOverrides: { time: BigInt(atSec) } };
    const sent = { account: from.address, ...(gas === undefined ? {} : { gas }) };
    const asked = { address: call.to, abi: call.abi, functionName, args: call.args ?? [], ...sent, ...when };
    return await client.simulateContract(asked).then(() => 'success', errorName);
  }

  /** An allowance of zero is approved first, because USDT does not allow changing an allowance that is not zero. */
  async function approve(owner: DevnetAccount, of: Address, amount: bigint): Promise<void> {
    for (const value of [0n, amount]) await transact(owner, { to: of, abi: erc20Abi, functionName: 'approve', args: [vault, value] });
  }

  /**
   * Creates an agent of Alice with 1000 USDC that may trade WETH and the test token. `Terms` override these values.
   * @returns the agent's id
   */
  async function create({ owner = alice, budget = token('USDC'), tokens, limits, deposit = usdc(1_000) }: Terms = {}): Promise<bigint> {
    await approve(owner, budget, deposit);
    const allowed = tokens ?? [budget, token('WETH'), coin.address];
    const events = await act(owner, 'createAgent', [POLICY, budget, allowed, { ...usualLimits, ...limits }, deposit]);
    const created = events.find((event) => event.eventName === 'AgentCreated');
    if (created?.eventName !== 'AgentCreated') throw new Error('no AgentCreated');
    return created.args.agentId;
  }

  async function agents(ids: readonly bigint[]) {
    return await client.readContract({ address: vault, abi, functionName: 'agents', args: [ids] });
  }

  async function agent(agentId: bigint) {
    const [view] = await agents([agentId]);
    if (view === undefined) throw new Error('no view');
    const balances = new Map(view.tokens.map((address, i) => [address.toLowerCase(), view.balances[i] ?? 0n]));
    return { ...view, held: (of: Address) => balances.get(of) };
  }

  const steps = (...calls: { readonly target: Address; readonly data: Hex }[]) =>
    encodeFunctionData({ abi: router.abi, functionName: 'run', args: [calls] });
  const step = (target: Address, of: Abi, functionName: string, args: readonly unknown[]) => ({
    target,
    data: encodeFunctionData({ abi: of, functionName, args }),
  });
  const take = (of: Address, amount: bigint) => step(of, erc20Abi, 'transferFrom', [vault, router.address, amount]);
  const mint = (amount: bigint, of: Contract = coin) => step(of.address, of.abi, 'mint', [vault, amount]);
  const pay = (of: Address, amount: bigint) => step(of, erc20Abi, 'transfer', [vault, amount]);

  /** Builds a buy through the test's router. The agent receives as many base units of the test token as it spends of USDC. */
  const buy = (amountIn: bigint, change: Partial<Trade> = {}): Trade => {
    const tokenIn = token('USDC');
    const data = steps(take(tokenIn, amountIn), mint(amountIn));
    const via = { target: router.address, spender: router.address };
    return { tokenIn, tokenOut: coin.address, amountIn, amountOutMin: 1n, ...via, data, ...change };
  };
  /** Builds a sale of the test token for the same number of base units of USDC, which the test's router must hold. */
  const sell = (amountIn: bigint, change: Partial<Trade> = {}): Trade => {
    const tokenOut = token('USDC');
    return buy(amountIn, {
      tokenIn: coin.address,
      tokenOut,
      data: steps(take(coin.address, amountIn), pay(tokenOut, amountIn)),
      ...change,
    });
  };
  /** Builds a trade through the devnet's Uniswap router, instead of the router that the test controls. */
  function swap(tokenIn: Address, tokenOut: Address, amountIn: bigint, change: Partial<Trade> & { readonly fee?: number } = {}): Trade {
    const { fee = 3000, ...rest } = change;
    const { swapRouter } = deployment.contracts;
    const data = base.swapData(tokenIn, tokenOut, amountIn, fee, vault);
    return { tokenIn, tokenOut, amountIn, amountOutMin: 1n, target: swapRouter, spender: swapRouter, data, ...rest };
  }

  const tradeArgs = (agentId: bigint, made: Trade): VaultArgs<'executeTrade'> => [
    ...([agentId, newTradeId(), made, maxUint256] as const),
    POLICY,
  ];

  /** Executes a trade and returns its event. With `atSec`, the block has exactly that time. */
  async function trade(agentId: bigint, made: Trade, atSec?: number) {
    if (atSec !== undefined) await devnet.setNextBlockTimestamp(atSec);
    const [executed] = (await act(executor, 'executeTrade', tradeArgs(agentId, made))).filter(
      (event) => event.eventName === 'TradeExecuted',
    );
    if (executed?.eventName !== 'TradeExecuted') throw new Error('no TradeExecuted');
    return executed.args;
  }

  const refusal = async (agentId: bigint, made: Trade, atSec?: number) =>
    await revertOf(executor, 'executeTrade', tradeArgs(agentId, made), { atSec });
  const now = async () => Number((await client.getBlock()).timestamp);

  for (const functionName of ['setTargetAllowed', 'setSpenderAllowed'] as const) await act(admin, functionName, [router.address, true]);
  await transact(alice, { to: token('USDC'), abi: erc20Abi, functionName: 'transfer', args: [router.address, usdc(10_000)] });

  return {
    ...{
      devnet,
      deployment,
      vault,
      client,
      coin,
      router,
      token,
      transact,
      balance,
      sendData: base.sendData,
      deploy: base.deploy,
      stop: devnet.stop,
    },
    ...{ act, revertOf, approve, create, agents, agent, steps, step, take, mint, pay, buy, sell, swap, trade, refusal, now },
  };
}

export type AutopilotFixture = Awaited<ReturnType<typeof createAutopilotFixture>>;
