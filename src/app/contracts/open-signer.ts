import type { Config } from '../../config/compile-settings.ts';
import { readKeystore } from '../../deployment/keys/read-keystore.ts';
import { createSigners, type Signer, signerAddress, signingKeyOf } from '../../platform/chain/signer.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { parseSigningKey } from '../../values/signing-key.ts';

/** Contents of the key files that the command's options specify; null for each option that the user did not give. */
export type KeyFiles = {
  readonly key: string | null;
  readonly keystore: string | null;
  readonly password: string | null;
  /** URL of a signer, with the address of its key after `#`. */
  readonly url: string | null;
};

/**
 * Opens the signing key from a signer behind a URL, a key file, a keystore, or the setting CONTRACTS_KEY.
 * @returns null when none of them is specified
 * @throws TerminalError `no-password`, `invalid-key`; the errors of `readKeystore` and `createSigners` (a public test key is refused on
 * every chain but the devnet)
 */
export function openSigner(config: Config, chainId: number, { key, keystore, password, url }: KeyFiles): Signer | null {
  const text = url ?? (keystore === null ? (key?.trim() ?? config.contractsKey) : openKeystore(config, keystore, password));
  if (text === undefined) return null;
  const parsed = parseSigningKey(text.trim(), { isHttpAllowed: config.signerUrlAllowHttp });
  if ('problem' in parsed) {
    const message = `The private key ${parsed.problem}. Accepted: 0x and 64 hex digits, or the URL of a signer with its address, such as https://signer.internal#0x...`;
    throw new TerminalError({ code: 'invalid-key', message });
  }
  const signing = signingKeyOf(chainId, parsed.key);
  return createSigners([signing], { token: config.signerUrlToken }).of(chainId, signerAddress(signing));
}

function openKeystore(config: Config, keystore: string, passwordFile: string | null): string {
  const password = passwordFile?.replace(/\r?\n$/, '') ?? config.keystorePassword;
  if (password !== undefined) return readKeystore(keystore, password);
  const message = 'The keystore file has a password. Give it with --password-file, or set CONTRACTS_KEYSTORE_PASSWORD.';
  throw new TerminalError({ code: 'no-password', message });
}
