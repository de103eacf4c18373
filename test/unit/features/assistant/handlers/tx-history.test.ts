import { describe, expect, test } from 'bun:test';
import type { Asked } from '../../../../../src/features/assistant/answers/answer.ts';
import { createTxHistory } from '../../../../../src/features/assistant/handlers/history.ts';
import { found } from '../../../../../src/features/assistant/lookup/outcome.ts';
import { TRANSFER_TOPIC, topicOf } from '../../../../../src/features/assistant/lookup/token-moves.ts';
import { tokenKey } from '../../../../../src/market/tokens/token.ts';
import type { ChainReads, Hex } from '../../../../../src/platform/chain/chain.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import { OWNER, USDC } from '../../../../support/alert-bench.ts';

const other = parseAddress(`0x${'0b'.repeat(20)}`);

/** Shows the transfers of a wallet that received the given amounts of USDC, the last one as the newest, on each of the named chains. */
async function shown(chains: readonly { readonly name: string; readonly chainId: number; readonly amounts: readonly number[] }[]) {
  const places = chains.map(({ name, chainId, amounts }) => {
    const logs = amounts.map((amount, at) => ({
      ...{ address: USDC.address, topics: [TRANSFER_TOPIC, topicOf(other), topicOf(parseAddress(OWNER))] },
      ...{
        data: `0x${(BigInt(amount) * 10n ** 6n).toString(16).padStart(64, '0')}` as Hex,
        txHash: `0x${at}`,
        logIndex: at,
        blockNumber: 9,
      },
    }));
    const reads: Partial<ChainReads> = {
      ...{ getBlockNumber: async () => 10, getNonce: async () => 1_234 },
      getLogs: async ({ topics }) => (topics?.length === 3 ? (logs as never) : []),
    };
    return {
      network: { id: chainId, name },
      chain: { onOneEndpoint: async <T>(work: (reads: ChainReads) => Promise<T>) => await work(reads as never) },
    };
  });
  const handler = createTxHistory({
    trades: { list: async () => ({ trades: [], hasMore: false, nextCursor: null }) as never },
    tokens: {
      findMany: async (asked: readonly { readonly chainId: number; readonly address: string }[]) =>
        new Map(asked.map(({ chainId, address }) => [tokenKey(chainId, address), USDC])),
    } as never,
    chains: { named: async () => found(places as never) } as never,
    findToken: async () => found(USDC),
  });
  const asked: Asked = {
    ...{ wallet: OWNER, chainId: 1, currency: null, text: '', intent: 'tx_history', slots: {}, operation: null, said: null, chatId: 'c' },
    ...{ turn: 1, key: 'k', signal: new AbortController().signal },
  };
  const { text, data } = await handler(asked);
  return { text, transfers: data.txHistory?.transfers ?? [], notShown: data.txHistory?.notShown };
}

describe('the transfers of a wallet', () => {
  test('are counted, also those that are not shown, and the answer says what no list contains', async () => {
    const amounts = Array.from({ length: 57 }, (_, at) => at + 1);
    const { text, transfers, notShown } = await shown([{ name: 'Ethereum', chainId: 1, amounts }]);
    expect([transfers.length, notShown, transfers[0]?.amount, transfers[1]?.amount]).toEqual([50, 7, '57', '56']);
    expect(text).toContain('57 token transfers in the last blocks, of which 7 are not shown, the newest in: 57 USDC.');
    expect(text).toContain('Chains keep no list of plain transfers of their native asset and of other calls, so there may be newer ones');
    expect(text).toContain('the wallet has sent this many transactions: 1,234 on Ethereum.');
  });

  test('of several chains are shown in turn, because the numbers of their blocks cannot be compared', async () => {
    const { text, transfers } = await shown([
      { name: 'Ethereum', chainId: 1, amounts: [1, 2, 3] },
      { name: 'Base', chainId: 8_453, amounts: [4] },
    ]);
    expect(transfers.map(({ amount }) => amount)).toEqual(['3', '4', '2', '1']);
    expect(text).toContain('4 token transfers in the last blocks, the newest on Ethereum in: 3 USDC.');
  });

  test('may be none, which does not mean that nothing happened', async () => {
    const { text, notShown } = await shown([{ name: 'Ethereum', chainId: 1, amounts: [] }]);
    expect([notShown, text]).toEqual([0, expect.stringMatching(/^No token transfers were found in the last blocks\..* other calls/)]);
  });
});
