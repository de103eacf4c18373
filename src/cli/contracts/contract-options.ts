import { resolve } from 'node:path';
import { type OpenContracts, openContracts } from '../../app/contracts/open-contracts.ts';
import { type KeyFiles, openSigner } from '../../app/contracts/open-signer.ts';
import type { Config } from '../../config.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { CommandContext } from '../command.ts';
import { flag, JSON_OPTION, STORE_OPTION, text } from '../options.ts';
import { readText } from '../read-text.ts';
import { chosenStore } from '../store-address.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

export const CHAIN_OPTIONS = {
  chain: text('ID', 'id of the chain; the setting RPC_<chainId> must contain its endpoint'),
  ...STORE_OPTION,
  ...JSON_OPTION,
};

export const KEY_OPTIONS = {
  'key-file': text('FILE', 'a file with the private key that signs the transactions; default: the setting CONTRACTS_KEY'),
  keystore: text('FILE', 'an encrypted keystore file (version 3) with the private key'),
  'key-url': text(
    'URL',
    "URL of a signer that has the private key and serves eth_signTransaction, with the key's address: https://signer.internal#0x...",
  ),
  'password-file': text('FILE', 'a file with the password of the keystore; default: CONTRACTS_KEYSTORE_PASSWORD'),
};

export const SEND_OPTIONS = {
  ...KEY_OPTIONS,
  yes: flag('send the transactions; without it nothing is sent'),
  unsigned: text('FILE', 'send nothing, and write the unsigned transactions as JSON'),
  safe: text('FILE', 'send nothing, and write files for the transaction builder of a Safe; for contracts whose admin is the Safe'),
};

/** Usage text of the options that select whether a command sends its transactions or writes them to files. */
export const SEND_USAGE = '[--yes | --unsigned FILE | --safe FILE]';

type KeyValues = { readonly [Name in keyof typeof KEY_OPTIONS]: string | undefined };

export const clock = { now: () => Date.now() };

export function chainIdOf(chain: string | undefined): number {
  if (chain === undefined) throw new UsageError('--chain ID is required');
  return wholeNumber('--chain', chain, 1);
}

/**
 * Opens a chain's contracts and the store, calls `work` with them, and closes the store again.
 * @param isMade whether the store is created if it does not exist
 */
export async function withContracts<T>(
  { chain, store }: { readonly chain: string | undefined; readonly store: string | undefined },
  { config: load, folder }: Pick<CommandContext, 'config' | 'folder'>,
  isMade: boolean,
  work: (open: OpenContracts) => Promise<T>,
): Promise<T> {
  const chainId = chainIdOf(chain);
  const config = load();
  const storeUrl = chosenStore(store, config, folder);
  const open = await openContracts(config, { chainId, storeUrl, isMade, clock });
  for (const note of open.notes) tell(note);
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/**
 * Opens the signing key that the command's options specify or, without such options, the key of the settings; null when neither specifies a
 * key.
 * @throws UsageError, and the errors of `openSigner`
 */
export function signerOf(values: KeyValues, chainId: number, config: Config, folder: string): Signer | null {
  const ways = (['key-file', 'keystore', 'key-url'] as const).filter((name) => values[name] !== undefined);
  if (ways.length > 1) throw new UsageError(`--${ways.join(' and --')} cannot be given together`);
  if (values['password-file'] !== undefined && values.keystore === undefined) throw new UsageError('--password-file requires --keystore');
  const textOf = (path: string | undefined) => (path === undefined ? null : readText(resolve(folder, path)));
  const files: KeyFiles = {
    key: textOf(values['key-file']),
    keystore: textOf(values.keystore),
    password: textOf(values['password-file']),
    url: values['key-url'] ?? null,
  };
  return openSigner(config, chainId, files);
}

/** Parses an address that a user entered. @param name what the error message calls the address @throws UsageError */
export function addressOf(name: string, given: string): Address {
  try {
    return parseAddress(given.trim());
  } catch (error) {
    if (error instanceof TerminalError)
      throw new UsageError(`${name} is ${JSON.stringify(given)}; accepted: an address, 0x and 40 hex digits`);
    throw error;
  }
}

/** Parses a list of addresses, separated by commas, that a user entered. @param name what the error message calls the list */
export function addressesOf(name: string, given: string | undefined): readonly Address[] {
  return given === undefined ? [] : given.split(',').map((each) => addressOf(name, each));
}

/** Writes a progress line to standard error, because results go to standard output. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
