import { keccak256 } from 'viem';
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type Address, parseAddress } from '../../values/address.ts';
import { DEVNET_CHAIN_ID, isEvmChain } from '../../values/chain-ids.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type Hash, parseHash } from '../../values/hash.ts';
import type { Fees, Hex } from './chain.ts';

export type UnsignedTransaction = {
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly nonce: number;
  readonly gas: bigint;
  readonly fees: Fees;
};

export type Signer = {
  readonly chainId: number;
  readonly address: Address;
  /** Pure: the same transaction always gives the same bytes (RFC 6979), so signing again after a crash is harmless. */
  signTransaction(transaction: UnsignedTransaction): Promise<{ readonly raw: Hex; readonly hash: Hash }>;
};

export type Signers = {
  has(chainId: number, address: Address): boolean;
  /** @throws TerminalError `signer-missing` (422) */
  of(chainId: number, address: Address): Signer;
};

export type SigningKey = {
  readonly chainId: number;
  /** 32 bytes in hex with `0x`. Never logged, never in an error. */
  readonly privateKey: string;
};

/** As many of the public test mnemonic's accounts as its users ever see; Anvil and Hardhat show 10 and 20. */
const TEST_ACCOUNTS = 20;
const TEST_MNEMONIC = 'test test test test test test test test test test test junk';

/**
 * The keys this node signs with, by chain.
 *
 * @throws TerminalError `invalid-key`, and `test-key-on-real-chain` for a key that everybody knows anywhere but on the devnet
 */
export function createSigners(keys: readonly SigningKey[]): Signers {
  const signers = new Map<string, Signer>();
  for (const key of keys) {
    const signer = createSigner(key);
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

/** The address a key signs for. @throws as `createSigners` */
export function signerAddress(key: SigningKey): Address {
  return createSigner(key).address;
}

function createSigner({ chainId, privateKey }: SigningKey): Signer {
  if (!isEvmChain(chainId)) throw new TerminalError({ code: 'invalid-key', message: `${chainId} is not the id of an EVM chain.` });
  const account = accountOf(privateKey, chainId);
  const address = parseAddress(account.address);
  if (chainId !== DEVNET_CHAIN_ID && isTestAddress(address)) {
    const message = `The key for chain ${chainId} belongs to the public test mnemonic: anybody can spend what it holds. Use your own.`;
    throw new TerminalError({ code: 'test-key-on-real-chain', message });
  }
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
  };
}

function accountOf(privateKey: string, chainId: number): PrivateKeyAccount {
  const hex = privateKey.startsWith('0x') ? privateKey : `0x${privateKey}`;
  const message = `The key for chain ${chainId} is not a private key: 32 bytes in hex are expected.`;
  if (!isKey(hex)) throw new TerminalError({ code: 'invalid-key', message });
  try {
    return privateKeyToAccount(hex);
  } catch {
    // Zero, or above the curve's order. The cause is left out on purpose: it may quote the key.
    throw new TerminalError({ code: 'invalid-key', message });
  }
}

function isKey(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(text);
}

let testAddresses: ReadonlySet<string> | null = null;

/** Whether an address is one of the public test mnemonic's, whose keys everybody has. */
export function isTestAddress(address: Address): boolean {
  // Derived on first use: it costs some milliseconds, and a node with its own keys on no other chain never needs it.
  testAddresses ??= new Set(
    Array.from({ length: TEST_ACCOUNTS }, (_, addressIndex) => mnemonicToAccount(TEST_MNEMONIC, { addressIndex }).address.toLowerCase()),
  );
  return testAddresses.has(address);
}
