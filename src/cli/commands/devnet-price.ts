import { connectDevnet } from '../../devnet/connect-devnet.ts';
import { defineCommand } from '../command.ts';

export const devnetPrice = defineCommand({
  name: 'devnet price',
  parameters: 'SYMBOL USD',
  summary: "move a token's price on the local chain by real swaps",
  arguments: { symbol: 'SYMBOL', usd: 'USD' },
  options: {},
  async run({ symbol, usd }, _none, { say, config }) {
    const reached = await connectDevnet(config().dataDir).movePrice(symbol, usd);
    say(`${symbol.toUpperCase()} is at ${shorten(reached)} USD.`);
  },
});

/**
 * Truncates a token price to six decimal places. Further places would have no effect, because the pools represent a price with a precision
 * of a hundredth of a percent.
 */
function shorten(price: string): string {
  return price.replace(/(\.\d{6})\d*$/, '$1').replace(/\.?0+$/, '');
}
