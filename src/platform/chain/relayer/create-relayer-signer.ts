import { privateKeyToAccount } from 'viem/accounts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { PrivateKey, SigningKeyText } from '../../../values/signing-key.ts';
import type { RemoteSigning } from '../remote-signer/ask-signer.ts';
import { signTypedDataRemotely } from '../remote-signer/sign-typed-data.ts';
import { signerAddress, signingKeyOf } from '../signer.ts';
import type { RelayerSigner } from './relayer.ts';

/**
 * The fields that are signed are defined in the API specification, section "Build, sign, relayer data". The hash that is signed depends on
 * the order of the fields.
 */
const metaTransactionTypes = {
  MetaTransaction: [
    { name: 'from', type: 'address' },
    { name: 'fromToken', type: 'address' },
    { name: 'amountIn', type: 'uint256' },
    { name: 'toToken', type: 'address' },
    { name: 'amountOutMin', type: 'uint256' },
    { name: 'recipient', type: 'address' },
    { name: 'target', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'data', type: 'bytes' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/**
 * Creates the signer of meta-transactions.
 * @param brand the EIP-712 domain is named `<brand>Relayer`
 * @param keyOf returns the key for a chain, already checked by the settings; undefined when there is none
 * @param remote options for calling a remote signer, which is reached by a URL
 */
export function createRelayerSigner(deps: {
  brand: string;
  keyOf: (chainId: number) => SigningKeyText | undefined;
  remote?: RemoteSigning;
}): RelayerSigner {
  const { brand, keyOf, remote = {} } = deps;
  return {
    addressOf(chainId) {
      const key = keyOf(chainId);
      return key === undefined ? null : signerAddress(signingKeyOf(chainId, key));
    },

    async sign({ chainId, relayer, metaTx }) {
      const text = keyOf(chainId);
      if (text === undefined) {
        const message = `This node has no key to sign with on chain ${chainId}.`;
        throw new TerminalError({ code: 'signer-missing', message, status: 422 });
      }
      const key = signingKeyOf(chainId, text);
      // `signerAddress` throws an error for a publicly known test key on any chain except the devnet.
      signerAddress(key);
      const typed = {
        domain: { name: `${brand}Relayer`, version: '1', chainId, verifyingContract: relayer },
        types: metaTransactionTypes,
        primaryType: 'MetaTransaction',
        message: metaTx,
      } as const;
      return 'url' in key
        ? await signTypedDataRemotely(key, typed, remote)
        : await privateKeyToAccount(privateKeyIn(text)).signTypedData(typed);
    },
  };
}

function privateKeyIn(text: SigningKeyText): PrivateKey {
  if (text.startsWith('0x')) return `0x${text.slice(2)}`;
  throw new TypeError('The key is behind a URL');
}
