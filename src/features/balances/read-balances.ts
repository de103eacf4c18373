import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { Token } from '../../market/tokens/token.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import type { ChainReads } from '../../platform/chain/chain.ts';
import { type Address, type ChainAddress, isAddress } from '../../values/address.ts';
import { isNative, NATIVE_ADDRESS } from '../../values/native.ts';
import { TOKEN_GAS } from '../../values/token-gas.ts';

export type Balance = { readonly token: Token; readonly amount: bigint };

export type OwnerBalances = {
  /** The address's token balances, including zero balances, in the order of the requested tokens. */
  readonly balances: readonly Balance[];
  /** Tokens whose contract did not return a balance, because the contract does not exist or the call reverted. */
  readonly unread: readonly Token[];
};

/**
 * Reads an address's balances of several tokens on one chain. The native balance and the token balances are read by two requests, each at
 * the latest block, which may differ between the two.
 * @throws the errors of `ChainReads` when the chain cannot be read
 */
export async function readBalances(
  chain: Pick<ChainReads, 'getBalance' | 'readContracts'>,
  owner: Address,
  tokens: readonly Token[],
): Promise<OwnerBalances> {
  const contracts = tokens.flatMap(({ address }) => contractOf(address) ?? []);
  const isNativeAsked = tokens.some(({ address }) => isNative(address));
  const [native, results] = await Promise.all([
    isNativeAsked ? chain.getBalance(owner) : null,
    chain.readContracts(
      contracts.map((address) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) as const),
      { gasEach: TOKEN_GAS },
    ),
  ]);
  const amounts = new Map<string, bigint>();
  for (const [index, address] of contracts.entries()) {
    const result = results[index];
    if (result?.status === 'success') amounts.set(address, result.result);
  }
  if (native !== null) amounts.set(NATIVE_ADDRESS, native);

  const balances: Balance[] = [];
  const unread: Token[] = [];
  for (const token of tokens) {
    const amount = amounts.get(isNative(token.address) ? NATIVE_ADDRESS : token.address.toLowerCase());
    if (amount === undefined) unread.push(token);
    else balances.push({ token, amount });
  }
  return { balances, unread };
}

/** Returns a chain's first tokens by rank. The native asset comes first even when no list contains it. */
export function tokensToRead({ id, nativeCurrency }: EffectiveNetwork, listed: readonly Token[], most: number): readonly Token[] {
  const native: Token = listed.find(({ address }) => isNative(address)) ?? {
    ...{ address: NATIVE_ADDRESS, chainId: id, logoURI: '', order: 0 },
    ...nativeCurrency,
  };
  return [native, ...listed.filter(({ address }) => !isNative(address))].slice(0, most);
}

function contractOf(address: ChainAddress): Address | null {
  const lowered = address.toLowerCase();
  return isAddress(lowered) && !isNative(lowered) ? lowered : null;
}
