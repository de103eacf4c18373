import * as v from 'valibot';
import { type Address, parseAddress } from '../../values/address.ts';

const address = v.pipe(v.string(), v.transform(parseAddress));
const envelope = <Data extends v.GenericSchema>(data: Data) => v.object({ data });

const networkSchema = v.object({
  id: v.number(),
  rpcUrls: v.array(v.string()),
  contracts: v.object({ dcaVault: v.nullable(address) }),
});
const tokenSchema = v.object({ symbol: v.string(), address, decimals: v.number() });
const recordSchema = v.object({
  _id: v.string(),
  status: v.string(),
  positionId: v.nullable(v.number()),
  processed: v.number(),
  spent: v.string(),
  received: v.string(),
  averagePrice: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
});
const fillSchema = v.object({
  positionId: v.number(),
  orderIndex: v.number(),
  txHash: v.string(),
  amountIn: v.string(),
  amountOut: v.string(),
});

export type ClientToken = v.InferOutput<typeof tokenSchema>;
export type ClientRecord = v.InferOutput<typeof recordSchema>;
export type ClientFill = v.InferOutput<typeof fillSchema>;
export type NewPosition = {
  readonly fromToken: Address;
  readonly toToken: Address;
  /** Human units. */
  readonly amount: string;
  readonly frequency: number;
  /** The whole window in seconds. */
  readonly interval: number;
  readonly walletAddress: Address;
};

/** What a client sees of the service over HTTP. Each call throws an Error with the service's own words when it is refused. */
export type ServiceClient = {
  /** Where the chain and the vault are. */
  chain(chainId: number): Promise<{ readonly rpcUrl: string; readonly vault: Address }>;
  token(chainId: number, symbol: string): Promise<ClientToken>;
  createPosition(chainId: number, position: NewPosition): Promise<ClientRecord>;
  positions(wallet: Address): Promise<readonly ClientRecord[]>;
  /** Newest first. */
  fills(wallet: Address): Promise<readonly ClientFill[]>;
};

export function createServiceClient(baseUrl: string): ServiceClient {
  async function call<Data extends v.GenericSchema>(path: string, data: Data, body?: object): Promise<v.InferOutput<Data>> {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}${path}`, body === undefined ? {} : post);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return v.parse(envelope(data), JSON.parse(text)).data;
  }

  return {
    async chain(chainId) {
      const networks = await call('/common/network', v.array(networkSchema));
      const network = networks.find(({ id }) => id === chainId);
      const [rpcUrl] = network?.rpcUrls ?? [];
      const vault = network?.contracts.dcaVault ?? null;
      if (rpcUrl === undefined || vault === null) throw new Error(`the service names no vault on chain ${chainId}`);
      return { rpcUrl, vault };
    },
    async token(chainId, symbol) {
      const response = await fetch(`${baseUrl}/common/token/${chainId}`);
      const listed: unknown = await response.json();
      const tokens = v.parse(
        v.union([
          v.array(tokenSchema),
          v.pipe(
            envelope(v.array(tokenSchema)),
            v.transform(({ data }) => data),
          ),
        ]),
        listed,
      );
      const token = tokens.find((candidate) => candidate.symbol === symbol);
      if (token === undefined) throw new Error(`the service lists no ${symbol} on chain ${chainId}`);
      return token;
    },
    createPosition: (chainId, position) => call('/defi/create-position', recordSchema, { ...position, chainId: { chainId } }),
    positions: (wallet) => call(`/defi/get-position?walletAddress=${wallet}`, v.array(recordSchema)),
    fills: (wallet) => call(`/defi/dca-fills?walletAddress=${wallet}`, v.array(fillSchema)),
  };
}
