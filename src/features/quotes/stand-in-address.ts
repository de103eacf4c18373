import { type ChainAddress, parseAddress } from '../../values/address.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../values/chain-ids.ts';
import { parseChainAddress } from '../../values/parse-chain-address.ts';

/** Placeholder address on EVM chains, which nobody owns (a burn address). */
const EVM_STAND_IN = parseAddress('0x000000000000000000000000000000000000dead');
/** Placeholder address on Solana, which nobody owns (the incinerator). */
const SOLANA_STAND_IN = parseChainAddress(SOLANA_CHAIN_ID, '1nc1nerator11111111111111111111111111111111');
/** Placeholder address on TRON: the all-zero address in TRON's notation. */
const TRON_STAND_IN = parseChainAddress(TRON_CHAIN_ID, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb');

/**
 * Returns a placeholder wallet address for a quote request without a wallet, because providers require some wallet. No transaction is ever
 * built with it.
 */
export function standInAddress(chainId: number): ChainAddress {
  if (chainId === SOLANA_CHAIN_ID) return SOLANA_STAND_IN;
  return chainId === TRON_CHAIN_ID ? TRON_STAND_IN : EVM_STAND_IN;
}
