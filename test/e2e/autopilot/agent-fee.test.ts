import { expect, test } from 'bun:test';
import { autopilotVaultAbi } from '../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { type AgentWorld, CHAIN_ID, startAgentWorld } from './agent-world.ts';

const TREASURY = `0x${'7e'.repeat(20)}`;

/** Sets a fee of the vault, as the vault's admin. On the devnet the admin is the deployer, and changes take effect without a delay. */
async function takeFee({ vault, walletOf }: AgentWorld, feeBps: number): Promise<void> {
  const { client } = walletOf(0);
  const call = async (functionName: 'setTreasury' | 'setFee', args: readonly unknown[]) => {
    const hash = await client.writeContract({ address: vault, abi: autopilotVaultAbi, functionName, args: args as never });
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
  };
  await call('setTreasury', [TREASURY]);
  await call('setFee', [feeBps]);
}

test('an owner is told the fee before the signature; the agent pays it, a dry run counts it, and the operator sees what was earned', async () => {
  await using world = await startAgentWorld();
  await takeFee(world, 50);
  const wallet = world.walletOf(1);
  const [usdc, weth] = ['USDC', 'WETH'].map((symbol) => world.tokenOf(symbol).address.toLowerCase());
  const strategies = [{ id: 'dca', type: 'dca', tokenOut: weth, amount: '200', intervalSeconds: 86_400, maxRuns: 1 }];
  const draft = world.draft(strategies);
  const preview = await world.call('POST', '/defi/autopilot/preview', { policyDraft: { ...draft, wallet: wallet.address } });
  expect(preview).toMatchObject({ status: 200, data: { feeBps: 50 } });

  const agent = await wallet.open(draft, '1000');
  const paper = await wallet.create(world.draft(strategies, { paper: true }), '1000');
  // An agent keeps the fee that the vault had when the agent was created. So this later change of the vault's fee must not affect the
  // agents.
  await takeFee(world, 0);
  const isDone = ({ strategies: [first] }: typeof agent) => first?.runs === 1;
  const bought = await world.agentWhen(agent, 'the buy', isDone);
  expect(bought.onChain).toMatchObject({ spentToday: '200000000', feeBps: 50 });
  expect(await world.activity(agent)).toMatchObject([{ kind: 'trade', amountIn: '200000000', fee: '1000000' }]);
  const [told] = await world.notificationsWhen(wallet.address, 1);
  expect(told?.message).toContain('(fee 1 USDC)');

  const dryRun = { ...agent, _id: paper._id, agentId: null };
  const onPaper = await world.agentWhen(dryRun, 'the buy on paper', isDone);
  expect(onPaper.onChain).toMatchObject({ spentToday: '200000000', feeBps: 50 });
  expect(await world.activity(dryRun)).toMatchObject([{ kind: 'trade', paper: 'true', amountIn: '200000000', fee: '1000000' }]);

  // Dry runs trade with simulated money, so no fee may be recorded for them.
  const earned = { address: usdc, earned: '1000000', earnedToday: '1000000', fills: 1 };
  expect(await world.get('/defi/fees/summary?force=1')).toMatchObject({
    vaults: { chains: [{ chainId: CHAIN_ID, vault: world.vault.toLowerCase(), kind: 'autopilot', tokens: [earned] }] },
  });
  expect(await world.get('/operator/treasury')).toMatchObject({
    chains: [{ fees: { tokens: [{ ...earned, vault: world.vault.toLowerCase() }] } }],
  });
}, 120_000);
