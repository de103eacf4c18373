import { createCoxswain, type DcaFill, type DcaRecord, type Token } from '../../client/coxswain.ts';
import { type Address, parseAddress } from '../../values/address.ts';

export type ClientToken = Omit<Token, 'address'> & { readonly address: Address };
export type ClientRecord = Pick<
  DcaRecord,
  '_id' | 'status' | 'positionId' | 'processed' | 'spent' | 'received' | 'averagePrice' | 'lastError'
>;
export type ClientFill = Pick<DcaFill, 'positionId' | 'orderIndex' | 'txHash' | 'amountIn' | 'amountOut'>;
export type NewPosition = {
  readonly fromToken: Address;
  readonly toToken: Address;
  /** The position's budget in whole tokens. */
  readonly amount: string;
  readonly frequency: number;
  /** Length of the position's whole time window in seconds. */
  readonly interval: number;
  readonly walletAddress: Address;
};

/** The HTTP requests that a position's owner makes to the service. Each call throws the errors of the API client. */
export type ServiceClient = {
  /** Returns the chain's RPC URL and the vault's address, as reported by the service. */
  chain(chainId: number): Promise<{ readonly rpcUrl: string; readonly vault: Address }>;
  token(chainId: number, symbol: string): Promise<ClientToken>;
  createPosition(chainId: number, position: NewPosition): Promise<ClientRecord>;
  positions(wallet: Address): Promise<readonly ClientRecord[]>;
  /** Executed orders (fills) of a wallet's positions, newest first. */
  fills(wallet: Address): Promise<readonly ClientFill[]>;
};

export function createServiceClient(baseUrl: string): ServiceClient {
  const coxswain = createCoxswain({ baseUrl });
  return {
    async chain(chainId) {
      const network = (await coxswain.get('/common/network')).find(({ id }) => id === chainId);
      const [rpcUrl] = network?.rpcUrls ?? [];
      const vault = network?.contracts.dcaVault ?? null;
      if (rpcUrl === undefined || vault === null) throw new Error(`the service knows no vault on chain ${chainId}`);
      return { rpcUrl, vault: parseAddress(vault) };
    },
    async token(chainId, symbol) {
      const tokens = await coxswain.get('/common/token/{chainId}', { path: { chainId } });
      const token = tokens.find((candidate) => candidate.symbol === symbol);
      if (token === undefined) throw new Error(`the service has no token ${symbol} on chain ${chainId}`);
      return { ...token, address: parseAddress(token.address) };
    },
    createPosition: (chainId, position) => coxswain.post('/defi/create-position', { body: { ...position, chainId: { chainId } } }),
    positions: (walletAddress) => coxswain.get('/defi/get-position', { query: { walletAddress } }),
    fills: (walletAddress) => coxswain.get('/defi/dca-fills', { query: { walletAddress } }),
  };
}
