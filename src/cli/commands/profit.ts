import * as v from 'valibot';
import { ownOrigin } from '../../values/loopback.ts';
import { defineCommand } from '../command.ts';
import { createNodeClient } from '../operator/node-client.ts';
import { queryOf, readReply } from '../operator/operator-node.ts';
import { flag, JSON_OPTION, text } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const nullableText = v.nullable(v.string());
const recordSchema = v.looseObject({
  ...{ kind: v.string(), recordId: v.string(), chainId: v.number(), number: v.nullable(v.number()), fills: v.number() },
  budgetToken: v.object({ address: v.string(), symbol: nullableText }),
  ...{ spent: v.string(), received: v.string(), fees: v.string(), realised: v.string(), unrealised: nullableText, total: nullableText },
  gas: v.object({ usd: v.string(), unknownFills: v.number() }),
  usd: v.nullable(v.object({ total: nullableText })),
  holding: v.nullable(v.object({ total: v.string() })),
});
const profitSchema = v.object({ records: v.array(recordSchema) });

const HEADINGS = ['RECORD', 'BUDGET', 'FILLS', 'SPENT', 'RECEIVED', 'FEES', 'GAS USD', 'REALISED', 'UNREALISED', 'TOTAL', 'USD', 'IF HELD'];
const SHOWN_DIGITS = 6;

/** The command `profit`, which shows the profit and loss of a wallet's positions and agents. */
export const profit = defineCommand({
  name: 'profit',
  parameters: 'WALLET [--chain ID] [--record ID] [--csv] [--url URL] [--json]',
  summary: "show the profit and loss of a wallet's positions and agents on a running node; --csv lists every fill",
  arguments: { wallet: 'WALLET' },
  options: {
    chain: text('ID', 'only this chain'),
    record: text('ID', 'only the position or agent with this record id'),
    csv: flag('print all fills (executed trades) as CSV, with the cost and gain of the sold tokens'),
    url: text('URL', 'address of a running node'),
    ...JSON_OPTION,
  },
  async run({ wallet }, { chain, record, csv, url, json }, context) {
    if (csv === true && json === true) throw new UsageError('give --csv or --json, not both');
    const at = url ?? ownOrigin(context.config().host, context.config().port);
    const node = createNodeClient({ url: at, token: undefined, fetch, under: '/api/v1/profit' });
    const search = queryOf({ chainId: chain, recordId: record });
    const path = `/${encodeURIComponent(wallet)}`;
    if (csv === true) {
      context.say((await textOf(await node.stream(`${path}/fills.csv${search}`))).trimEnd());
      return;
    }
    const { records } = readReply(profitSchema, await node.get(`${path}${search}`), node, 'profit and loss');
    if (json === true) for (const one of records) context.say(JSON.stringify(one));
    else if (records.length === 0) context.say('The wallet has no DCA position or Autopilot agent that has made a trade.');
    else for (const line of table(HEADINGS, records.map(rowOf))) context.say(line);
  },
});

function rowOf(record: v.InferOutput<typeof recordSchema>): string[] {
  const { kind, number, recordId, chainId, budgetToken, holding } = record;
  return [
    `${kind} ${number ?? recordId} on ${chainId}`,
    budgetToken.symbol ?? budgetToken.address,
    String(record.fills),
    ...[record.spent, record.received, record.fees].map((amount) => shortened(amount)),
    record.gas.unknownFills === record.fills ? '-' : `${shortened(record.gas.usd, 4)}${record.gas.unknownFills === 0 ? '' : '+'}`,
    ...[record.realised, record.unrealised, record.total].map((amount) => shortened(amount)),
    record.usd === null ? '-' : shortened(record.usd.total, 2),
    shortened(holding?.total ?? null),
  ];
}

/** Cuts an amount after a few digits for a table. `--json` has the exact amounts. */
function shortened(amount: string | null, digits = SHOWN_DIGITS): string {
  if (amount === null) return '-';
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, digits).replace(/0+$/, '');
  if (kept !== '') return `${whole}.${kept}`;
  return whole === '-0' ? '0' : whole;
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}
