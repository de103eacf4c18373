import { expect, test } from 'bun:test';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { startStandInSigner } from '../../support/stand-in-signer.ts';
import { waitFor } from '../../support/wait-for.ts';
import { CHAIN_ID, startAgentWorld } from './agent-world.ts';

const { executor } = devnetAccounts;

test('a node without the executor’s key trades through its signer; while that is away it says so, and then trades once', async () => {
  await using standIn = startStandInSigner(executor.privateKey, { token: 'sesame-open-sesame' });
  await using world = await startAgentWorld({ EXECUTOR_KEY_31337: standIn.key, SIGNER_URL_TOKEN: 'sesame-open-sesame' });
  const wallet = world.walletOf(1);
  const weth = world.tokenOf('WETH').address.toLowerCase();
  const buyOnce = [{ id: 'dca', type: 'dca', tokenOut: weth, amount: '300', intervalSeconds: 86_400, maxRuns: 1 }];
  const isDone = ({ strategies: [first] }: Awaited<ReturnType<typeof wallet.open>>) => first?.runs === 1;

  const first = await wallet.open(world.draft(buyOnce), '1000');
  expect((await world.agentWhen(first, 'the buy', isDone)).onChain).toMatchObject({ tradesToday: 1, spentToday: '300000000' });

  standIn.state.answer = (method) => (method === 'eth_signTransaction' ? new Response('', { status: 503 }) : null);
  const second = await world.walletOf(2).open(world.draft(buyOnce), '1000');
  const sender = `/operator/actors/${encodeURIComponent(`transaction-sender/${CHAIN_ID}/${executor.address}`)}/why`;
  const why = await waitFor(
    async () => {
      const text = JSON.stringify(await world.get(sender));
      return text.includes('signer-away') && text;
    },
    { what: 'the reason', timeoutMs: 60_000 },
  );
  expect(why).toContain('answers with HTTP 503');
  expect(why).not.toContain('sesame');

  standIn.state.answer = null;
  const bought = await world.agentWhen(second, 'the buy', isDone);
  expect(bought.onChain).toMatchObject({ tradesToday: 1, spentToday: '300000000' });
  expect((await world.activity(second)).filter(({ kind }) => kind === 'trade')).toHaveLength(1);
}, 240_000);
