import { expect, test } from 'bun:test';
import * as v from 'valibot';
import type { Asked } from '../../../../../src/features/assistant/answers/answer.ts';
import { answerDataSchema } from '../../../../../src/features/assistant/answers/answer-data.ts';
import { createSwitchChain } from '../../../../../src/features/assistant/handlers/switch-chain.ts';
import { readNetworkSeed } from '../../../../../src/market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../../../../src/market/networks/network.ts';
import { isEvmChain } from '../../../../../src/values/chain-ids.ts';

const seeds = readNetworkSeed().map((network): EffectiveNetwork => ({ ...network, nodeUrls: [] }));

function answerTo(toChainId: number, networks = seeds) {
  const handler = createSwitchChain({
    networks: { get: async (chainId) => networks.find(({ id }) => id === chainId) ?? null, list: async () => networks },
  });
  const asked: Asked = {
    ...{ wallet: null, chainId: null, currency: null, text: '', intent: 'switch_chain', slots: { toChainId }, operation: null },
    ...{ said: null, key: 'k', chatId: 'c', turn: 1, signal: new AbortController().signal },
  };
  return handler(asked);
}

test('each chain is offered with parameters that wallets accept (EIP-3085 and EIP-3326)', async () => {
  const shown = seeds.filter(({ id, show }) => show && isEvmChain(id));
  expect(shown.length).toBeGreaterThan(10);
  for (const { id, name } of shown) {
    const { switchChain } = v.parse(answerDataSchema, (await answerTo(id)).data);
    const [add] = switchChain?.add.params ?? [];
    expect(switchChain?.switch.params).toEqual([{ chainId: add?.chainId ?? '' }]);
    // The number has no leading zeros, and stands for the chain.
    expect(add?.chainId).toMatch(/^0x[1-9a-f][0-9a-f]*$/);
    expect([Number(add?.chainId), add?.chainName]).toEqual([id, name]);
    expect(add?.nativeCurrency.decimals).toBe(18);
    expect(add?.nativeCurrency.symbol).toMatch(/^[A-Za-z]{2,6}$/);
    for (const urls of [add?.rpcUrls ?? [], add?.blockExplorerUrls ?? []]) {
      expect(urls.length).toBeGreaterThan(0);
      for (const url of urls) expect(url).toStartWith('https://');
    }
  }
});

test('without an explorer, the request has no list of explorers, because wallets refuse an empty one', async () => {
  const [network] = seeds;
  if (network === undefined) throw new Error('There is no network');
  const { data } = await answerTo(network.id, [{ ...network, explorerUrl: null }]);
  expect(Object.keys(v.parse(answerDataSchema, data).switchChain?.add.params[0] ?? {})).not.toContain('blockExplorerUrls');
});

test('a chain that is no EVM chain is not offered to wallets', async () => {
  expect((await answerTo(102)).data).toMatchObject({ error: { code: 'chain-not-switchable' } });
});
