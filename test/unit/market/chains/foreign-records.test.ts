import { expect, test } from 'bun:test';
import { foreignRecords } from '../../../../src/market/chains/foreign-records.ts';
import { readNetworkSeed } from '../../../../src/market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../../../src/market/networks/network.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const VAULT = parseAddress(`0x${'da'.repeat(20)}`);
const ENDPOINT = 'http://127.0.0.1:1';
const base = readNetworkSeed().find(({ id }) => id === 8453);
if (base === undefined) throw new Error('the seed file has Base');
const withVault = { ...base, contracts: { ...base.contracts, dcaVault: VAULT } };
const devnet: EffectiveNetwork = { ...withVault, id: 31337, deploymentId: '0x01', nodeUrls: [ENDPOINT] };

/**
 * Returns the reported problems.
 * @param endpoints chains that have RPC endpoints in the settings
 */
const found = (endpoints: readonly number[], networks: readonly EffectiveNetwork[], runsDevnet = false) => {
  const others = endpoints
    .filter((id) => !networks.some((network) => network.id === id))
    .map((id) => ({ ...base, id, nodeUrls: [ENDPOINT] }));
  return foreignRecords({ list: async () => [...networks, ...others], hasEndpoint: (id) => endpoints.includes(id) }, runsDevnet);
};

test("a devnet's records on a node for real chains are a fault, which says what to do", async () => {
  expect(await found([8453], [devnet])).toEqual([
    {
      ...{ check: 'chain 31337 records', isOk: false },
      message: expect.stringMatching(/^The store has records of a local devnet, .* store of its own .* or set DEVNET=1/),
    },
  ]);
  expect(await found([8453], [devnet], true)).toEqual([]);
  expect(await found([8453, 31337], [devnet])).toEqual([]);
  // The nodes above serve the devnet. The nodes in these two cases serve no chain yet, so the devnet's record is no problem for them
  // either.
  expect(await found([], [devnet])).toEqual([]);
  expect(await found([], [devnet], true)).toEqual([]);
});

test("a real chain's vaults on a node without its endpoint are a fault too", async () => {
  const stored = { ...withVault, nodeUrls: [] };
  for (const endpoints of [[], [10]]) {
    expect(await found(endpoints, [stored])).toEqual([
      {
        ...{ check: 'chain 8453 records', isOk: false },
        message: expect.stringMatching(/names vaults of this chain \(0xda.*Set RPC_8453/),
      },
    ]);
  }
  expect(await found([8453], [{ ...stored, nodeUrls: [ENDPOINT] }])).toEqual([]);
  expect(await found([], [{ ...base, nodeUrls: [] }])).toEqual([]);
});
