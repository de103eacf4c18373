import { describePlan } from '../../app/contracts/describe-plan.ts';
import { planDeployment } from '../../app/contracts/plan-deployment.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import { coinPriceOf } from '../contracts/coin-price-option.ts';
import { KEY_OPTIONS, signerOf, withContracts } from '../contracts/contract-options.ts';
import { choicesOf, DEPLOYMENT_OPTIONS } from '../contracts/deployment-options.ts';
import { planLines } from '../contracts/plan-lines.ts';

export const contractsPlan = defineCommand({
  name: 'contracts plan',
  parameters: '--chain ID [OPTIONS]',
  summary: "show the transactions that are needed to deploy the service's contracts on a chain, with their costs; sends nothing",
  arguments: {},
  options: { ...DEPLOYMENT_OPTIONS, ...KEY_OPTIONS },
  async run(_none, values, context) {
    await withContracts(values, context, false, async (open) => {
      const signer = signerOf(values, open.network.id, open.config, context.folder);
      const plan = await planDeployment(open, choicesOf(values, signer), signer);
      const coin = await coinPriceOf(values.price, open);
      if (values.json === true) context.say(JSON.stringify(describePlan(open, plan, coin)));
      else for (const line of planLines(open, plan, coin)) context.say(line);
      if (plan.problems.length > 0) {
        throw new TerminalError({
          code: 'contracts-refused',
          message: `The contracts cannot be deployed with these options: ${plan.problems.join(' ')}`,
        });
      }
    });
  },
});
