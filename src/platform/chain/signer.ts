import { keccak256 } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type Address, parseAddress } from '../../values/address.ts';
import { DEVNET_CHAIN_ID, isEvmChain } from '../../values/chain-ids.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { parseHash } from '../../values/hash.ts';
import { remoteKeyOf, type SigningKeyText } from '../../values/signing-key.ts';
import type { Hex } from './chain.ts';
import type { RemoteSigning } from './remote-signer/ask-signer.ts';
import { createRemoteSigner, type RemoteKeyOnChain } from './remote-signer/create-remote-signer.ts';
import type { Signer } from './signing.ts';

export type { Signer, UnsignedTransaction } from './signing.ts';

export type Signers = {
  has(chainId: number, address: Address): boolean;
  /** Returns the signer of an address on a chain. @throws TerminalError `signer-missing` (422) */
  of(chainId: number, address: Address): Signer;
};

export type SigningKey =
  | {
      readonly chainId: number;
      /** The private key: 32 bytes in hex with `0x`. It never appears in a log or an error. */
      readonly privateKey: string;
    }
  | RemoteKeyOnChain;

/** Returns the signing key for a chain. The setting's text contains either a private key or the URL of a remote signer. */
export function signingKeyOf(chainId: number, text: SigningKeyText): SigningKey {
  const remote = remoteKeyOf(text);
  return remote === null ? { chainId, privateKey: text } : { chainId, ...remote };
}

/**
 * The accounts of the public test mnemonic (`test test ... junk`), as many as Anvil and Hardhat list. Their addresses are written out
 * because deriving them takes seconds; a test verifies them.
 */
const TEST_ADDRESSES: ReadonlySet<string> = new Set([
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
  '0xbcd4042de499d14e55001ccbb24a551f3b954096',
  '0x71be63f3384f5fb98995898a86b02fb2426c5788',
  '0xfabb0ac9d68b0b445fb7357272ff202c5651694a',
  '0x1cbd3b2770909d4e10f157cabc84c7264073c9ec',
  '0xdf3e18d64bc6a983f673ab319ccae4f1a57c7097',
  '0xcd3b766ccdd6ae721141f452c550ca635964ce71',
  '0x2546bcd3c84621e976d8185a91a922ae77ecec30',
  '0xbda5747bfd65f08deb54cb465eb87d40e51b197e',
  '0xdd2fd4581271e230360230f9337d5c0430bf44c0',
  '0x8626f6940e2eb28930efb4cef49b2d1f2c9c1199',
]);

/**
 * Creates the signers for the keys of this node, by chain.
 * @throws TerminalError `invalid-key`, and `test-key-on-real-chain` for a publicly known test key on any chain except the devnet
 */
export function createSigners(keys: readonly SigningKey[], remote: RemoteSigning = {}): Signers {
  const signers = new Map<string, Signer>();
  for (const key of keys) {
    const signer = createSigner(key, remote);
    signers.set(`${signer.chainId}/${signer.address}`, signer);
  }
  return {
    has: (chainId, address) => signers.has(`${chainId}/${address}`),
    of: (chainId, address) => {
      const signer = signers.get(`${chainId}/${address}`);
      if (signer) return signer;
      const message = `This node has no key for ${address} on chain ${chainId}.`;
      throw new TerminalError({ code: 'signer-missing', message, status: 422 });
    },
  };
}

/** Returns the address of a signing key. @throws the errors of `createSigners` */
export function signerAddress(key: SigningKey): Address {
  return createSigner(key, {}).address;
}

function createSigner(key: SigningKey, remote: RemoteSigning): Signer {
  const { chainId } = key;
  if (!isEvmChain(chainId)) throw new TerminalError({ code: 'invalid-key', message: `${chainId} is not the id of an EVM chain.` });
  if ('url' in key) {
    refuseTestAddress(chainId, key.address);
    return createRemoteSigner(key, remote);
  }
  const account = accountOf(key.privateKey, chainId);
  const address = parseAddress(account.address);
  refuseTestAddress(chainId, address);
  return {
    chainId,
    address,
    signTransaction: async ({ fees, ...transaction }) => {
      const raw = await account.signTransaction(
        fees.kind === 'legacy'
          ? { ...transaction, chainId, type: 'legacy', gasPrice: fees.gasPrice }
          : {
              ...transaction,
              chainId,
              type: 'eip1559',
              maxFeePerGas: fees.maxFeePerGas,
              maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
            },
      );
      return { raw, hash: parseHash(keccak256(raw)) };
    },
    signMessage: async (message) => await account.signMessage({ message }),
  };
}

function refuseTestAddress(chainId: number, address: Address): void {
  if (chainId === DEVNET_CHAIN_ID || !isTestAddress(address)) return;
  const message = `The key for chain ${chainId} belongs to the public test mnemonic: anybody can spend its balance. Use a key of your own.`;
  throw new TerminalError({ code: 'test-key-on-real-chain', message });
}

function accountOf(privateKey: string, chainId: number): PrivateKeyAccount {
  const hex = privateKey.startsWith('0x') ? privateKey : `0x${privateKey}`;
  const message = `The key for chain ${chainId} is not a private key. Expected 32 bytes in hex with 0x.`;
  if (!isKey(hex)) throw new TerminalError({ code: 'invalid-key', message });
  try {
    return privateKeyToAccount(hex);
  } catch {
    // The key is zero or above the curve's order. The error has no `cause` on purpose, since the cause may quote the key.
    throw new TerminalError({ code: 'invalid-key', message });
  }
}

function isKey(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(text);
}

/** Whether an address belongs to the public test mnemonic, whose keys are publicly known. */
export function isTestAddress(address: Address): boolean {
  return TEST_ADDRESSES.has(address);
}
