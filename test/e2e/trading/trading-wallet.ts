import * as v from 'valibot';
import { createWalletClient, http, publicActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { type BuiltSwap, createCoxswain, type QuoteQuery, signRequest } from '../../../src/client/coxswain.ts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../../src/platform/chain/abi/relayer.generated.ts';
import type { Service } from '../../support/spawn-service.ts';

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
const callSchema = v.object({ to: hex, data: hex });

type Relayed = 'amountOut' | 'amountOutMin' | 'approvals' | 'metaTx' | 'relayer' | 'sendValue';
/** Schema of a built trade that goes through the relayer, with its amounts as numbers. */
export type RelayedTrade = Omit<BuiltSwap, Relayed> & {
  readonly [Name in 'approvals' | 'metaTx']: NonNullable<BuiltSwap[Name]>;
} & { readonly [Name in 'amountOut' | 'amountOutMin' | 'sendValue']: bigint } & { readonly relayer: `0x${string}` };

/** Creates a test wallet that uses only documented interfaces: HTTP, and viem for the chain. */
export async function openTradingWallet(service: Service) {
  const coxswain = createCoxswain({ baseUrl: service.url });
  const networks = await coxswain.get('/common/network');
  const tokens = await coxswain.get('/common/token/{chainId}', { path: { chainId: 31_337 } });
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
    return { ...token, address: v.parse(hex, token.address) };
  };
  const balanceOf = async (symbol: string): Promise<bigint> => {
    const { address } = tokenOf(symbol);
    if (address === NATIVE) return await client.getBalance({ address: account.address });
    return await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] });
  };
  const mined = async (hash: `0x${string}`) => await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });

  const deployer = createWalletClient({ account: mnemonicToAccount(MNEMONIC, { addressIndex: 0 }), chain, transport: http(rpcUrl) });

  return {
    /** Sets the fee of the relayer as its admin, because only the admin may make this call. */
    setRelayerFee: async (relayer: `0x${string}`, feeBps: number) =>
      await mined(await deployer.writeContract({ address: relayer, abi: relayerAbi, functionName: 'setFee', args: [feeBps] })),
    relayerOf: () => v.parse(hex, networks.find(({ id }) => id === 31_337)?.contracts.relayer),
    mined,
    address: account.address,
    client,
    tokenOf,
    balanceOf,
    coxswain,

    /** Builds a request body without a payload that the wallet has signed for an action. */
    signed: (action: string) =>
      signRequest({ action, payload: {}, wallet: account.address, sign: (message) => account.signMessage({ message }) }),

    quotes: (query: QuoteQuery) => coxswain.quotes(query).all(),

    async build(id: string, query: { recipient?: string } = {}): Promise<RelayedTrade> {
      const { amountOut, amountOutMin, approvals, metaTx, relayer, sendValue, ...built } = await coxswain.get('/defi/swap/{id}', {
        path: { id },
        query,
      });
      if (approvals === null || metaTx === null || relayer === null || sendValue === null) throw new Error('It is no relayed trade');
      return {
        ...{ ...built, approvals, metaTx, relayer: v.parse(hex, relayer) },
        ...{ amountOut: BigInt(amountOut), amountOutMin: BigInt(amountOutMin), sendValue: BigInt(sendValue) },
      };
    },

    /**
     * Approves the token, gets the relayer's signature from the service, and sends the trade.
     * @returns the receipt, and the total wei paid for gas
     */
    async trade(built: RelayedTrade) {
      let gasPaid = 0n;
      for (const call of built.approvals) gasPaid += gasOf(await mined(await client.sendTransaction(v.parse(callSchema, call))));
      const signature = v.parse(hex, await coxswain.post('/defi/sign', { body: { metaTx: built.metaTx, chainId: 31_337 } }));
      const metaTx = v.parse(metaTxSchema, built.metaTx);
      const hash = await client.writeContract({
        address: built.relayer,
        abi: relayerAbi,
        functionName: 'executeMetaTransactionSwap',
        args: [metaTx, signature],
        value: built.sendValue,
        // The gas limit is set explicitly. Without it, viem would estimate the gas and refuse to send a trade that reverts.
        gas: 2_000_000n,
      });
      const { status, transactionHash, ...receipt } = await mined(hash);
      return { status, transactionHash, gasPaid: gasPaid + gasOf(receipt) };
    },

    async record(quoteId: string, txHash: string) {
      const uuid = crypto.randomUUID();
      await coxswain.post('/defi/transaction', { body: { txHash: uuid, quoteId, walletAddress: account.address } });
      await coxswain.patch('/defi/transaction/hash/{hash}', { path: { hash: uuid }, body: { txHash } });
      const trades = await coxswain.get('/defi/txn/{walletAddress}', { path: { walletAddress: account.address } });
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
