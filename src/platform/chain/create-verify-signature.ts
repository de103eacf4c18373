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

/** Length of an ECDSA signature (r, s and v) as a hex string. */
const ECDSA_LENGTH = 2 + 65 * 2;
/** Length of a compact signature as a hex string: r, and s with the parity in its first bit (EIP-2098). */
const COMPACT_LENGTH = 2 + 64 * 2;
/**
 * Gas limit of a call to the wallet's contract, which is untrusted. Deploying a wallet and checking a P-256 signature costs less than half
 * of it.
 */
const GAS = 10_000_000n;

/**
 * Creates the function that verifies a wallet's signature. An ECDSA signature is verified locally. Any other signature is verified by one
 * `eth_call` that runs the universal validator (the reference implementation of ERC-6492). The validator deploys a missing wallet in the
 * simulation, calls `isValidSignature`, and otherwise recovers the signer. The validator's code is sent with the call, so it need not be
 * deployed on the chain.
 */
export function createVerifySignature(deps: { chains: Chains }): VerifySignature {
  const { chains } = deps;

  return async ({ wallet, message, signature: given, chainIdOf }) => {
    // Some wallets write the prefix of a signature as `0X`, which other libraries do not parse as hex.
    const signature: Hex = `0x${given.slice(2)}`;
    // The zero address is refused, because recovering an invalid signature on chain returns the zero address. Nobody can sign for that
    // address.
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
      // A wallet contract that reverts or runs out of gas rejects the signature. If the node cannot run the call, it is unknown whether the
      // signature is valid.
      if (error instanceof TerminalError && error.code === 'execution-reverted') return false;
      throw error;
    }
  }
}

/** Recovers the signer's address; null when the signature is not a valid ECDSA signature. */
async function signerOf(hash: Hex, signature: Hex): Promise<Address | null> {
  if (signature.length !== ECDSA_LENGTH && signature.length !== COMPACT_LENGTH) return null;
  try {
    const isCompact = signature.length === COMPACT_LENGTH;
    const full = isCompact ? compactSignatureToSignature(parseCompactSignature(signature)) : signature;
    return parseAddress(await recoverAddress({ hash, signature: full }));
  } catch {
    // viem and its curve library throw many kinds of errors for invalid values of r, s or v. All of them mean that the signature is
    // invalid.
    return null;
  }
}
