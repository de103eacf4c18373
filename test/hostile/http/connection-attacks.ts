import { type Attack, CHAIN, type Front, walletOf } from './attack.ts';
import { headOf, times } from './wire.ts';

const quote = ({ usdc, weth }: Front, nth: number): string =>
  `/api/defi/quotes?fromChainId=${CHAIN}&toChainId=${CHAIN}&fromToken=${usdc}&toToken=${weth}&amount=${1 + (nth % 50)}&type=swap`;
/** Maximum number of characters of a reply that is a list of records. */
const MOST_LIST_CHARACTERS = 600_000;
const ORDERS = '/api/defi/order/create';

/** URL paths that another program (such as a proxy) may interpret differently from this service. */
const PATHS = [
  '/api/health/../operator/actors',
  '/api/%6fperator/actors',
  '/api/operator%2factors',
  '//api/operator/actors',
  '/api/operator/actors/',
  '/API/OPERATOR/ACTORS',
  '/api/operator/actors;x=1',
  '/api/operator/actors%00',
  '/api/operator/actors?x=%',
  '/api/./operator/./actors',
  '/metrics/../api/operator/actors',
  'http://evil/api/operator/actors',
  '/inspector/../../../../etc/passwd',
  '/inspector/%2e%2e/%2e%2e/package.json',
  '/api/docs/..%2f..%2f..%2fpackage.json',
  `/api/${'%25'.repeat(2_000)}`,
  `/api/defi/order/${'a/'.repeat(2_000)}`,
  `/api/defi/get-position?${'a=1&'.repeat(2_000)}`,
];
const HOSTS: readonly Readonly<Record<string, string>>[] = [
  { Host: 'evil.example' },
  { Host: 'localhost, evil.example' },
  { Host: '' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'http://evil.example' },
  { Origin: 'null' },
  { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', 'X-Real-IP': '127.0.0.1' },
  { 'X-Forwarded-Host': 'localhost', 'X-Original-URL': '/api/operator/actors', 'X-HTTP-Method-Override': 'DELETE' },
  { Cookie: `coxswain_operator=${'a.b.c; coxswain_operator='.repeat(200)}` },
  { Authorization: 'Bearer ' },
  { Authorization: 'Bearer \u00e9' },
  { Authorization: 'Basic b3BlcmF0b3I6b3BlcmF0b3I=' },
];

/** Opens many connections, and keeps each of them open for some time by sending single bytes. */
async function hold(count: number, forMs: number, open: (nth: number) => Promise<{ destroy(): unknown; write(text: string): unknown }>) {
  const sockets: { destroy(): unknown; write(text: string): unknown }[] = [];
  await times(count, 100, async (nth) => {
    sockets.push(await open(nth));
  });
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs) {
    await Bun.sleep(200);
    for (const socket of sockets) socket.write('x');
  }
  for (const socket of sockets) socket.destroy();
}

