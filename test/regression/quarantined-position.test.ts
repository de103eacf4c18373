import { expect, test } from 'bun:test';
import { createMemoryRecordStore } from '../../src/platform/store/memory/memory-record-store.ts';
import { createFillBook } from '../../src/services/dca/fill-book.ts';
import { createFollowVault } from '../../src/services/dca/follow-vault.ts';
import { createLinkBook } from '../../src/services/dca/link-book.ts';
import { createTokens } from '../../src/services/tokens/create-tokens.ts';
import { parseAddress } from '../../src/values/address.ts';
import { QuarantinedError } from '../../src/values/errors/quarantined-error.ts';
import { encodeCall, encodeSigned } from '../sim/dca/call-bytes.ts';
import { createSimChain, VAULT } from '../sim/dca/sim-chain.ts';
import { CHAIN_ID, createSimRpc, EXECUTOR } from '../sim/dca/sim-rpc.ts';

// One position in quarantine of which the vault told anything stopped the reading of its chain, at the same block each time: nobody's
// positions were linked there any more, until an operator released it.

const clock = { now: () => 1_800_000_000_000 };
const token = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const unused = async (): Promise<never> => {
  throw new Error('the follower has no use for this');
};

test('a position in quarantine does not hold up the others of its chain', async () => {
  const chain = createSimChain(
    () => 0.1,
    () => 0,
    1_700_000_000,
  );
  const terms = { fromToken: token('2'), toToken: token('3'), amount: 300n, frequency: 3, intervalSec: 180, autoClaim: false };
  const [first, second] = [parseAddress(`0x${'1'.repeat(40)}`), parseAddress(`0x${'4'.repeat(40)}`)];
  chain.deposit({ ...terms, wallet: first });
  chain.mine(1_700_000_012);
  const item = { wallet: first, positionId: 1, orderIndex: 0, target: EXECUTOR, spender: EXECUTOR, data: '0x' as const };
  const call = encodeCall({ kind: 'orders', items: [{ ...item, amountOutMin: 1n, gasLimit: 1n }], deadlineSec: 1_800_000_000 });
  chain.send(encodeSigned({ nonce: 0, data: call, maxFee: 1n }).raw);
  chain.mine(1_700_000_024);
  chain.deposit({ ...terms, wallet: second });
  chain.mine(1_700_000_036);

  const records = createMemoryRecordStore({ clock });
  const rpc = createSimRpc({
    ...{ chain, random: () => 0.1, trouble: () => 0, isHidden: () => false, pause: async () => {} },
    stalled: () => null,
  });
  const linked: string[] = [];
  let asked = 0;
  const follow = createFollowVault({
    places: { of: async () => ({ vault: VAULT, confirmations: 3, firstBlock: 0 }), executorOf: () => EXECUTOR },
    ...{ records, clock, vaultAt: rpc.vaultAt, fills: createFillBook({ records }) },
    ...{ links: createLinkBook({ records, clock }), tokens: createTokens({ records, clock }) },
    positions: {
      create: async ({ recordId, terms: of }) => {
        linked.push(of.wallet);
        const { chainId, fromToken, toToken } = of;
        return { record: { _id: recordId, id: recordId, fromToken, toToken, chainId, status: 'success' }, terms: of };
      },
      link: async () => {},
      unlink: async () => {},
      async look() {
        asked += 1;
        throw new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' });
      },
      ...{ read: unused, listOf: unused, claim: unused, askedFor: unused, followChain: unused },
    },
  });
  expect(await follow(CHAIN_ID)).toMatchObject({ head: { number: 3 }, isCaughtUp: true });
  expect(asked).toBe(1);
  expect(linked).toEqual([first, second]);
});
