import * as v from 'valibot';
import { createWalletClient, http, publicActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../../src/platform/chain/abi/relayer.generated.ts';
import type { Service } from '../../support/spawn-service.ts';
import { sseEvents } from '../../support/sse-events.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const NATIVE = '0x0000000000000000000000000000000000000000';

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && value.startsWith('0x'));
const units = v.pipe(
  v.string(),
  v.transform((text) => BigInt(text)),
);
const metaTxSchema = v.object({
  from: hex,
  fromToken: hex,
  amountIn: units,
  toToken: hex,
  amountOutMin: units,
  recipient: hex,
  target: hex,
  spender: hex,
  data: hex,
  value: units,
  nonce: units,
  deadline: units,
});
const builtSchema = v.object({
  aggregator: v.string(),
  amountOut: units,
  amountOutMin: units,
  approvals: v.array(v.object({ to: hex, data: hex })),
  metaTx: v.record(v.string(), v.string()),
  relayer: hex,
  sendValue: units,
});
const tradeSchema = v.looseObject({
  status: v.string(),
  reason: v.nullable(v.string()),
  txHash: v.string(),
  amountOutActual: v.nullable(v.string()),
});
const metaSchema = v.looseObject({
  id: v.string(),
  aggregator: v.string(),
  amount: units,
  warnings: v.array(v.object({ code: v.string() })),
});
export type QuoteFrame = v.InferOutput<typeof metaSchema>;

const networkSchema = v.object({ id: v.number(), rpcUrls: v.array(v.string()), contracts: v.object({ relayer: v.nullable(hex) }) });
const tokenSchema = v.object({ symbol: v.string(), address: hex, decimals: v.number() });

/** A wallet that knows nothing of the service but its documents: HTTP, and viem on the chain. */
export async function openTradingWallet(service: Service) {
  const get = async (path: string): Promise<unknown> => dataOf(await fetch(`${service.url}${path}`));
  const send = async (method: string, path: string, body: unknown): Promise<unknown> =>
    dataOf(await fetch(`${service.url}${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }));
  const networks = v.parse(v.array(networkSchema), await get('/common/network'));
  const tokens = v.parse(v.array(tokenSchema), await get('/common/token/31337'));
  const rpcUrl = networks.find(({ id }) => id === 31_337)?.rpcUrls[0];
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: 1 });
  const chain = {
    id: 31_337,
    name: 'devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl ?? ''] } },
  };
  const client = createWalletClient({ account, chain, transport: http(rpcUrl) }).extend(publicActions);

  const tokenOf = (symbol: string) => {
    const token = tokens.find((candidate) => candidate.symbol === symbol);
    if (token === undefined) throw new Error(`The service lists no ${symbol}`);
    return token;
  };
  const balanceOf = async (symbol: string): Promise<bigint> => {
    const { address } = tokenOf(symbol);
    if (address === NATIVE) return await client.getBalance({ address: account.address });
    return await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] });
  };
  const mined = async (hash: `0x${string}`) => await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });

  const deployer = createWalletClient({ account: mnemonicToAccount(MNEMONIC, { addressIndex: 0 }), chain, transport: http(rpcUrl) });

  return {
    /** What the relayer's owner may do. */
    setRelayerFee: async (relayer: `0x${string}`, feeBps: number) =>
      await mined(await deployer.writeContract({ address: relayer, abi: relayerAbi, functionName: 'setFee', args: [feeBps] })),
    relayerOf: () => networks.find(({ id }) => id === 31_337)?.contracts.relayer ?? NATIVE,
    mined,
    address: account.address,
    client,
    tokenOf,
    balanceOf,
    get,
    send,

    /** All frames of the quote stream, and its end. */
    async quotes(query: Readonly<Record<string, string>>): Promise<{ frames: QuoteFrame[]; end: unknown }> {
      const response = await fetch(`${service.url}/defi/quotes?${new URLSearchParams(query)}`);
      if (!response.ok) throw new Error(await response.text());
      const events = sseEvents(await response.text());
      const end = events.find(({ event }) => event === 'end');
      return {
        frames: events.filter(({ event }) => event === undefined).map(({ data }) => v.parse(metaSchema, JSON.parse(data))),
        end: end === undefined ? null : JSON.parse(end.data),
      };
    },

    async build(id: string, query = '') {
      return v.parse(builtSchema, await get(`/defi/swap/${id}${query}`));
    },

    /** Approves, has the trade signed, and sends it. @returns the receipt, and wei paid for gas in all */
    async trade(built: v.InferOutput<typeof builtSchema>) {
      let gasPaid = 0n;
      for (const { to, data } of built.approvals) gasPaid += gasOf(await mined(await client.sendTransaction({ to, data })));
      const signature = v.parse(hex, await send('POST', '/defi/sign', { metaTx: built.metaTx, chainId: 31_337 }));
      const metaTx = v.parse(metaTxSchema, built.metaTx);
      const hash = await client.writeContract({
        address: built.relayer,
        abi: relayerAbi,
        functionName: 'executeMetaTransactionSwap',
        args: [metaTx, signature],
        value: built.sendValue,
        // Given, so that a trade that reverts is mined all the same.
        gas: 2_000_000n,
      });
      const { status, transactionHash, ...receipt } = await mined(hash);
      return { status, transactionHash, gasPaid: gasPaid + gasOf(receipt) };
    },

    async record(quoteId: string, txHash: string) {
      const uuid = crypto.randomUUID();
      await send('POST', '/defi/transaction', { txHash: uuid, quoteId, walletAddress: account.address });
      await send('PATCH', `/defi/transaction/hash/${uuid}`, { txHash });
      const trades = v.parse(v.array(tradeSchema), await get(`/defi/txn/${account.address}`));
      const trade = trades.find((candidate) => candidate.txHash === txHash);
      if (trade === undefined) throw new Error('The trade is not listed under its hash');
      return trade;
    },
  };
}

export type TradingWallet = Awaited<ReturnType<typeof openTradingWallet>>;

function gasOf({ gasUsed, effectiveGasPrice }: { gasUsed: bigint; effectiveGasPrice: bigint }): bigint {
  return gasUsed * effectiveGasPrice;
}

async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return v.parse(v.object({ data: v.unknown() }), JSON.parse(text)).data;
}
