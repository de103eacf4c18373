import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../values/chain-ids.ts';

/** Nobody's address on an EVM chain: burnt coins are sent there. */
const EVM_STAND_IN = '0x000000000000000000000000000000000000dead';
/** Solana's incinerator. */
const SOLANA_STAND_IN = '1nc1nerator11111111111111111111111111111111';
/** TRON's form of the all-zero address. */
const TRON_STAND_IN = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

/** Stands for a wallet in a quote that nobody has said the wallet of: providers want one, and never see it in a transaction. */
export function standInAddress(chainId: number): string {
  if (chainId === SOLANA_CHAIN_ID) return SOLANA_STAND_IN;
  return chainId === TRON_CHAIN_ID ? TRON_STAND_IN : EVM_STAND_IN;
}
