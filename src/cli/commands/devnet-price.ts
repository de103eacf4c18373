import { connectDevnet } from '../../devnet/connect-devnet.ts';
import type { Command } from '../command.ts';
import { takeArguments } from '../take-arguments.ts';

export const devnetPrice: Command = {
  name: 'devnet price',
  parameters: 'SYMBOL USD',
  summary: "move a token's price on the local chain by real swaps",
  async run(args, { say, config }) {
    const { symbol, usd } = takeArguments(args, ['symbol', 'usd']);
    const reached = await connectDevnet(config().dataDir).movePrice(symbol, usd);
    say(`${symbol.toUpperCase()} is at ${shorten(reached)} USD.`);
  },
};

/** Pools count in steps of a hundredth of a percent at best: six digits behind the point are more than enough. */
function shorten(price: string): string {
  return price.replace(/(\.\d{6})\d*$/, '$1').replace(/\.?0+$/, '');
}
