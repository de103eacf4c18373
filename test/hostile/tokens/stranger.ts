import * as v from 'valibot';
import { type Abi, encodeFunctionData, type Hex, keccak256, maxUint256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { policyMessage, signRequest } from '../../../src/client/signed-request.ts';
import type { ChainWriter } from '../../../src/devnet/deploy/chain-writer.ts';
import { type Deployment, deployedToken } from '../../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { loadArtifact } from '../../../src/devnet/load-artifact.ts';
import { autopilotVaultAbi } from '../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { uniswapV3PositionManagerAbi } from '../../../src/platform/chain/abi/uniswap-v3-position-manager.generated.ts';
import { uniswapV3SwapRouterAbi } from '../../../src/platform/chain/abi/uniswap-v3-swap-router.generated.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';
import { waitFor } from '../../support/wait-for.ts';
import { CHAIN_ID, type HostileWorld } from '../hostile-world.ts';
import type { TokenPlan } from './token-plan.ts';

const POOL_FEE = 3_000;
const FULL_RANGE = 887_220;
const GAS = 8_000_000;
/** Amounts that a stranger uses, in base units: the token has 18 decimals, USDC has 6. */
const TOKENS = 10n ** 24n;
const DOLLARS = 10n ** 10n;
const POLICY = keccak256(toHex('a stranger'));
const receiptSchema = v.nullable(v.looseObject({ status: v.string() }));
const previewSchema = v.object({ policy: v.looseObject({}), policyHash: v.custom<Hex>((value) => typeof value === 'string') });
const createdSchema = v.object({
  createAgent: v.object({
    to: v.custom<Hex>((value) => typeof value === 'string'),
    data: v.custom<Hex>((value) => typeof value === 'string'),
  }),
});

/** Counts of what a stranger has created with its token (positions, agents, pools), and of its refused actions. */
export type StrangerFigures = { positions: number; agents: number; pools: number; refused: number };

/** A stranger with its own hostile token, who does everything with the token that is possible on chain and over HTTP. */
export type Stranger = {
  readonly wallet: Address;
  readonly token: Address;
  /** Performs the stranger's actions of one minute. The token may change its behavior in that minute. */
  minute(nth: number): Promise<void>;
  readonly figures: StrangerFigures;
  /** Replies to the stranger that violate a guarantee; empty when there were none. */
  readonly problems: readonly string[];
};

/** Maximum size of a reply to a stranger in characters. A larger reply would repeat the stranger's input. */
const LONGEST_REPLY = 200_000;

export async function openStranger(world: HostileWorld, plan: TokenPlan): Promise<Stranger> {
  const { chain } = world;
  if (chain === null) throw new Error('Strangers need a chain');
  const { writer, deployment } = chain;
  const account = privateKeyToAccount(keccak256(toHex(`stranger ${plan.seed}`)));
  const wallet = parseAddress(account.address);
  const figures: StrangerFigures = { positions: 0, agents: 0, pools: 0, refused: 0 };
  const problems: string[] = [];
  const { abi, bytecode } = loadArtifact('ShiftingToken');
  const { dcaVault, autopilotVault, swapRouter, positionManager } = deployment.contracts;
  const usdc = deployedToken(deployment, 'USDC').address;

  await writer.rpc('anvil_setBalance', [wallet, toHex(10n ** 21n)]);
  await writer.rpc('anvil_impersonateAccount', [wallet]);
  await send(writer, devnetAccounts.deployer.address, usdc, erc20Abi, 'mint', [wallet, DOLLARS * 10n]);
  const token = await writer.deploy({ abi, bytecode }, [[dcaVault, autopilotVault], plan.feeBps, plan.rebase]);
  const act = (to: Address, of: Abi, name: string, args: readonly unknown[]) => send(writer, wallet, to, of, name, args);
  const ofToken = (name: string, args: readonly unknown[]) => act(token, abi, name, args);

  await ofToken('mint', [wallet, TOKENS * 10n]);
  for (const spender of [dcaVault, autopilotVault, positionManager, swapRouter]) {
    for (const of of [token, usdc]) await act(of, erc20Abi, 'approve', [spender, maxUint256]);
  }
  await openPool();
  for (const { selector, reply, when, size, data } of plan.rules) await ofToken('setRule', [selector, { reply, when, size, data }]);
  if (plan.blocks !== 'nobody')
    for (const one of plan.blocks === 'owner' ? [wallet] : [dcaVault, autopilotVault]) await ofToken('setBlocked', [one, true]);
  if (plan.reenters) for (const hook of hooksOf(deployment, token, wallet)) await ofToken('addHook', [hook]);
  if (plan.turnsFirst) await ofToken('turn', [true]);
  const isLeft = await openAll();
  if (isLeft) {
    await ofToken('turn', [false]);
    await openAll();
  }
  await ofToken('turn', [true]);
  await openAgentOverHttp();
  await askOverHttp();

  return {
    ...{ wallet, token, figures, problems },
    async minute(nth) {
      if (plan.wavers) await ofToken('turn', [nth % 2 === 0]);
      if (plan.vanishesAfter === nth) await writer.rpc('anvil_setCode', [token, '0x']);
      await askOverHttp();
    },
  };

  async function openPool(): Promise<void> {
    const isFirst = BigInt(token) < BigInt(usdc);
    const [token0, token1] = isFirst ? [token, usdc] : [usdc, token];
    // The square root price in a Uniswap pool of one dollar per token, for a token with 18 decimals against USDC with 6.
    const sqrtPrice = isFirst ? 2n ** 96n / 10n ** 6n : 2n ** 96n * 10n ** 6n;
    await act(positionManager, uniswapV3PositionManagerAbi, 'createAndInitializePoolIfNecessary', [token0, token1, POOL_FEE, sqrtPrice]);
    const [amount0Desired, amount1Desired] = isFirst ? [DOLLARS * 10n ** 12n, DOLLARS] : [DOLLARS, DOLLARS * 10n ** 12n];
    const mint = { token0, token1, fee: POOL_FEE, tickLower: -FULL_RANGE, tickUpper: FULL_RANGE, amount0Desired, amount1Desired };
    const isOpen = await act(positionManager, uniswapV3PositionManagerAbi, 'mint', [
      { ...mint, amount0Min: 0n, amount1Min: 0n, recipient: wallet, deadline: maxUint256 },
    ]);
    if (isOpen) figures.pools += 1;
  }

  /**
   * Opens positions that buy or sell the hostile token, and an agent on chain only.
   * @returns whether anything was refused
   */
  async function openAll(): Promise<boolean> {
    const [bought, sold, agent] = [
      await act(dcaVault, dcaVaultAbi, 'createPosition', [usdc, token, 30n * 10n ** 6n, 10, 300, true, plan.seed % 2 === 0]),
      await act(dcaVault, dcaVaultAbi, 'createPosition', [token, usdc, 30n * 10n ** 18n, 10, 300, true, plan.seed % 2 === 1]),
      await act(autopilotVault, autopilotVaultAbi, 'createAgent', [
        POLICY,
        token,
        [token, usdc],
        { maxPerTrade: maxUint256, maxPerDay: maxUint256, maxTradesPerDay: 200, expiry: 2n ** 64n - 1n },
        10n ** 20n,
      ]),
    ];
    for (const isMade of [bought, sold]) figures.positions += Number(isMade);
    figures.agents += Number(agent);
    const isRefused = !bought || !sold || !agent;
    figures.refused += Number(isRefused);
    return isRefused;
  }

  /** Creates an agent over HTTP: a signed policy that contains the hostile token is created and confirmed, or refused. */
  async function openAgentOverHttp(): Promise<void> {
    const timestamp = await world.nowMs();
    const draft = {
      ...{ version: 1, wallet, chainId: CHAIN_ID, budgetToken: usdc, allowTokens: [usdc, token], slippageBps: 1_000 },
      limits: { maxPerTradeUsd: 50, maxPerDayUsd: 1_000, maxTradesPerDay: 200, expiry: Math.floor(timestamp / 1_000) + 604_800 },
      safety: { minTokenScore: 0 },
      strategies: [
        { id: 'sell', type: 'take_profit', token, priceUsd: '0.000001', sellBps: 10_000, cooldownSeconds: 0 },
        { id: 'buy', type: 'dca', tokenOut: token, amount: '5', intervalSeconds: 60, maxRuns: 100 },
      ],
    };
    const preview = await ask('POST', '/defi/autopilot/preview', { policyDraft: draft });
    if (preview?.status !== 200) return;
    const { policy, policyHash } = v.parse(previewSchema, preview.data);
    const sign = (message: string) => account.signMessage({ message });
    const policySignature = await sign(policyMessage({ policyHash, agent: 'new', chainId: CHAIN_ID }));
    const payload = { policy, policyHash, policySignature, depositAmount: '50' };
    const body = await signRequest({ action: 'autopilot-create', payload, wallet, sign, timestamp });
    const created = await ask('POST', '/defi/autopilot/create', body);
    if (created?.status !== 201) return;
    const { to, data } = v.parse(createdSchema, created.data).createAgent;
    const txHash = await writer.rpc('eth_sendTransaction', [{ from: wallet, to, data, gas: toHex(GAS) }]);
    const confirmed = await ask('POST', '/defi/autopilot/confirm', { chainId: CHAIN_ID, txHash });
    if (confirmed?.status === 201) figures.agents += 1;
  }

  /** Sends the requests about the hostile token that need no authentication. */
  async function askOverHttp(): Promise<void> {
    const pair = { fromToken: usdc, toToken: token, amount: '50', walletAddress: wallet, chainId: { chainId: CHAIN_ID } };
    await ask('GET', `/defi/autopilot/price/${CHAIN_ID}/${token}`);
    await ask('POST', '/defi/create-position', { ...pair, frequency: 5, interval: 300 });
    await ask('POST', '/defi/create-position', { ...pair, fromToken: token, toToken: usdc, frequency: 5, interval: 300 });
    const query = new URLSearchParams({
      ...{ fromChainId: String(CHAIN_ID), toChainId: String(CHAIN_ID), fromToken: usdc, toToken: token, amount: '5', type: 'swap' },
      srcWalletAddress: wallet,
    });
    await ask('GET', `/defi/quotes?${query}`);
    await ask('GET', `/defi/get-position?walletAddress=${wallet}`);
  }

  async function ask(method: string, path: string, body?: unknown) {
    const what = `${method} ${path.split('?')[0]} about the token of seed ${plan.seed}`;
    try {
      const answer = await world.call(method, path, body);
      if (answer.status >= 500 && answer.status !== 503) problems.push(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      if (answer.bytes > LONGEST_REPLY) problems.push(`${what} answered with ${answer.bytes} characters`);
      return answer;
    } catch (error) {
      problems.push(`${what} was not answered: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}

/**
 * Sends a transaction.
 * @returns whether it was mined and did not revert
 */
async function send(
  writer: ChainWriter,
  from: Address,
  to: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
): Promise<boolean> {
  const data = encodeFunctionData({ abi, functionName, args });
  const hash = await writer.rpc('eth_sendTransaction', [{ from, to, data, gas: toHex(GAS) }]);
  const mined = async () => v.parse(receiptSchema, await writer.rpc('eth_getTransactionReceipt', [hash]));
  return (await waitFor(mined, { what: `${functionName} of a stranger to be mined`, everyMs: 2 })).status === '0x1';
}

/**
 * Returns the calls that the hostile token makes during each transfer (reentrancy). They try every function of the two vaults that anybody
 * may call, and the router that pays the vaults.
 */
function hooksOf({ contracts }: Deployment, token: Address, wallet: Address) {
  const { dcaVault, autopilotVault, swapRouter } = contracts;
  const call = (target: Address, abi: Abi, functionName: string, args: readonly unknown[]) => ({
    target,
    data: encodeFunctionData({ abi, functionName, args }),
  });
  const swap = { tokenIn: token, tokenOut: token, fee: POOL_FEE, recipient: wallet, deadline: maxUint256, amountIn: 1n };
  return [
    call(dcaVault, dcaVaultAbi, 'cancel', [1]),
    call(dcaVault, dcaVaultAbi, 'claim', [1, maxUint256]),
    call(dcaVault, dcaVaultAbi, 'createPosition', [token, wallet, 10n, 1, 1, true, true]),
    call(autopilotVault, autopilotVaultAbi, 'withdraw', [1n, token, maxUint256]),
    call(autopilotVault, autopilotVaultAbi, 'setActive', [1n, false]),
    call(swapRouter, uniswapV3SwapRouterAbi, 'exactInputSingle', [{ ...swap, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }]),
  ];
}
