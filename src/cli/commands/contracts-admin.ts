import { type AdminAct, contractsOf, planAdmin } from '../../app/contracts/plan-admin.ts';
import { type ProductContract, productContracts } from '../../contracts/load-artifact.ts';
import { defineCommand } from '../command.ts';
import { addressOf, CHAIN_OPTIONS, SEND_OPTIONS, SEND_USAGE, signerOf, withContracts } from '../contracts/contract-options.ts';
import { runSteps } from '../contracts/run-steps.ts';
import { text } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const WITH_ACCOUNT = ['propose-admin', 'add-executor', 'remove-executor', 'add-signer', 'remove-signer', 'set-treasury'] as const;
const ALONE = ['accept-admin', 'withdraw-admin', 'cancel'] as const;

const MOST_FEE_BPS = 100;
const MOST_DELAY_SECONDS = 30 * 86_400;

export const contractsAdmin = defineCommand({
  name: 'contracts admin',
  parameters: `ACT [VALUE] --chain ID ${SEND_USAGE} [OPTIONS]`,
  summary:
    "change the contracts' admin, roles, fee or delay: propose-admin, accept-admin, withdraw-admin, add-executor, " +
    'remove-executor, add-signer, remove-signer, set-treasury, set-fee, set-delay, cancel. A change with a delay is only ' +
    'announced at first; run the same command again after the delay to make it',
  arguments: { act: 'ACT', value: '[VALUE]' },
  options: {
    ...CHAIN_OPTIONS,
    ...SEND_OPTIONS,
    contract: text(
      'NAMES',
      'contracts, separated by commas (DcaVault, AutopilotVault, Relayer); default: all contracts that accept the change, for set-fee the vaults',
    ),
    price: text('USD', "the USD price of the chain's coin, to show costs in dollars; default: from the price sources"),
  },
  async run({ act: word, value }, values, context) {
    const act = readAct(word, value);
    const names = values.contract === undefined ? null : namesOf(values.contract, act);
    await withContracts(values, context, false, async (open) => {
      const signer = signerOf(values, open.network.id, open.config, context.folder);
      await runSteps(open, await planAdmin(open, act, names, signer), signer, values, context);
    });
  },
});

function readAct(word: string, value: string | undefined): AdminAct {
  const alone = ALONE.find((kind) => kind === word);
  if (alone !== undefined) {
    if (value !== undefined) throw new UsageError(`${word} accepts no value`);
    return { kind: alone };
  }
  const kind = WITH_ACCOUNT.find((each) => each === word) ?? (['set-fee', 'set-delay'] as const).find((each) => each === word);
  if (kind === undefined) {
    const accepted = [...WITH_ACCOUNT, ...ALONE, 'set-fee', 'set-delay'].join(', ');
    throw new UsageError(`there is no change ${JSON.stringify(word)}; accepted: ${accepted}`);
  }
  if (value === undefined) throw new UsageError(`${kind} requires a value`);
  if (kind === 'set-fee') return { kind, number: wholeNumber(kind, value, 0, MOST_FEE_BPS) };
  if (kind === 'set-delay') return { kind, number: wholeNumber(kind, value, 0, MOST_DELAY_SECONDS) };
  return { kind, account: addressOf(kind, value) };
}

function namesOf(given: string, act: AdminAct): readonly ProductContract[] {
  const { possible } = contractsOf(act);
  return given.split(',').map((each) => {
    const name = productContracts.find((contract) => contract.toLowerCase() === each.trim().toLowerCase());
    if (name !== undefined && possible.includes(name)) return name;
    throw new UsageError(`${act.kind} does not apply to the contract ${JSON.stringify(each.trim())}; accepted: ${possible.join(', ')}`);
  });
}
