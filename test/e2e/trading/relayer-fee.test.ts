import { expect, test } from 'bun:test';
import { spawnService } from '../../support/spawn-service.ts';
import { openTradingWallet } from './trading-wallet.ts';

test('a relayer that keeps a fee is quoted for: the wallet spends what it typed, and receives what was promised', async () => {
  await using service = await spawnService({
    chain: 'copied',
    env: { DEVNET_PORT: '0', CRON: 'false', LOG_LEVEL: 'warn' },
    until: 'ready',
  });
  const wallet = await openTradingWallet(service);
  await wallet.setRelayerFee(wallet.relayerOf(), 50);
  for (const [from, to, amount, spent] of [
    ['USDC', 'WETH', '100', 100_000_000n],
    ['ETH', 'USDC', '0.1', 10n ** 17n],
  ] as const) {
    const { quotes: frames } = await wallet.quotes({
      fromChainId: '31337',
      toChainId: '31337',
      fromToken: wallet.tokenOf(from).address,
      toToken: wallet.tokenOf(to).address,
      amount,
      type: 'swap',
      srcWalletAddress: wallet.address,
    });
    expect(frames).toHaveLength(3);
    for (const { id } of frames) {
      const built = await wallet.build(id);
      const before = { from: await wallet.balanceOf(from), to: await wallet.balanceOf(to) };
      const { status, gasPaid, transactionHash } = await wallet.trade(built);
      expect(status).toBe('success');
      expect(before.from - (await wallet.balanceOf(from)) - (from === 'ETH' ? gasPaid : 0n)).toBe(spent);
      expect((await wallet.balanceOf(to)) - before.to >= built.amountOutMin).toBe(true);
      expect(await wallet.record(id, transactionHash)).toMatchObject({ status: 'success', amountIn: spent.toString() });
    }
  }
});
