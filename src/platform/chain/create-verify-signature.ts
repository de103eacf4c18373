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

/** Length of an ECDSA signature (r, s and v) as hex. */
const ECDSA_LENGTH = 2 + 65 * 2;
/** Length of a compact signature as hex: r, and s with the parity in its first bit (EIP-2098). */
const COMPACT_LENGTH = 2 + 64 * 2;
/** Gas that an untrusted contract may use: deploying a wallet and checking a P-256 signature takes less than half. */
const GAS = 10_000_000n;

/**
 * Creates the check of a wallet's signature. An ECDSA signature is checked locally. Any other signature is checked by one `eth_call`
 * of the universal validator (ERC-6492's reference implementation), which deploys a missing wallet, asks `isValidSignature`, and
 * falls back to recovery. The validator's code is sent with the call, so that the chain need not have it.
 */
export function createVerifySignature(deps: { chains: Chains }): VerifySignature {
  const { chains } = deps;

  return async ({ wallet, message, signature: given, chainIdOf }) => {
    // Some wallets write the prefix as `0X`, which other libraries do not read as hex.
    const signature: Hex = `0x${given.slice(2)}`;
    // On chain, a failed recovery gives the zero address, which cannot sign.
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
      // A wallet that reverts or runs out of gas rejects the signature. A node that does not run the call gives no answer.
      if (error instanceof TerminalError && error.code === 'execution-reverted') return false;
      throw error;
    }
  }
}

/** Recovers the address that signed; null when the signature is not a valid ECDSA signature. */
async function signerOf(hash: Hex, signature: Hex): Promise<Address | null> {
  if (signature.length !== ECDSA_LENGTH && signature.length !== COMPACT_LENGTH) return null;
  try {
    const isCompact = signature.length === COMPACT_LENGTH;
    const full = isCompact ? compactSignatureToSignature(parseCompactSignature(signature)) : signature;
    return parseAddress(await recoverAddress({ hash, signature: full }));
  } catch {
    // viem and its curve library throw many kinds of errors for an invalid r, s or v; all mean the same.
    return null;
  }
}
