import { closeAgentSteps, tokensOfAgent } from '../../deployment/wallet/wallet-agents.ts';
import { closePositionStep } from '../../deployment/wallet/wallet-positions.ts';
import { parseAddress } from '../../values/address.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { runAsWallet, vaultOf, WALLET_OPTIONS, WALLET_USAGE, withWallet } from '../wallet/own-wallet.ts';
import { wholeNumber } from '../whole-number.ts';

const MOST = 999_999_999;

/** A command with which the owner withdraws everything from a position or an agent. The service need not run for this. */
export const walletClose = defineCommand({
  name: 'wallet close',
  parameters: `KIND NUMBER ${WALLET_USAGE}`,
  summary:
    'withdraw everything from a DCA position or an Autopilot agent of your wallet (KIND: position or agent); without --yes, only shows the transactions',
  arguments: { kind: 'KIND', number: 'NUMBER' },
  options: WALLET_OPTIONS,
  async run({ kind, number }, values, context) {
    if (kind !== 'position' && kind !== 'agent') throw new UsageError(`KIND is ${JSON.stringify(kind)}; accepted: position, agent`);
    const id = wholeNumber('NUMBER', number, 1, MOST);
    await withWallet(values, context, async (own) => {
      const { open, wallet } = own;
      if (kind === 'position') {
        await runAsWallet(own, [closePositionStep(vaultOf(open, 'dcaVault'), wallet, id)], values, context);
        return;
      }
      const vault = vaultOf(open, 'autopilotVault');
      const tokens = (await tokensOfAgent(open.chain, vault, id)).map(parseAddress);
      await runAsWallet(own, closeAgentSteps(vault, wallet, id, tokens), values, context);
    });
  },
});
