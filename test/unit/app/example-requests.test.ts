import { expect, test } from 'bun:test';
import { exampleRequests } from '../../../src/app/describe-app.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';

const examples = (chainIds: readonly number[], rpcUrl: string | null) =>
  exampleRequests('http://localhost:5000/api', { chains: { chains: { chainIds } } as never, devnet: { rpcUrl } }).join('\n');

test('the requests to try are about the chains of the node', () => {
  const ofDevnet = examples([31337], 'http://127.0.0.1:8545');
  expect(ofDevnet).toContain('/common/token/31337');
  expect(ofDevnet).toContain(devnetAccounts.demo[0].address);
  for (const chainIds of [[8453], [31337, 8453], []]) {
    const others = examples(chainIds, null);
    expect(others).not.toContain('31337');
    expect(others).not.toContain(devnetAccounts.demo[0].address);
    expect(others).toContain(chainIds.length === 0 ? '/common/network' : '/common/token/8453');
  }
});
