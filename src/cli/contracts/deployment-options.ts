import type { DeploymentChoices } from '../../app/contracts/plan-deployment.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import { flag, text } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';
import { addressesOf, addressOf, CHAIN_OPTIONS } from './contract-options.ts';

export const DEPLOYMENT_OPTIONS = {
  ...CHAIN_OPTIONS,
  admin: text('ADDRESS', 'the admin of the contracts; their addresses depend on it; default: the account of the key'),
  executor: text('ADDRESSES', 'accounts that may trade in the vaults, separated by commas; default: the account of EXECUTOR_KEY'),
  signer: text('ADDRESSES', 'accounts whose signatures the relayer accepts; default: the account of SIGNER_KEY'),
  treasury: text('ADDRESS', 'the account that gets the fees of the vaults; default: none'),
  'fee-bps': text('N', 'fee of the vaults in basis points, at most 100', '0'),
  'relayer-fee-bps': text('N', 'fee of the relayer in basis points, at most 100', '0'),
  delay: text(
    'SECONDS',
    'seconds that must pass between the announcement of a new router or role and the change; default: 86400, on the devnet 0',
  ),
  routers: text(
    'NAMES',
    'exchanges and aggregators whose routers the vaults should allow, separated by commas; default: all that are known on the chain',
  ),
  'without-routers': flag('open the vaults even if they would allow no router; a router can then be added only after the delay'),
  price: text('USD', "the USD price of the chain's coin, to show costs in dollars; default: from the price sources"),
};

type Values = { readonly [Name in keyof typeof DEPLOYMENT_OPTIONS]?: string | boolean | undefined };

const MOST_FEE_BPS = 100;
const MOST_DELAY_SECONDS = 30 * 86_400;

/**
 * Converts the command-line options of a contract deployment to the choices that its plan needs.
 * @throws UsageError
 */
export function choicesOf(values: Values, signer: Signer | null): DeploymentChoices {
  const given = (name: keyof Values) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [admin, treasury, delay, routers] = [given('admin'), given('treasury'), given('delay'), given('routers')];
  const routersOf = routers?.split(',').map((name) => name.trim()) ?? null;
  const owner = admin === undefined ? signer?.address : addressOf('--admin', admin);
  if (owner === undefined) throw new UsageError('--admin ADDRESS is required without a key (--key-file, --keystore or CONTRACTS_KEY)');
  const bps = (name: 'fee-bps' | 'relayer-fee-bps') => wholeNumber(`--${name}`, given(name) ?? '0', 0, MOST_FEE_BPS);
  const choices = {
    ...{ admin: owner, executors: addressesOf('--executor', given('executor')), signers: addressesOf('--signer', given('signer')) },
    treasury: treasury === undefined ? null : addressOf('--treasury', treasury),
    ...{ feeBps: bps('fee-bps'), relayerFeeBps: bps('relayer-fee-bps'), routersOf },
    mayLackRouters: values['without-routers'] === true,
    allowDelaySeconds: delay === undefined ? null : wholeNumber('--delay', delay, 0, MOST_DELAY_SECONDS),
  };
  if (choices.feeBps > 0 && choices.treasury === null) throw new UsageError('--fee-bps requires --treasury ADDRESS');
  return choices;
}
