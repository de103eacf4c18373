import { type ChainAddress, parseAddress } from '../../values/address.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../values/chain-ids.ts';
import { isNative, NATIVE_ADDRESS } from '../../values/native.ts';
import { parseChainAddress } from '../../values/parse-chain-address.ts';
import type { ListedCoin, RampCoin, UnmappedReason } from './ramp-provider.ts';

/** The native assets of chains, by which a coin without a contract is recognized. */
const NATIVE_CODES: Readonly<Record<number, readonly string[]>> = {
  1: ['ETH'],
  10: ['ETH'],
  56: ['BNB'],
  100: ['XDAI'],
  137: ['POL', 'MATIC'],
  8453: ['ETH'],
  42161: ['ETH'],
  43114: ['AVAX'],
  59144: ['ETH'],
  [SOLANA_CHAIN_ID]: ['SOL'],
  [TRON_CHAIN_ID]: ['TRX'],
};

/**
 * Coins whose name means only one token on their chain, for providers that state no contract. Coins that exist in a bridged and in a native
 * form on the chain (such as USDC on Polygon) are missing on purpose: which of them a provider delivers must not be guessed.
 */
const UNAMBIGUOUS: Readonly<Record<string, string>> = {
  '1:USDC': '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '1:USDT': '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '1:DAI': '0x6b175474e89094c44da98b954eedeac495271d0f',
  '1:WBTC': '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
  '1:LINK': '0x514910771af9ca656af840dff83e8264ecf986ca',
  '56:USDT': '0x55d398326f99059ff775485246999027b3197955',
  '8453:USDC': '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  [`${SOLANA_CHAIN_ID}:USDC`]: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  [`${TRON_CHAIN_ID}:USDT`]: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};

/** Connects a coin of a provider's catalogue to the token of this service that it stands for, by its network and its contract. */
export function mapCoin(coin: ListedCoin, networks: Readonly<Record<string, number>>): RampCoin {
  const word = coin.network.toLowerCase();
  const chainId = Object.hasOwn(networks, word) ? networks[word] : (coin.statedChainId ?? undefined);
  if (chainId === undefined) return unmapped(coin, 'unknown-network');
  const address = addressOf(coin, chainId);
  return typeof address === 'string' ? { ...coin, chainId, address, unmapped: null } : unmapped(coin, address.reason);
}

function addressOf({ code, contract }: ListedCoin, chainId: number): ChainAddress | { readonly reason: UnmappedReason } {
  if (contract !== null && contract !== '') return stated(contract, chainId);
  const name = code.toUpperCase();
  if (NATIVE_CODES[chainId]?.includes(name)) return NATIVE_ADDRESS;
  const known = UNAMBIGUOUS[`${chainId}:${name}`];
  return known === undefined ? { reason: 'no-contract' } : parseChainAddress(chainId, known);
}

function stated(contract: string, chainId: number): ChainAddress | { readonly reason: UnmappedReason } {
  if (isNative(contract)) return NATIVE_ADDRESS;
  try {
    return chainId === SOLANA_CHAIN_ID || chainId === TRON_CHAIN_ID ? parseChainAddress(chainId, contract) : parseAddress(contract);
  } catch {
    return { reason: 'invalid-contract' };
  }
}

function unmapped(coin: ListedCoin, reason: UnmappedReason): RampCoin {
  return { ...coin, chainId: null, address: null, unmapped: reason };
}
