import { connectDevnet } from '../../devnet/connect-devnet.ts';
import { createChainWriter } from '../../devnet/deploy/chain-writer.ts';
import { deployedToken } from '../../devnet/deployment.ts';
import { devnetAccounts } from '../../devnet/devnet-accounts.ts';
import { dcaVaultAbi } from '../../platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import { defineCommand } from '../command.ts';
import { wholeNumber } from '../whole-number.ts';

const MOST = 999_999_999;

/** A command that opens a position in the way in which a user's wallet would in a browser. It serves tests and experiments from a shell. */
export const devnetOpen = defineCommand({
  name: 'devnet open',
  parameters: 'FROM TO AMOUNT ORDERS SECONDS',
  summary: 'open a DCA position in the vault on the local chain, with the first demo wallet',
  arguments: { from: 'FROM', to: 'TO', amount: 'AMOUNT', orders: 'ORDERS', seconds: 'SECONDS' },
  options: {},
  async run({ from, to, amount, orders, seconds }, _none, { say, config }) {
    const { rpcUrl, deployment } = connectDevnet(config().dataDir);
    const fromToken = deployedToken(deployment, from);
    const toToken = deployedToken(deployment, to);
    const budget = parseAmount(amount, fromToken.decimals);
    const frequency = wholeNumber('ORDERS', orders, 1, MOST);
    const interval = wholeNumber('SECONDS', seconds, 1, MOST);
    const { dcaVault } = deployment.contracts;
    const [wallet] = devnetAccounts.demo;

    // Anvil, the local chain, has the keys of the demo wallets and signs for them.
    const writer = createChainWriter(rpcUrl, wallet.address);
    const approve = { from: wallet.address, to: fromToken.address, abi: erc20Abi, functionName: 'approve' };
    // Sets the token allowance to zero first, because tokens like USDT refuse to change an allowance that is not zero.
    for (const allowance of [0n, budget]) await writer.send({ ...approve, args: [dcaVault, allowance] });
    const terms = [fromToken.address, toToken.address, budget, frequency, interval, true, false];
    await writer.send({ from: wallet.address, to: dcaVault, abi: dcaVaultAbi, functionName: 'createPosition', args: terms });
    const positions = await writer.read({ to: dcaVault, abi: dcaVaultAbi, functionName: 'positionCount', args: [wallet.address] });
    say(`${wallet.address} opened position ${positions}: ${amount} ${fromToken.symbol} into ${toToken.symbol}.`);
    say(
      `${frequency} orders over ${interval} s. The service finds the position within about a minute, and executes the first order about a minute later.`,
    );
  },
});
