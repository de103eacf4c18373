import type { OpenContracts } from '../../app/contracts/open-contracts.ts';
import { planSteps } from '../../app/contracts/plan-steps.ts';
import { listedTokens } from '../../app/listed-tokens.ts';
import type { SentStep } from '../../deployment/steps/send-steps.ts';
import type { Step } from '../../deployment/steps/step.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { redactUrls } from '../../values/redact-urls.ts';
import type { CommandContext } from '../command.ts';
import { CHAIN_OPTIONS, chainIdOf, clock, KEY_OPTIONS, signerOf, withContracts } from '../contracts/contract-options.ts';
import { runSteps } from '../contracts/run-steps.ts';
import { flag, text } from '../options.ts';
import { UsageError } from '../usage-error.ts';

/** Options of the commands that send transactions as a user's wallet. */
export const WALLET_OPTIONS = {
  ...CHAIN_OPTIONS,
  'key-file': text('FILE', "a file with the wallet's private key"),
  keystore: KEY_OPTIONS.keystore,
  'key-url': KEY_OPTIONS['key-url'],
  'password-file': KEY_OPTIONS['password-file'],
  yes: flag('send the transactions; without it nothing is sent'),
  price: text('USD', "the USD price of the chain's coin, to show costs in dollars; default: from the price sources"),
};

/** Usage text of the options that select the wallet's key, and whether transactions are sent. All wallet commands have these options. */
export const WALLET_USAGE = '--chain ID [--key-file FILE | --keystore FILE | --key-url URL] [--yes] [OPTIONS]';

type Named = 'chain' | 'store' | 'key-file' | 'keystore' | 'key-url' | 'password-file' | 'price';
export type WalletValues = { readonly [Name in Named]: string | undefined } & {
  readonly yes: boolean | undefined;
  readonly json: boolean | undefined;
};

/** A chain, and the wallet that sends transactions on it. */
export type OwnWallet = { readonly open: OpenContracts; readonly signer: Signer; readonly wallet: Address };

/**
 * Opens the chain and the wallet's key, and calls `work` with them. @throws UsageError without a key; the errors of `withContracts` and
 * `signerOf`
 */
export async function withWallet(values: WalletValues, context: CommandContext, work: (own: OwnWallet) => Promise<void>): Promise<void> {
  chainIdOf(values.chain);
  if (values['key-file'] === undefined && values.keystore === undefined && values['key-url'] === undefined)
    throw new UsageError('the key of the wallet is required: --key-file FILE, --keystore FILE or --key-url URL');
  await withContracts(values, context, false, async (open) => {
    const signer = signerOf(values, open.network.id, open.config, context.folder);
    if (signer === null) throw new UsageError("the wallet's key is missing");
    await work({ open, signer, wallet: signer.address });
  });
}

/** Returns the address of the vault in the chain's Network record. @throws TerminalError `no-vault` */
export function vaultOf({ network }: OpenContracts, name: 'dcaVault' | 'autopilotVault'): Address {
  const vault = network.contracts[name];
  if (vault !== null) return vault;
  const message = `The Network record of chain ${network.id} names no ${name} contract. Deploy it with coxswain contracts deploy --chain ${network.id}.`;
  throw new TerminalError({ code: 'no-vault', message });
}

/** Returns a function that finds a listed token of the chain by its symbol or address. */
export async function tokensOf(open: OpenContracts) {
  return await listedTokens(open, { clock, how: 'in its place' });
}

/**
 * Returns the whole command that withdraws everything from a position or an agent, with the chain, the store and the key of this command.
 * If the URL of the key may contain a secret, the URL is left out.
 */
export function closeCommand(kind: 'position' | 'agent', id: number, values: WalletValues): string {
  const options = (['chain', 'store', 'key-file', 'keystore', 'key-url', 'password-file'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name} ${redactUrls(value) === value ? shellWord(value) : 'URL'}`];
  });
  return ['coxswain wallet close', kind, id, ...options, '--yes'].join(' ');
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Prints the planned transactions of a wallet; sends them if the option `--yes` is given. @returns the result of each sent transaction */
export async function runAsWallet(
  { open, signer, wallet }: OwnWallet,
  steps: readonly Step[],
  values: WalletValues,
  context: CommandContext,
): Promise<readonly SentStep[]> {
  const plan = await planSteps(open, { steps, signer, admin: wallet });
  return await runSteps(open, { ...plan, admin: wallet }, signer, { ...values, unsigned: undefined, safe: undefined }, context);
}
