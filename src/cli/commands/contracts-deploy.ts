import { type Deployed, deployContracts, requireDeployable } from '../../app/contracts/deploy-contracts.ts';
import { describePlan } from '../../app/contracts/describe-plan.ts';
import type { OpenContracts } from '../../app/contracts/open-contracts.ts';
import { overridingSettings, settingLines } from '../../app/contracts/overriding-settings.ts';
import { type DeploymentPlan, planDeployment } from '../../app/contracts/plan-deployment.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import { coinPriceOf } from '../contracts/coin-price-option.ts';
import { clock, SEND_OPTIONS, SEND_USAGE, signerOf, tell, withContracts } from '../contracts/contract-options.ts';
import { choicesOf, DEPLOYMENT_OPTIONS } from '../contracts/deployment-options.ts';
import { planLines } from '../contracts/plan-lines.ts';
import { countNeeded, dryRunLine, FOR_OTHERS, NO_KEY, reasonsText, transactionsText } from '../contracts/run-steps.ts';
import { isWritten, writeTransactions } from '../contracts/write-transactions.ts';
import { operatorName } from '../operator/operator-name.ts';
import { flag } from '../options.ts';

const OPTIONS = {
  ...DEPLOYMENT_OPTIONS,
  ...SEND_OPTIONS,
  replace: flag("replace the contracts that the chain's Network record contains now"),
};

export const contractsDeploy = defineCommand({
  name: 'contracts deploy',
  parameters: `--chain ID ${SEND_USAGE} [OPTIONS]`,
  summary: "deploy the service's contracts on a chain, or continue an interrupted deployment; without --yes, only shows the transactions",
  arguments: {},
  options: OPTIONS,
  async run(_none, values, context) {
    const isFile = isWritten(values);
    await withContracts(values, context, values.yes === true, async (open) => {
      const { say, folder } = context;
      const signer = signerOf(values, open.network.id, open.config, folder);
      const plan = await planDeployment(open, choicesOf(values, signer), signer);
      const isJson = values.json === true;
      const isReplacing = values.replace === true;
      if (values.yes !== true) {
        const coin = await coinPriceOf(values.price, open);
        if (isJson) say(JSON.stringify(describePlan(open, plan, coin)));
        else for (const line of planLines(open, plan, coin)) say(line);
      }
      if (isFile) {
        await requireDeployable(open, { ...plan, balanceWei: null }, isReplacing);
        for (const line of writeTransactions(values, open, plan.admin, plan.looked, { folder, nowMs: clock.now() })) tell(line);
      } else if (values.yes !== true) {
        await requireDeployable(open, plan, isReplacing);
        if (!isJson) say(dryRunLine(plan));
      } else {
        if (signer === null && countNeeded(plan) > 0) throw new TerminalError({ code: 'no-key', message: NO_KEY });
        const deployed = await deployContracts(open, plan, { signer, tell, isReplacing, operator: { name: operatorName(), clock } });
        if (isJson) say(JSON.stringify(deployed));
        else for (const line of deployedLines(open, plan, deployed)) say(line);
        requireAll(plan, deployed);
      }
    });
  },
});

function deployedLines(open: OpenContracts, { contracts }: DeploymentPlan, deployed: Deployed): string[] {
  const { network, store } = open;
  const { addresses, sent, isRecordChanged } = deployed;
  const named = contracts.flatMap(({ name }) => (addresses[name] === undefined ? [] : [`${name} ${addresses[name]}`]));
  const count = sent.filter(({ outcome }) => outcome === 'sent').length;
  const blocks = sent.flatMap(({ block }) => block ?? []);
  const settings = settingLines(open, addresses).map((line) => `  ${line}`);
  return [
    `Deployed and set up on chain ${network.id}: ${named.length === 0 ? 'nothing yet' : named.join(', ')}.`,
    ...(blocks.length === 0 ? [] : [`Sent ${transactionsText(count)}, in ${blocksText(Math.min(...blocks), Math.max(...blocks))}.`]),
    `The Network record in ${store ?? 'the store'} ${isRecordChanged ? 'now names these contracts; a running node uses them from its next tick' : 'needed no change'}.`,
    ...overridingSettings(open, addresses),
    ...(settings.length === 0
      ? []
      : ['For a service with another store, add these settings, or run this command again with its --store:', ...settings]),
  ];
}

function blocksText(first: number, last: number): string {
  return first === last ? `block ${first}` : `blocks ${first} to ${last}`;
}

/** Checks that all planned contracts are deployed and set up. @throws TerminalError `contracts-unfinished` when a contract is not */
function requireAll({ contracts }: DeploymentPlan, { addresses, sent }: Deployed): void {
  const missing = contracts.filter(({ name }) => addresses[name] === undefined).map(({ name }) => name);
  if (missing.length === 0) return;
  const todo = sent.some(({ outcome }) => outcome === 'other-sender') ? `${FOR_OTHERS} ` : '';
  const message = `Not finished: ${missing.join(', ')}. ${reasonsText(sent)} ${todo}Then run the command again.`;
  throw new TerminalError({ code: 'contracts-unfinished', message });
}
