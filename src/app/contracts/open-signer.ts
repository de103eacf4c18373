import type { Config } from '../../config/compile-settings.ts';
import { readKeystore } from '../../deployment/keys/read-keystore.ts';
import { createSigners, type Signer, signerAddress } from '../../platform/chain/signer.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/** Texts of the files that a command names, and null for those that it does not name. */
export type KeyFiles = { readonly key: string | null; readonly keystore: string | null; readonly password: string | null };

/**
 * Opens the key that signs: of a key file, of a keystore, or of the setting CONTRACTS_KEY.
 * @returns null when there is none
 * @throws TerminalError `no-password`; as `readKeystore` and `createSigners` (a public test key is refused on every chain but the devnet)
 */
export function openSigner(config: Config, chainId: number, { key, keystore, password }: KeyFiles): Signer | null {
  const privateKey = keystore === null ? (key?.trim() ?? config.contractsKey) : openKeystore(config, keystore, password);
  if (privateKey === undefined) return null;
  const signing = { chainId, privateKey };
  return createSigners([signing]).of(chainId, signerAddress(signing));
}

function openKeystore(config: Config, keystore: string, passwordFile: string | null): string {
  const password = passwordFile?.replace(/\r?\n$/, '') ?? config.keystorePassword;
  if (password !== undefined) return readKeystore(keystore, password);
  const message = 'The keystore needs its password. Give --password-file, or set CONTRACTS_KEYSTORE_PASSWORD.';
  throw new TerminalError({ code: 'no-password', message });
}