export const connectionAttacks: readonly Attack[] = [
  {
    name: 'headers byte by byte',
    run: (front) =>
      hold(60 * front.size, 300 * front.size, (nth) =>
        front.wire.open('GET /api/health HTTP/1.1\r\nHost: a\r\nX-Slow: ', { from: nth, isReading: true }),
      ),
  },
  {
    name: 'bodies byte by byte',
    run: (front) =>
      hold(60 * front.size, 300 * front.size, (nth) =>
        front.wire.open(
          headOf({
            method: 'POST',
            target: nth % 2 === 0 ? ORDERS : '/api/operator/session',
            headers: { 'Content-Length': nth % 3 === 0 ? '8000' : '60000' },
            body: '{',
          }).concat('{'),
          {
            from: nth,
            isReading: true,
          },
        ),
      ),
  },
  {
    name: '3,000 quote streams',
    async run(front) {
      const sockets: { destroy(): unknown }[] = [];
      await times(300 * front.size, 200, async (nth) => {
        sockets.push(await front.wire.open(headOf({ target: quote(front, nth) }), { from: nth % 100, isReading: true }));
      });
      await Bun.sleep(100 * front.size);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'quote streams that are left at once',
    run: (front) => times(60 * front.size, 30, (nth) => front.wire.ask({ target: quote(front, nth), from: nth, leaveAfterMs: nth % 20 })),
  },
  {
    name: 'upgrades to WebSocket',
    run: (front) =>
      times(60 * front.size, 50, async (nth) => {
        const target = ['/api/operator/feed', '/api/health', quote(front, nth), '/inspector'][nth % 4] ?? '';
        const token: Record<string, string> = nth % 8 === 0 ? { Authorization: `Bearer wrong-token-of-somebody-${nth}` } : {};
        const key = {
          Upgrade: 'websocket',
          Connection: 'Upgrade',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'Sec-WebSocket-Version': '13',
        };
        const status = await front.wire.ask({ target, headers: { ...key, ...token }, from: nth, leaveAfterMs: 50 });
        if (status === 101) front.problem(`a stranger has a WebSocket of ${target}`);
      }),
  },
  {
    name: 'pipelined requests that are not read',
    async run(front) {
      const { wire } = front;
      const one = headOf({ target: '/api/docs/json', headers: { Connection: 'keep-alive' } });
      const health = headOf({ target: '/api/health', headers: { Connection: 'keep-alive' } });
      const sockets: { destroy(): unknown }[] = [];
      await times(10 * front.size, 20, async (nth) => {
        sockets.push(await wire.open((nth % 2 === 0 ? one : health).repeat(500), { from: nth }));
      });
      await Bun.sleep(200 * front.size);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'large replies that are not read',
    async run(front) {
      const { wire } = front;
      const wallet = walletOf(9_000);
      await times(30 * front.size, 20, (nth) => wire.ask({ method: 'POST', target: ORDERS, from: nth, body: orderBody(wallet, nth) }));
      const sockets: { destroy(): unknown }[] = [];
      await times(60 * front.size, 50, async (nth) => {
        const target = nth % 2 === 0 ? '/api/docs/json' : `/api/defi/order/${wallet}`;
        sockets.push(await wire.open(headOf({ target }), { from: nth }));
      });
      await Bun.sleep(200 * front.size);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'records full of merged fields, in lists that are not read',
    async run(front) {
      const { wire, usdc, weth } = front;
      const walletAddress = walletOf(9_100);
      const ids: string[] = [];
      await times(8 * front.size, 10, async (nth) => {
        const terms = { fromToken: usdc, toToken: weth, amount: String(100 + nth), frequency: 5, interval: 86_400 };
        const body = JSON.stringify({ ...terms, walletAddress, chainId: { chainId: CHAIN } });
        const { text } = await wire.read({ method: 'POST', target: '/api/defi/create-position', body, from: nth });
        const [, id] = /"id":"([^"]+)"/.exec(text) ?? [];
        if (id !== undefined) ids.push(id);
      });
      await times(ids.length * 2, 20, (nth) => {
        const body = JSON.stringify({ [`field${nth}`]: 'x'.repeat(15_000) });
        return wire.ask({ method: 'POST', target: `/api/defi/update-position/${ids[nth >> 1]}`, body, from: nth });
      });
      const list = `/api/defi/get-position?walletAddress=${walletAddress}`;
      const { text } = await wire.read({ target: list });
      if (text.length > MOST_LIST_CHARACTERS) front.problem(`a list of ${ids.length} records has ${text.length} characters`);
      const sockets: { destroy(): unknown }[] = [];
      await times(60 * front.size, 50, async (nth) => {
        sockets.push(await wire.open(headOf({ target: list }), { from: nth }));
      });
      await Bun.sleep(200 * front.size);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'health, asked for by the thousand at once',
    async run(front) {
      const sockets = await Promise.all(
        Array.from({ length: 100 * front.size }, (_, nth) => front.wire.open('', { from: nth, isReading: true })),
      );
      const asked = headOf({ target: '/api/health', headers: { Connection: 'keep-alive' } });
      for (let wave = 0; wave < 10; wave += 1) {
        for (const socket of sockets) socket.write(asked);
        await Bun.sleep(20 * front.size);
      }
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'bodies that become whole together',
    async run(front) {
      const fields = Array.from({ length: 4_000 }, (_, at) => `"k${at}":${at}`).join(',');
      const body = `{"orderId":"o","walletAddress":"${walletOf(9_200)}","metaData":{${fields}}}`;
      const targets = [ORDERS, '/api/defi/autopilot/preview', '/api/defi/sign', '/api/defi/transaction'];
      const sockets = await Promise.all(
        Array.from({ length: 20 * front.size }, (_, nth) =>
          front.wire.open(headOf({ method: 'POST', target: targets[nth % targets.length] ?? '', body }) + body.slice(0, -1), {
            from: nth,
            isReading: true,
          }),
        ),
      );
      await Bun.sleep(50 * front.size);
      for (const socket of sockets) socket.write('}');
      await Bun.sleep(100 * front.size);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'floods of headers',
    run: (front) =>
      times(100 * front.size, 30, (nth) => {
        const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`X-${nth}-${at}`, 'y'.repeat(100)]));
        const long = { 'X-Long': 'y'.repeat(15_000), 'If-None-Match': '"a",'.repeat(100) };
        return front.wire.ask({ target: '/api/health', headers: nth % 2 === 0 ? many : long, from: nth });
      }),
  },
  {
    name: 'Hosts, sites and addresses that lie',
    run: (front) =>
      times(HOSTS.length * front.size, 10, async (nth) => {
        const headers = HOSTS[nth % HOSTS.length] ?? {};
        const target = nth % 3 === 0 ? '/metrics' : '/api/operator/actors';
        const status = await front.wire.ask({ target, headers, from: nth });
        if (status < 400 && status !== 0) front.problem(`${JSON.stringify(headers).slice(0, 80)} gets ${status} of ${target}`);
      }),
  },
  {
    name: 'paths that lie',
    run: (front) =>
      times(PATHS.length * front.size, 10, async (nth) => {
        const target = PATHS[nth % PATHS.length] ?? '';
        const { status, text } = await front.wire.read({ target, from: nth });
        if (status === 500) front.problem(`${target.slice(0, 60)} is answered 500`);
        if (/root:|"devDependencies"|"machine"/.test(text)) front.problem(`${target.slice(0, 60)} shows what is not for strangers`);
      }),
  },
  {
    name: 'what is cached, asked in vain',
    run: (front) =>
      times(150 * front.size, 30, (nth) => {
        const target =
          [
            `/api/common/token/${CHAIN}`,
            `/api/common/token/${nth}`,
            `/api/defi/autopilot/price/${CHAIN}/${walletOf(nth)}`,
            `/api/common/abi/${nth}`,
            '/api/docs/json',
          ][nth % 5] ?? '';
        return front.wire.ask({
          target: `${target}?v=${nth}`,
          headers: { 'If-None-Match': `"${nth}"`, 'Cache-Control': 'no-cache' },
          from: nth,
        });
      }),
  },
];

/** Builds a body of about 16 KB, the size that an order may have. */
export const orderBody = (walletAddress: string, nth: number): string =>
  JSON.stringify({ orderId: `order-${nth}`, walletAddress, metaData: { text: 'x'.repeat(15_000) } });
