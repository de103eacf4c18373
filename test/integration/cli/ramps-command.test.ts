import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Command } from '../../../src/cli/command.ts';
import { rampsAccept, rampsProviders } from '../../../src/cli/commands/ramp-providers.ts';
import { rampsCheck, rampsList, rampsRefresh, rampsShow } from '../../../src/cli/commands/ramps.ts';
import { type CatalogueRow, doubtedId, RAMP_CATALOGUES } from '../../../src/features/ramps/catalogue-rows.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { failureOf } from '../../unit/runtime/support/order-system.ts';
import { type StandInRamps, startStandInRamps } from '../features/ramps/stand-in-ramps.ts';
import { OPERATOR, startRamps } from '../features/ramps/start-ramps.ts';
import { runner } from './support/operator-places.ts';

const NOW = Date.parse('2026-11-30T08:00:00Z');
const ALICE = parseAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
const NO_ORDER = '00000000-0000-4000-8000-000000000000';

let standIn: StandInRamps;
let service: Awaited<ReturnType<typeof startRamps>>;
let folder: ReturnType<typeof tempFolder>;
let reference: string;

beforeAll(async () => {
  standIn = startStandInRamps();
  service = await startRamps(standIn.env, () => NOW);
  folder = tempFolder();
  const terms = { side: 'buy', fiat: 'EUR', crypto: 'USDC', network: 'BASE', fiatAmount: '200', wallet: ALICE };
  reference = (await send('/guardarian/checkout', terms)).data.reference;
  await service.test.settle();
});
afterAll(async () => {
  await service.stop();
  standIn[Symbol.dispose]();
  folder[Symbol.dispose]();
});

