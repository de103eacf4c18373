/** The chain id that this service uses for Solana (API specification, "Addresses, chains, amounts"). It is not an EVM chain id. */
export const SOLANA_CHAIN_ID = 102;

/** The chain id that this service uses for TRON (API specification, "Addresses, chains, amounts"). */
export const TRON_CHAIN_ID = 728126428;

/** Id of the local devnet, the only chain on which keys of the public test mnemonic are accepted. */
export const DEVNET_CHAIN_ID = 31337;

/** Whether a chain is an EVM chain. Code that calls an EVM node must never receive the ids of Solana and TRON. */
export function isEvmChain(chainId: number): boolean {
  return Number.isSafeInteger(chainId) && chainId > 0 && chainId !== SOLANA_CHAIN_ID && chainId !== TRON_CHAIN_ID;
}
