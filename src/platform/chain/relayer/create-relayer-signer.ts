import { privateKeyToAccount } from 'viem/accounts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { Hex } from '../chain.ts';
import { signerAddress } from '../signer.ts';
import type { RelayerSigner } from './relayer.ts';

/** Interface document, "Build, sign, relayer data"; the order of the members is part of the hash. */
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
 * @param keyOf the private key for a chain, already checked by the settings; undefined when there is none
 */
export function createRelayerSigner(deps: { brand: string; keyOf: (chainId: number) => Hex | undefined }): RelayerSigner {
  const { brand, keyOf } = deps;
  return {
    addressOf(chainId) {
      const privateKey = keyOf(chainId);
      return privateKey === undefined ? null : signerAddress({ chainId, privateKey });
    },

    async sign({ chainId, relayer, metaTx }) {
      const privateKey = keyOf(chainId);
      if (privateKey === undefined) {
        const message = `This node has no key to sign with on chain ${chainId}.`;
        throw new TerminalError({ code: 'signer-missing', message, status: 422 });
      }
      // Refuses publicly known test keys on any chain except the devnet.
      signerAddress({ chainId, privateKey });
      return await privateKeyToAccount(privateKey).signTypedData({
        domain: { name: `${brand}Relayer`, version: '1', chainId, verifyingContract: relayer },
        types: metaTransactionTypes,
        primaryType: 'MetaTransaction',
        message: metaTx,
      });
    },
  };
}
