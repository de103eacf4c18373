import { isHex, parseSignature, recoverTypedDataAddress, serializeSignature, type TypedDataDefinition } from 'viem';
import type { Hex } from '../chain.ts';
import { createAskSigner, type RemoteSigning, wrongAnswer } from './ask-signer.ts';
import { countAnswers, nameOf, type RemoteKeyOnChain } from './create-remote-signer.ts';

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/**
 * Requests a signature of typed data from a remote signer by `eth_signTypedData`. @returns the signature, from which the key's address can
 * be recovered
 * @throws the errors of `createAskSigner`, and TerminalError `signer-wrong-answer` for another signature
 */
export async function signTypedDataRemotely(key: RemoteKeyOnChain, typed: TypedDataDefinition, remote: RemoteSigning): Promise<Hex> {
  const { domain, types, primaryType, message } = typed;
  const document = { domain, types: { EIP712Domain: DOMAIN, ...types }, primaryType, message };
  const ask = countAnswers(createAskSigner(key, remote), key, remote);
  return await ask('eth_signTypedData', [key.address, jsonOf(document)], async (answer) => {
    const signature = await signatureIn(answer, typed);
    if (signature !== null && signature.by === key.address) return signature.hex;
    throw wrongAnswer(`The answer of ${nameOf(key)} is not a signature of ${key.address} for the requested data.`);
  });
}

async function signatureIn(answer: unknown, typed: TypedDataDefinition): Promise<{ readonly hex: Hex; readonly by: string } | null> {
  if (!isHex(answer) || answer.length !== 132) return null;
  try {
    const { r, s, yParity } = parseSignature(answer);
    // The contract requires 27 or 28 as the last byte of a signature, but some signers return 0 or 1 there.
    const hex = serializeSignature({ r, s, yParity });
    return { hex, by: (await recoverTypedDataAddress({ ...typed, signature: hex })).toLowerCase() };
  } catch {
    return null;
  }
}

/** Whole numbers are written as decimal strings, which signers accept for numbers of any size. */
function jsonOf(document: unknown): string {
  return JSON.stringify(document, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
