import type { SignMessage } from './signed-request.ts';

/** A wallet that signs texts (EIP-191, `personal_sign`). The types of several wallet libraries are accepted. */
export type WalletSigner =
  /** A wallet given as its address and a function, written by the caller, that signs texts. */
  | { readonly address: string; readonly sign: SignMessage }
  /** An account of viem: `privateKeyToAccount(key)`. */
  | { readonly address: string; readonly signMessage: (options: { readonly message: string }) => Promise<string> }
  /** A wallet client of viem that has an account. */
  | {
      readonly account: { readonly address: string };
      readonly signMessage: (options: { readonly message: string }) => Promise<string>;
    }
  /** A signer of the library ethers. */
  | { readonly getAddress: () => Promise<string>; readonly signMessage: (message: string) => Promise<string> }
  /** An EIP-1193 provider such as `window.ethereum`. The first of its accounts signs. */
  | Eip1193Provider;

export type Eip1193Provider = {
  readonly request: (request: { readonly method: string; readonly params?: readonly unknown[] }) => Promise<unknown>;
};

/** A wallet as this client uses it internally: its address and a function that signs. */
export type Wallet = { readonly address: string; readonly sign: SignMessage };

/**
 * Converts any supported wallet type to the type that the client uses internally.
 * @throws TypeError for a value that is not a `WalletSigner`
 */
export async function openWallet(signer: WalletSigner): Promise<Wallet> {
  // The order in which the types of wallets are checked matters: a viem account also has a `sign` (for hashes), and a viem wallet client
  // also has a `request`.
  if ('getAddress' in signer) return { address: await signer.getAddress(), sign: (message) => signer.signMessage(message) };
  if ('signMessage' in signer) {
    const { address } = 'account' in signer ? signer.account : signer;
    return { address, sign: (message) => signer.signMessage({ message }) };
  }
  if ('request' in signer) return await openProvider(signer);
  if (typeof signer.sign === 'function' && typeof signer.address === 'string') return signer;
  throw new TypeError(
    'The signer has none of the supported forms. Expected an account or wallet client of viem, a signer of ethers, or {address, sign}',
  );
}

async function openProvider({ request }: Eip1193Provider): Promise<Wallet> {
  const accounts = await request({ method: 'eth_requestAccounts' });
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof address !== 'string') throw new TypeError('The wallet returned no account');
  return {
    address,
    async sign(message) {
      const bytes = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0'));
      const signature = await request({ method: 'personal_sign', params: [`0x${bytes.join('')}`, address] });
      if (typeof signature !== 'string') throw new TypeError('The wallet returned no signature');
      return signature;
    },
  };
}
