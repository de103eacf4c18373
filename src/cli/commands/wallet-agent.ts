import { resolve } from 'node:path';
import { countAgents, createAgentSteps } from '../../deployment/wallet/wallet-agents.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { defineCommand } from '../command.ts';
import { atNodeOrStore } from '../operator/open-operations.ts';
import { text } from '../options.ts';
import { draftOf, readPolicyFile } from '../policy-file.ts';
import { agentsAt, mustBe } from '../wallet/make-agent.ts';
import { closeCommand, runAsWallet, tokensOf, vaultOf, WALLET_OPTIONS, WALLET_USAGE, withWallet } from '../wallet/own-wallet.ts';

/** A command that creates an agent on any chain, in the way in which a user's wallet would in a browser. */
export const walletAgent = defineCommand({
  name: 'wallet agent',
  parameters: `POLICY.json DEPOSIT ${WALLET_USAGE}`,
  summary:
    'create an Autopilot agent on a chain with your own wallet: preview, sign, deposit, confirm; without --yes, only shows the policy',
  arguments: { file: 'POLICY', deposit: 'DEPOSIT' },
  options: { ...WALLET_OPTIONS, url: text('URL', 'address of a running node; default: the node that the settings name') },
  async run({ file, deposit }, values, context) {
    const { url = '' } = atNodeOrStore({ url: values.url, store: undefined, token: undefined }, context);
    await withWallet(values, context, async (own) => {
      const { open, signer, wallet } = own;
      const { id: chainId } = open.network;
      const written = readPolicyFile(resolve(context.folder, file));
      mustBe(chainId, written.chainId, 'chainId', `with --chain ${chainId}`, 'not-of-the-wallet');
      mustBe(wallet, written.wallet, 'wallet', 'with this key', 'not-of-the-wallet');
      const find = await tokensOf(open);
      const draft = draftOf({ ...written, chainId, wallet }, { nowMs: Date.now(), addressOf: (symbol) => find(symbol).address });
      const agents = agentsAt({ url, brand: open.config.brand, chainId, wallet });
      const preview = await agents.preview(draft);
      if (values.yes !== true) {
        context.say(JSON.stringify(preview, null, values.json === true ? undefined : 2));
        if (values.json !== true) context.say('Nothing was signed or sent. Add --yes to sign this policy, create the agent and deposit.');
        return;
      }
      const { signMessage } = signer;
      if (signMessage === undefined) {
        const message =
          'The policy must be signed as a text, which a signer behind a URL (--key-url) cannot do. Use --key-file or --keystore.';
        throw new TerminalError({ code: 'no-message-signing', message });
      }
      const vault = vaultOf(open, 'autopilotVault');
      const before = await countAgents(open.chain, vault);
      const { recordId, prepared } = await agents.create(preview, deposit, signMessage);
      context.say(`${wallet} signed policy ${preview.policyHash}.`);
      if (prepared === null) return context.say(`The agent trades with simulated (paper) money: record ${recordId}.`);
      if (prepared.createAgent.to !== vault) {
        const message = `The node at ${agents.node.url} uses the vault ${prepared.createAgent.to}, and the Network record names ${vault}. Give the store of that node with --store.`;
        throw new TerminalError({ code: 'other-vault', message });
      }
      const amount = BigInt(prepared.approval?.amount ?? 0);
      const token = find(prepared.budgetToken);
      const { createAgent, policyHash } = prepared;
      const agent = { vault, wallet, policyHash, data: createAgent.data, token, deposit: amount };
      const sent = await runAsWallet(own, createAgentSteps(agent, before), values, context);
      const txHash = sent.find(({ id }) => id === 'agent')?.hash ?? null;
      if (txHash === null)
        throw new TerminalError({ code: 'agent-not-created', message: 'The agent was not created. Run the command again.' });
      context.say(`The transaction ${txHash} deposited ${formatAmount(amount, token.decimals)} ${token.symbol}.`);
      const confirmed = await agents.confirm(txHash, context.say);
      context.say(`The transaction created agent ${confirmed.agentId}: record ${confirmed._id}.`);
      context.say('The agent is evaluated at the next full minute.');
      context.say(`To see the reasons: coxswain actors why autopilot-agent/${confirmed._id}`);
      if (confirmed.agentId !== null) context.say(`To withdraw everything: ${closeCommand('agent', confirmed.agentId, values)}`);
    });
  },
});
