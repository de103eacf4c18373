import { countPositions, openPositionSteps } from '../../deployment/wallet/wallet-positions.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import { defineCommand } from '../command.ts';
import { flag } from '../options.ts';
import { closeCommand, runAsWallet, tokensOf, vaultOf, WALLET_OPTIONS, WALLET_USAGE, withWallet } from '../wallet/own-wallet.ts';
import { wholeNumber } from '../whole-number.ts';

const MOST = 999_999_999;

/** A command that opens a position on any chain, in the way in which a user's wallet would in a browser. */
export const walletOpen = defineCommand({
  name: 'wallet open',
  parameters: `FROM TO AMOUNT ORDERS SECONDS ${WALLET_USAGE}`,
  summary: 'open a DCA position in the vault of a chain with your own wallet; without --yes, only shows the transactions',
  arguments: { from: 'FROM', to: 'TO', amount: 'AMOUNT', orders: 'ORDERS', seconds: 'SECONDS' },
  options: { ...WALLET_OPTIONS, again: flag('open the position even if the wallet opened one with the same terms within the last hour') },
  async run({ from, to, amount, orders, seconds }, values, context) {
    const frequency = wholeNumber('ORDERS', orders, 1, MOST);
    const intervalSec = wholeNumber('SECONDS', seconds, 1, MOST);
    await withWallet(values, context, async (own) => {
      const { open, wallet } = own;
      const find = await tokensOf(open);
      const [fromToken, toToken] = [find(from), find(to)];
      const vault = vaultOf(open, 'dcaVault');
      const terms = {
        ...{ vault, wallet, fromToken, toToken: toToken.address },
        ...{ amount: parseAmount(amount, fromToken.decimals), frequency, intervalSec },
      };
      const after = values.again === true ? await countPositions(open.chain, vault, wallet) : null;
      await runAsWallet(own, openPositionSteps(terms, after), values, context);
      if (values.yes !== true || values.json === true) return;
      const positionId = await countPositions(open.chain, vault, wallet);
      context.say(
        `${wallet} has position ${positionId}: ${amount} ${fromToken.symbol} into ${toToken.symbol}, ${frequency} orders over ${intervalSec} s.`,
      );
      context.say('The service finds the position within about a minute, and executes the first order about a minute later.');
      context.say(`To withdraw everything: ${closeCommand('position', positionId, values)}`);
    });
  },
});
