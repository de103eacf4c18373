import * as v from 'valibot';
import { type Token, tokenSchema } from '../../market/tokens/token.ts';
import { defineCommand } from '../command.ts';
import { addressOf } from '../contracts/contract-options.ts';
import { adminNode, change, queryOf, readReply, sayNext } from '../operator/admin-node.ts';
import { flag, REACH_OPTIONS, text, YES_OPTION } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const MOST = 200;

export const adminTokens = defineCommand({
  name: 'admin tokens',
  parameters: 'CHAIN [--search TEXT] [--hidden] [--limit N] [--cursor C] [--json]',
  summary: 'list the tokens of a chain in the order of lists, hidden ones included',
  arguments: { chain: 'CHAIN' },
  options: {
    search: text('TEXT', 'a part of the symbol or name, or the beginning of the address'),
    hidden: flag('only hidden tokens'),
    limit: text('N', `how many, 1 to ${MOST}`, '50'),
    cursor: text('C', 'continue with the next page'),
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
  summary: 'add a token with the decimals, symbol and name that its contract gives; asks first',
  arguments: { chain: 'CHAIN', address: 'ADDRESS' },
  options: {
    symbol: text('TEXT', 'another symbol than that of the contract'),
    name: text('TEXT', 'another name than that of the contract'),
    logo: text('URL', 'the address of its picture'),
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
  summary: 'leave a token out of lists, show it again, or rank it; asks first',
  arguments: { chain: 'CHAIN', address: 'ADDRESS' },
  options: {
    hide: flag('leave it out of lists; it is still found by its address'),
    unhide: flag('show it in lists again'),
    order: text('N', 'its rank in lists: smaller numbers come first'),
    ...YES_OPTION,
    ...REACH_OPTIONS,
  },
  async run({ chain, address }, { hide, unhide, order, ...values }, context) {
    const chainId = wholeNumber('CHAIN', chain, 1);
    if (hide === true && unhide === true) throw new UsageError('give either --hide or --unhide');
    const body = {
      ...(hide === true ? { hidden: true } : unhide === true ? { hidden: false } : {}),
      ...(order === undefined ? {} : { order: wholeNumber('--order', order, 0) }),
    };
    if (Object.keys(body).length === 0) throw new UsageError('give --hide, --unhide or --order');
    const path = `/tokens/${chainId}/${encodeURIComponent(address)}`;
    await change({ path, body, question: `Change the token ${address} of chain ${chainId}: ${JSON.stringify(body)}?` }, values, context);
  },
});

function rowOf({ order, symbol, address, decimals, name, hidden }: Token): string[] {
  return [order === undefined ? '-' : String(order), symbol, address, String(decimals), name, hidden === true ? 'yes' : ''];
}