async function send(path: string, body: object) {
  const response = await service.http.get(`/api/defi${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  });
  return JSON.parse((await response.text()) || 'null');
}
const run = (command: Command, args: readonly string[], { url = service.http.url, token = OPERATOR } = {}) =>
  runner(folder.path, ['--url', url, '--token', token])(command, args);
const failureText = async (work: Promise<unknown>) => {
  const { code, message } = await failureOf(work);
  return `${code}: ${message}`;
};
const firstWords = (lines: readonly string[]) => lines.map((line) => line.split(/ +/)[0]);

test('orders are listed, by provider, status and wallet', async () => {
  expect(firstWords(await run(rampsList, []))).toEqual(['REFERENCE', reference]);
  expect(firstWords(await run(rampsList, ['--provider', 'guardarian', '--status', 'created', '--wallet', ALICE]))).toContain(reference);
  expect(firstWords(await run(rampsList, ['--provider', 'transak']))).toEqual(['REFERENCE']);
  const [json = ''] = await run(rampsList, ['--json']);
  expect(JSON.parse(json)).toMatchObject({ orders: [{ reference, provider: 'guardarian', wallet: ALICE }], cursor: null });
});

test('orders that webhooks named without a reference are listed apart', async () => {
  expect(firstWords(await run(rampsList, ['--status', 'unattributed']))).toEqual(['PROVIDER']);
  await send('/guardarian/webhook', { payload: { id: 'of-nobody', status: 'finished' } });
  const lines = await run(rampsList, ['--status', 'unattributed', '--provider', 'guardarian']);
  expect(lines.at(-1)?.split(/ +/).slice(0, 6)).toEqual(['guardarian', 'of-nobody', '-', 'finished', 'unsigned', '1']);
});

test('an order is shown and refreshed', async () => {
  const shown = await run(rampsShow, [reference]);
  expect(shown).toContain(`reference: ${reference}`);
  expect(shown).toContain('orderId: 4001');
  standIn.orders.set('4001', { id: '4001', status: 'waiting', external_partner_link_id: reference });
  const asked = run(rampsRefresh, [reference, '--json']);
  let isOver = false;
  const settling = (async () => {
    while (!isOver) {
      await service.test.settle();
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const [json = ''] = await asked.finally(() => {
    isOver = true;
  });
  await settling;
  expect(JSON.parse(json)).toMatchObject({ reference, status: 'awaiting-payment', providerStatus: 'waiting', isAsking: false });
});

test('the providers are listed, and a catalogue that was kept aside is accepted', async () => {
  const lines = await run(rampsProviders, []);
  expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['PROVIDER', 'STATE'],
    ['onramp-money', 'off: set ONRAMP_MONEY_APP_ID, ONRAMP_MONEY_API_KEY, ONRAMP_MONEY_API_SECRET'],
    ['guardarian', 'on'],
    ['alchemy-pay', 'on'],
    ['transak', 'off: set TRANSAK_API_KEY, TRANSAK_API_SECRET, TRANSAK_REFERRER_DOMAIN'],
    ['banxa', 'on'],
  ]);
  expect(await failureText(run(rampsAccept, ['guardarian']))).toStartWith('no-doubted-catalogue: No catalogue of guardarian waits');
  const rows = service.platform.records.collection<CatalogueRow>(RAMP_CATALOGUES);
  const used = await rows.get('guardarian');
  if (used === null) throw new TypeError('The catalogue of guardarian is stored');
  const { _id, rev: _rev, ...row } = used;
  const doubted = { ...row, catalogueText: JSON.stringify({ coins: [], fiats: [] }), problem: 'The catalogue has no coins.' };
  await rows.put(doubtedId('guardarian'), doubted);
  expect((await run(rampsProviders, [])).at(2)).toContain('The catalogue has no coins. Accept it: ramps accept guardarian');
  expect(await run(rampsAccept, ['guardarian'])).toEqual([
    `The catalogue of guardarian of ${new Date(row.attemptedAtMs).toISOString()} is used now. It has coins: 0, currencies: 0.`,
  ]);
  expect(JSON.parse((await run(rampsProviders, ['--json']))[0] ?? '')[1]).toMatchObject({ coins: 0, doubted: null, pausedUntil: null });
  expect(await failureText(run(rampsAccept, ['nobody']))).toStartWith('invalid-input: params.provider: Expected one of onramp-money, ');
});

test('a check names the settings of a provider that is off, and fails for one that does not answer', async () => {
  const [, off = ''] = await run(rampsCheck, ['--provider', 'transak']);
  expect(off).toMatch(
    /^transak +NO +yes +- +The provider is off\. To turn it on, set TRANSAK_API_KEY, TRANSAK_API_SECRET, TRANSAK_REFERRER_DOMAIN\.$/,
  );
  expect((await run(rampsCheck, ['--provider', 'alchemy-pay'])).at(-1)).toMatch(
    /^alchemy-pay +yes +yes +yes +The provider accepts the keys\.$/,
  );
  expect(await failureText(run(rampsCheck, ['--provider', 'banxa']))).toBe(
    'ramp-check-failed: The check of these providers failed: banxa.',
  );
});

test('wrong input is refused with what is accepted', async () => {
  for (const command of [rampsShow, rampsRefresh]) {
    expect(await failureText(run(command, ['4001']))).toBe(
      'invalid-input: params.reference: Expected the reference of an order, which is a UUID.',
    );
    expect(await failureText(run(command, [NO_ORDER]))).toBe('ramp-order-not-found: There is no ramp order with this reference.');
    expect(await failureText(run(command, []))).toBe('bad-usage: REFERENCE is required');
  }
  const refused: readonly (readonly [readonly string[], string])[] = [
    [['--provider', 'nobody'], 'query.provider: Invalid type: Expected ("onramp-money" | '],
    [['--wallet', '0x12'], 'query.wallet: Expected a wallet address: 0x followed by 40 hex digits'],
    [['--limit', '0'], 'query.limit: Expected a whole number from 1 to 200.'],
    [['--status', 'unattributed', '--limit', 'x'], 'query.limit: Expected a whole number from 1 to 200.'],
  ];
  for (const [args, text] of refused) expect(await failureText(run(rampsList, args))).toStartWith(`invalid-input: ${text}`);
  expect(await failureText(run(rampsList, ['--status', 'lost']))).toMatch(
    /^bad-usage: there is no status "lost"; accepted: created, awaiting-payment, .*, unknown, unattributed$/,
  );
  expect(await failureText(run(rampsCheck, ['--provider', 'nobody']))).toStartWith('invalid-input: query.provider: ');
});

test('a node that does not answer, and a wrong token, are named', async () => {
  for (const [command, args] of [
    [rampsList, []],
    [rampsShow, [reference]],
    [rampsRefresh, [reference]],
    [rampsCheck, []],
    [rampsProviders, []],
    [rampsAccept, ['guardarian']],
  ] as const) {
    expect(await failureText(run(command, args, { url: 'http://127.0.0.1:9' }))).toStartWith(
      'node-unreachable: No node answers at http://127.0.0.1:9 (',
    );
    expect(await failureText(run(command, args, { token: 'wrong' }))).toStartWith('operator-token-wrong: ');
  }
});
