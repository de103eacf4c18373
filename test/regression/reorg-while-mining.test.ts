import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { createJsonRpc } from '../../src/devnet/guard/json-rpc.ts';
import { startTestDevnet } from '../support/devnet.ts';
import { reorgChain } from '../support/reorg-chain.ts';

const REORGS = 5;
const blockSchema = v.nullable(v.looseObject({ hash: v.string(), parentHash: v.string() }));

// Tests an error that the crash harness found: when a reorg happened while transactions were sent, the new chain lacked two blocks, so that
// no follower could read it further.
test('a reorg while transactions are sent leaves a chain without gaps', async () => {
  await using devnet = await startTestDevnet();
  const rpc = createJsonRpc(devnet.rpcUrl);
  const head = async () => Number(await rpc('eth_blockNumber', []));
  const first = await head();
  let isOver = false;
  let sent = 0;
  const send = async (from: string) => {
    while (!isOver) {
      // A transaction that is sent during the reorg may be refused because of its nonce. That is not an error of this test.
      const isTaken = await rpc('eth_sendTransaction', [{ from, to: from, value: '0x1' }]).then(
        () => true,
        () => false,
      );
      if (isTaken) sent += 1;
    }
  };
  const sending = Promise.all(devnetAccounts.demo.map(({ address }) => send(address)));
  for (let n = 0; n < REORGS; n += 1) await reorgChain(rpc, 1 + (n % 3));
  isOver = true;
  await sending;

  const last = await head();
  expect(sent).toBeGreaterThan(REORGS);
  expect(last).toBeGreaterThan(first + REORGS);
  let parent: string | null = null;
  for (let number = first; number <= last; number += 1) {
    const block: v.InferOutput<typeof blockSchema> = v.parse(
      blockSchema,
      await rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]),
    );
    expect([number, block?.parentHash ?? 'missing']).toEqual([number, parent ?? block?.parentHash ?? 'missing']);
    expect(block).not.toBeNull();
    parent = block?.hash ?? null;
  }
}, 60_000);
