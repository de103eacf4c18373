import { expect, test } from 'bun:test';
import { createAgentFacts } from '../../../src/features/autopilot/agent-facts.ts';
import { createPositionFacts } from '../../../src/features/dca/position-facts.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { chainTroubleKey } from '../../../src/values/chain-trouble-key.ts';

const unused = (): never => {
  throw new Error('Not asked');
};
const troubleOf = (chainId: number) => (chainId === 1 ? 'It has brought no new block.' : null);
const keys = [1, 2].map(chainTroubleKey);

test('the trouble of a chain is a fact for positions and agents of that chain alone', async () => {
  const positions = createPositionFacts({ vaultAt: unused, seen: { note: unused }, troubleOf, log: silentLog });
  expect([...(await positions(keys))]).toEqual([['chain-trouble/1', 'It has brought no new block.']]);
  const { facts } = createAgentFacts({
    ...{
      deployments: { vaultOf: unused },
      vaultAt: unused,
      series: {} as never,
      safety: { scan: async () => new Map() },
      tokens: { findMany: unused },
    },
    ...{ troubleOf, log: silentLog },
  });
  const found = await facts(keys, { atMs: 1, signal: new AbortController().signal });
  expect([...found]).toEqual([['chain-trouble/1', 'It has brought no new block.']]);
});
