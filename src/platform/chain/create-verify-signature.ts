import {
  compactSignatureToSignature,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  parseCompactSignature,
  recoverAddress,
} from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import type { Chains, Hex } from './chain.ts';
import type { VerifySignature } from './verify-signature.ts';

/** r, s and v of an ECDSA signature as hex. */
const ECDSA_LENGTH = 2 + 65 * 2;
/** r, and s with the parity in its first bit (EIP-2098). */
const COMPACT_LENGTH = 2 + 64 * 2;
/** What a foreign contract may use of a node's time: deploying a wallet and checking a P-256 signature takes less than half. */
const GAS = 10_000_000n;

/**
 * A key's signature is checked here. Anything else is left to one `eth_call` of the universal validator (ERC-6492's reference: it deploys
 * a wallet that is not there yet, asks `isValidSignature`, and falls back to recovery), whose whole code goes with the call, so that the
 * chain need not have it.
 */
export function createVerifySignature(deps: { chains: Chains }): VerifySignature {
  const { chains } = deps;

  return async ({ wallet, message, signature: given, chainIdOf }) => {
    // Some wallets write `0X`, which is no hex to those who read it next.
    const signature: Hex = `0x${given.slice(2)}`;
    // A recovery that fails gives the zero address, on chain at least: nobody signs for it.
    if (wallet === NATIVE_ADDRESS) return false;
    const hash = hashMessage(message);
    if ((await signerOf(hash, signature)) === wallet) return true;
    const chainId = await chainIdOf?.();
    if (chainId === undefined || !isEvmChain(chainId) || !chains.has(chainId)) return false;
    return isAcceptedOnChain(chainId, wallet, hash, signature);
  };

  async function isAcceptedOnChain(chainId: number, wallet: Address, hash: Hex, signature: Hex): Promise<boolean> {
    const data = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [wallet, hash, signature],
    });
    try {
      return (await chains.of(chainId).call({ data, gas: GAS })) === '0x01';
    } catch (error) {
      // A wallet that reverts, or runs out of gas, says no. A node that does not run the call has said nothing.
      if (error instanceof TerminalError && error.code === 'execution-reverted') return false;
      throw error;
    }
  }
}

/** Null when no key can have made it. */
async function signerOf(hash: Hex, signature: Hex): Promise<Address | null> {
  if (signature.length !== ECDSA_LENGTH && signature.length !== COMPACT_LENGTH) return null;
  try {
    const isCompact = signature.length === COMPACT_LENGTH;
    const full = isCompact ? compactSignatureToSignature(parseCompactSignature(signature)) : signature;
    return parseAddress(await recoverAddress({ hash, signature: full }));
  } catch {
    // viem and its curve throw errors of many kinds for r, s or v that are no signature's; all mean the same.
    return null;
  }
}
