import * as v from 'valibot';
import { type Token, tokenSchema } from '../../market/tokens/token.ts';
import { defineCommand } from '../command.ts';
import { addressOf } from '../contracts/contract-options.ts';
import { adminNode, change, sayNext } from '../operator/admin-node.ts';
import { queryOf, readReply } from '../operator/operator-node.ts';
import { flag, REACH_OPTIONS, text, YES_OPTION } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const MOST = 200;

export const adminTokens = defineCommand({
  name: 'admin tokens',
  parameters: 'CHAIN [--search TEXT] [--hidden] [--limit N] [--cursor C] [--json]',
  summary: 'list the tokens of a chain in the order in which users see them, hidden ones included',
  arguments: { chain: 'CHAIN' },
  options: {
    search: text('TEXT', 'only tokens whose symbol or name contains this text, or whose address begins with it'),
    hidden: flag('only hidden tokens'),
    limit: text('N', `number of results, 1 to ${MOST}`, '50'),
    cursor: text('C', 'continue after the page that printed this cursor'),
    ...REACH_OPTIONS,
  },
  async run({ chain }, { search, hidden, limit, cursor, ...values }, context) {
    const chainId = wholeNumber('CHAIN', chain, 1);
    const node = adminNode(values, context);
    const query = queryOf({
      ...{ search, cursor, limit: String(wholeNumber('--limit', limit, 1, MOST)) },
      ...(hidden === true ? { hidden: 'true' } : {}),
    });
    const page = await node.page(`/tokens/${chainId}${query}`);
    const tokens = readReply(v.array(tokenSchema), page.data, node);
    if (values.json === true) return context.say(JSON.stringify({ tokens, cursor: page.cursor }));
    if (tokens.length === 0) return context.say('No token matches.');
    for (const line of table(['ORDER', 'SYMBOL', 'ADDRESS', 'DECIMALS', 'NAME', 'HIDDEN'], tokens.map(rowOf))) context.say(line);
    sayNext(page.cursor, context);
  },
});

export const adminAddToken = defineCommand({
  name: 'admin add-token',
  parameters: 'CHAIN ADDRESS [--symbol TEXT] [--name TEXT] [--logo URL] [--yes] [--json]',
  summary: 'add a token; its decimals, symbol and name are read from its contract; asks for confirmation',
  arguments: { chain: 'CHAIN', address: 'ADDRESS' },
  options: {
    symbol: text('TEXT', "use this symbol instead of the contract's"),
    name: text('TEXT', "use this name instead of the contract's"),
    logo: text('URL', "the URL of the token's logo"),
    ...YES_OPTION,
    ...REACH_OPTIONS,
  },
  async run({ chain, address }, { symbol, name, logo, ...values }, context) {
    const body = {
      ...{ chainId: wholeNumber('CHAIN', chain, 1), address: addressOf('ADDRESS', address) },
      ...(symbol === undefined ? {} : { symbol }),
      ...(name === undefined ? {} : { name }),
      ...(logo === undefined ? {} : { logoURI: logo }),
    };
    await change({ path: '/tokens', body, question: `Add the token ${body.address} of chain ${body.chainId}?` }, values, context);
  },
});

export const adminToken = defineCommand({
  name: 'admin token',
  parameters: 'CHAIN ADDRESS [--hide | --unhide] [--order N] [--yes] [--json]',
  summary: 'hide a token from lists, show it again, or change its rank; asks for confirmation',
  arguments: { chain: 'CHAIN', address: 'ADDRESS' },
  options: {
    hide: flag('hide the token from lists; a search for its address still finds it'),
    unhide: flag('show the token in lists again'),
    order: text('N', "the token's rank in lists: smaller numbers come first"),
    ...YES_OPTION,
    ...REACH_OPTIONS,
  },
  async run({ chain, address }, { hide, unhide, order, ...values }, context) {
    const chainId = wholeNumber('CHAIN', chain, 1);
    if (hide === true && unhide === true) throw new UsageError('--hide and --unhide cannot be given together');
    const body = {
      ...(hide === true ? { hidden: true } : unhide === true ? { hidden: false } : {}),
      ...(order === undefined ? {} : { order: wholeNumber('--order', order, 0) }),
    };
    if (Object.keys(body).length === 0) throw new UsageError('--hide, --unhide or --order is required');
    const path = `/tokens/${chainId}/${encodeURIComponent(address)}`;
    await change({ path, body, question: `Change the token ${address} of chain ${chainId}: ${JSON.stringify(body)}?` }, values, context);
  },
});

function rowOf({ order, symbol, address, decimals, name, hidden }: Token): string[] {
  return [order === undefined ? '-' : String(order), symbol, address, String(decimals), name, hidden === true ? 'yes' : ''];
}
