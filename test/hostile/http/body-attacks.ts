import { gzipSync } from 'node:zlib';
import { goodRequest, targetOf } from '../../e2e/garbage/support/examples.ts';
import { isSchema, type JsonSchema } from '../../e2e/garbage/support/json-schema.ts';
import { type Operation, operationsOf } from '../../e2e/garbage/support/operations.ts';
import { type Attack, CHAIN, type Front, walletOf } from './attack.ts';
import { headOf, times } from './wire.ts';

const KB = 1_024;
const MB = 1_024 * KB;
const LARGE_BYTES = 20 * MB;
const BACKTEST = '/api/defi/autopilot/backtest';
/** Sizes of the request bodies in bytes, used alternately. Only some routes accept more than 64 KB. */
const SIZES = [60 * KB, 60 * KB, 500 * KB] as const;

/**
 * Ways of filling a field of a request body with much data. Each has a name, and a function that builds JSON text of about the given number
 * of bytes.
 */
const FILLINGS: readonly (readonly [name: string, make: (bytes: number) => string])[] = [
  ['empty objects', (bytes) => `[${'{},'.repeat(Math.min(bytes / 3, 24_000))}{}]`],
  ['unique keys', (bytes) => `{${list(Math.min(bytes / 12, 49_000), (at) => `"k${at}":1`)}}`],
  ['one key again and again', (bytes) => `{${'"a":1,'.repeat(Math.min(bytes / 6, 49_000))}"a":1}`],
  ['numbers without end', (bytes) => `[${list(Math.min(bytes / 24, 49_000), (at) => `${at}.000000000000001e-${at % 400}`)}]`],
  ['one long number', (bytes) => '9'.repeat(bytes)],
  ['a long fraction', (bytes) => `0.${'3'.repeat(bytes)}e${'9'.repeat(9)}`],
  ['escapes', (bytes) => `"${'\\u0041'.repeat(bytes / 6)}"`],
  ['escaped forbidden keys', (bytes) => `[${list(Math.min(bytes / 30, 20_000), () => '{"\\u005f_proto__":1}')}]`],
  ['deep again and again', (bytes) => `[${list(Math.min(bytes / 122, 800), () => `${'['.repeat(60)}${']'.repeat(60)}`)}]`],
  ['a long text', (bytes) => `"${'x'.repeat(bytes)}"`],
  ['digits as text', (bytes) => `"${'1'.repeat(bytes)}"`],
  ['dots', (bytes) => `"${'1.'.repeat(bytes / 2)}!"`],
  ['spaces', (bytes) => `"${' '.repeat(bytes)}x"`],
  ['hex', (bytes) => `"0x${'ab'.repeat(bytes / 2)}"`],
  ['keys of dots', (bytes) => `{${list(Math.min(bytes / 80, 5_000), (at) => `"${'a.'.repeat(30)}${at}":{}`)}}`],
];

function list(count: number, item: (at: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, at) => item(at)).join(',');
}

/** Lists every route that accepts a body, from the service's own OpenAPI document. */
async function routesOf({ wire }: Front): Promise<readonly Operation[]> {
  const { text } = await wire.read({ target: '/api/docs/json' });
  const document: unknown = JSON.parse(text);
  if (!isSchema(document)) throw new Error('The document of the API is no object');
  return operationsOf(document).filter(({ body }) => body !== null);
}

function bodiesOf(front: Front, operation: Operation): { readonly target: string; fill(field: string, filling: string): string } {
  const text = {
    chainId: String(CHAIN),
    walletAddress: walletOf(1),
    address: walletOf(1),
    hash: `0x${'1'.repeat(64)}`,
    id: 'x',
    dcaId: 'x',
  };
  const good = goodRequest(operation, { text, body: { fromToken: front.usdc, toToken: front.weth, walletAddress: walletOf(1) } });
  const body = typeof good.body === 'object' && good.body !== null ? good.body : {};
  return {
    target: targetOf(operation, good),
    fill(field, filling) {
      const rest = Object.entries(body).filter(([name]) => name !== field);
      return `{${[...rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`), `${JSON.stringify(field)}:${filling}`]}}`;
    },
  };
}

function fieldsOf(body: JsonSchema | null): readonly string[] {
  const known = isSchema(body?.properties) ? Object.keys(body.properties) : [];
  return ['metadata', ...known];
}

export const bodyAttacks: readonly Attack[] = [
  {
    name: 'shapes of JSON in each route',
    async run(front) {
      const routes = await routesOf(front);
      // In the whole campaign, each kind of content is sent to each route; the filled fields and the sizes alternate. A small run sends
      // every eleventh combination.
      const step = front.size < 10 ? 11 : 1;
      const all = routes.flatMap((route, r) => FILLINGS.map((filling, f) => ({ route, filling, turn: r * FILLINGS.length + f })));
      const chosen = all.filter((_, at) => at % step === 0);
      await times(chosen.length, 8, async (nth) => {
        const one = chosen[nth];
        if (one === undefined) return;
        const { route, turn, filling } = one;
        const fields = fieldsOf(route.body);
        const { target, fill } = bodiesOf(front, route);
        const body = fill(fields[turn % fields.length] ?? 'x', filling[1](SIZES[turn % SIZES.length] ?? KB));
        const status = await front.wire.ask({ method: route.method, target, body, from: nth });
        if (status === 500) front.problem(`${filling[0]} to ${route.method} ${route.path} is answered 500`);
      });
    },
  },
  {
    name: '20 MB to each kind of route',
    async run(front) {
      const body = `{"a":[${'{},'.repeat(Math.floor(LARGE_BYTES / 3) - 10)}{}]}`;
      const targets = [
        ...['order/create', 'transaction', 'create-position', 'sign', 'okx', 'autopilot/create', 'autopilot/backtest'].map(
          (path) => `/api/defi/${path}`,
        ),
        ...['operator/session', 'operator/snapshots/import', 'v1/notifications/read-all', 'nothing'].map((path) => `/api/${path}`),
      ];
      await times(targets.length * Math.ceil(front.size / 3), 3, async (nth) => {
        const target = targets[nth % targets.length] ?? '';
        const status = await front.wire.ask({ method: 'POST', target, body, from: nth });
        if (status < 400 && status !== 0) front.problem(`20 MB to ${target} are taken (${status})`);
      });
    },
  },
  {
    name: 'more bodies at once than are held',
    async run(front) {
      // Only the last byte of the body is missing, so that the service must keep the rest in memory.
      const body = `{"prices":"${'1'.repeat(8 * MB - 100)}"}`;
      const whole = headOf({ method: 'POST', target: BACKTEST, body }) + body.slice(0, -1);
      const sockets = await Promise.all(
        Array.from({ length: 6 * front.size }, (_, nth) => front.wire.open(whole, { from: nth, isReading: true })),
      );
      await Bun.sleep(1_000);
      for (const socket of sockets) socket.write('}');
      await Bun.sleep(1_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'bodies that unpack',
    async run(front) {
      const body = gzipSync(new Uint8Array(50 * MB).fill(0x20));
      await times(10 * front.size, 10, async (nth) => {
        const target = nth % 2 === 0 ? '/api/defi/order/create' : BACKTEST;
        const status = await front.wire.ask({ method: 'POST', target, body, headers: { 'Content-Encoding': 'gzip' }, from: nth });
        if (status !== 415 && status !== 503) front.problem(`a packed body is answered ${status}`);
      });
    },
  },
];
