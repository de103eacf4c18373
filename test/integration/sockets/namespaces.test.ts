import { describe, expect, test } from 'bun:test';
import { connected, heardBy, OTHER, refusalOf, startSocketServer, USDC, WALLET } from '../../support/socket-server.ts';
import { waitFor } from '../../support/wait-for.ts';

const TRANSPORTS = [['websocket'], ['polling'], ['polling', 'websocket']];

describe('the namespace of wallets', () => {
  for (const transports of TRANSPORTS) {
    test(`tells a wallet of its records by ${transports.join(', then ')}`, async () => {
      await using node = startSocketServer();
      const socket = node.connect('/', { token: WALLET }, { transports });
      const heard = heardBy(socket);
      expect(await heard.got('ready')).toEqual([{ wallet: WALLET, continued: false }]);
      node.change('one', 1);
      node.change('theirs', 1, OTHER);
      expect(await heard.got('trade')).toEqual([{ id: 'one', n: 1 }]);
      node.change('one', 2);
      expect(await heard.got('trade', 2)).toEqual([
        { id: 'one', n: 1 },
        { id: 'one', n: 2 },
      ]);
    });
  }

  test('a commit that changes nothing of the record is not told', async () => {
    await using node = startSocketServer();
    const heard = heardBy(node.connect());
    await heard.got('ready');
    node.change('one', 1);
    await heard.got('trade');
    node.change('one', 1);
    node.change('two', 7);
    expect(await heard.got('trade', 2)).toEqual([
      { id: 'one', n: 1 },
      { id: 'two', n: 7 },
    ]);
  });

  test('a record that cannot be read is followed at once by the advice to read everything', async () => {
    await using node = startSocketServer();
    const heard = heardBy(node.connect());
    await heard.got('ready');
    node.change('unreadable', 1);
    expect(await heard.got('resync')).toEqual([{ reason: 'unreadable' }]);
    node.change('one', 1);
    expect(await heard.got('trade')).toEqual([{ id: 'one', n: 1 }]);
  });

  test('an event of a client is answered with a refusal', async () => {
    await using node = startSocketServer();
    expect(await node.connect().emitWithAck('subscribe', {})).toMatchObject({ error: { code: 'unknown-event' } });
  });

  test('a record that changed its owner meanwhile is not shown to the old one', async () => {
    await using node = startSocketServer();
    const heard = heardBy(node.connect());
    await heard.got('ready');
    node.records.set('moved', { wallet: OTHER, n: 1 });
    node.feed.publish({ kind: 'committed', atMs: 0, id: 'trade/moved', indexKeys: { wallet: WALLET } });
    node.change('one', 1);
    expect(await heard.got('trade')).toEqual([{ id: 'one', n: 1 }]);
  });
});

describe('signing in', () => {
  for (const namespace of ['/', '/predictionNamespace', '/poker']) {
    test(`${namespace} takes nobody without it`, async () => {
      await using node = startSocketServer();
      expect((await refusalOf(node.connect(namespace, {}))).data).toMatchObject({ code: 'socket-auth-missing' });
      expect((await refusalOf(node.connect(namespace, { token: 'junk' }))).data).toMatchObject({ code: 'token-wrong' });
    });
  }

  test('an unknown namespace is refused', async () => {
    await using node = startSocketServer();
    expect((await refusalOf(node.connect('/unknown'))).message).toBe('Invalid namespace');
  });

  test('a connection ends with its token, and says why', async () => {
    await using node = startSocketServer();
    const socket = node.connect('/', { token: `${WALLET}:300` });
    const heard = heardBy(socket);
    expect(await heard.got('ended')).toMatchObject([{ code: 'token-expired' }]);
    await waitFor(() => socket.disconnected, { what: 'the end of the connection' });
    expect((await node.metrics.render('prometheus')).text).toContain('coxswain_socket_cuts_total{reason="token-expired"} 1');
  });

  test('a connection ends with its session', async () => {
    await using node = startSocketServer();
    const heard = heardBy(node.connect('/poker'));
    await using other = startSocketServer();
    const staying = other.connect('/poker');
    await connected(staying);
    node.closed.add(WALLET);
    expect(await heard.got('ended')).toMatchObject([{ code: 'session-ended' }]);
    expect(staying.connected).toBe(true);
  });

  for (const namespace of ['/predictionNamespace', '/poker']) {
    test(`each event of ${namespace} is answered with "not-implemented"`, async () => {
      await using node = startSocketServer();
      const socket = node.connect(namespace);
      expect(await socket.emitWithAck('bet', { on: 1 })).toMatchObject({ error: { code: 'not-implemented' } });
      expect(await socket.emitWithAck('leave')).toMatchObject({ error: { code: 'not-implemented' } });
    });
  }
});

describe('the namespace of prices', () => {
  test('tells subscribers of a token its price when it changes, and no others', async () => {
    await using node = startSocketServer();
    const socket = node.connect('/priceNamespace', {});
    const heard = heardBy(socket);
    const other = heardBy(node.connect('/priceNamespace', {}));
    expect(await socket.emitWithAck('subscribe', { chainId: 8453, token: USDC })).toEqual({ ok: true });
    const first = { chainId: 8453, token: USDC, usd: '1.0000', at: '1970-01-01T00:00:01.000Z', source: 'test' };
    expect(await heard.got('price')).toEqual([first]);
    node.priced.usd = '1.0001';
    expect(await heard.got('price', 2)).toEqual([first, { ...first, usd: '1.0001' }]);
    expect(other.all).toEqual([]);
    expect(await socket.emitWithAck('unsubscribe', { chainId: 8453, token: USDC })).toEqual({ ok: true });
  });

  test('answers events that it does not have, and a subscription that names no token', async () => {
    await using node = startSocketServer();
    const socket = node.connect('/priceNamespace', {});
    expect(await socket.emitWithAck('follow', { chainId: 8453, token: USDC })).toMatchObject({ error: { code: 'unknown-event' } });
    expect(await socket.emitWithAck('subscribe')).toMatchObject({ error: { code: 'invalid-input' } });
  });

  test('a new subscriber gets the last price at once', async () => {
    await using node = startSocketServer();
    const [one, two] = [node.connect('/priceNamespace', {}), node.connect('/priceNamespace', {})];
    await one.emitWithAck('subscribe', { chainId: 8453, token: USDC });
    await heardBy(one).got('price');
    const heard = heardBy(two);
    await two.emitWithAck('subscribe', { chainId: 8453, token: USDC });
    expect(await heard.got('price')).toHaveLength(1);
  });

  const wrong: [unknown, string][] = [
    [{ chainId: 8453, token: WALLET }, 'token-not-found'],
    [{ chainId: '8453', token: USDC }, 'invalid-input'],
    [{ chainId: 8453 }, 'invalid-input'],
    [undefined, 'invalid-input'],
    ['x', 'invalid-input'],
  ];
  for (const [asked, code] of wrong) {
    test(`a subscription to ${JSON.stringify(asked)} is refused with ${code}`, async () => {
      await using node = startSocketServer();
      const socket = node.connect('/priceNamespace', {});
      expect(await socket.emitWithAck('subscribe', asked)).toMatchObject({ error: { code } });
    });
  }

  test('a wrong token is refused although none is needed', async () => {
    await using node = startSocketServer();
    expect((await refusalOf(node.connect('/priceNamespace', { token: 'junk' }))).data).toMatchObject({ code: 'token-wrong' });
  });
});

describe('bounds', () => {
  test('a client has so many connections, and gets others when it closes some', async () => {
    await using node = startSocketServer({ perClient: 2 });
    const [one, two] = [node.connect(), node.connect('/poker')];
    await Promise.all([connected(one), connected(two)]);
    await refusalOf(node.connect());
    expect((await node.metrics.render('prometheus')).text).toContain('coxswain_socket_refusals_total{code="too-many-streams"} 1');
    one.disconnect();
    await waitFor(() => node.slots.open() === 1, { what: 'a free connection' });
    await connected(node.connect());
  });

  test('refused handshakes take no connection', async () => {
    await using node = startSocketServer({ perClient: 1 });
    for (const query of ['', '?EIO=3&transport=polling', '?EIO=4&transport=carrier-pigeon', '?EIO=4&transport=polling&sid=unknown']) {
      const { status } = await fetch(`${node.url}/socket.io/${query}`);
      expect(status).toBe(400);
    }
    expect(node.slots.open()).toBe(0);
    await connected(node.connect());
  });

  test('clients that are not taken leave nothing behind', async () => {
    await using node = startSocketServer();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 30 }, async (_, i) => {
          const socket = node.connect(i % 2 === 0 ? '/' : '/poker', i % 3 === 0 ? {} : { token: 'junk' }, {
            transports: [i % 5 === 0 ? 'polling' : 'websocket'],
          });
          await refusalOf(socket);
          socket.disconnect();
        }),
      );
    }
    await waitFor(() => node.slots.open() === 0, { what: 'the end of all connections' });
    const { text } = await node.metrics.render('prometheus');
    expect(text).toContain('coxswain_socket_clients{namespace="/"} 0');
    expect(text).toContain('coxswain_socket_refusals_total{code="token-wrong"} 200');
  });

  test('a polling body of more than 64 KB is refused before it is read', async () => {
    await using node = startSocketServer();
    const opened = await (await fetch(`${node.url}/socket.io/?EIO=4&transport=polling`)).text();
    const { sid } = JSON.parse(opened.slice(1));
    const sent = await fetch(`${node.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`, { method: 'POST', body: 'x'.repeat(70_000) });
    expect(sent.status).toBe(413);
  });

  const packets: [string, (string | Uint8Array<ArrayBuffer>)[]][] = [
    ['JSON that ends early', ['42["x"']],
    ['an unknown packet type', ['zzz']],
    ['an empty message', ['']],
    ['an event that is no list', ['42{"a":1}']],
    ['a reserved event', ['42["disconnecting"]']],
    ['binary without a header', [new Uint8Array([1, 2, 3])]],
    ['a million attachments', ['451000000-["x",{"_placeholder":true,"num":0}]']],
    ['deep JSON', [`42["x",${'['.repeat(20_000)}${']'.repeat(20_000)}]`]],
    ['70 KB', [`42["x","${'x'.repeat(70_000)}"]`]],
    ['a flood', Array.from({ length: 2_000 }, () => '42["x"]')],
  ];
  for (const [what, messages] of packets) {
    test(`a client that sends ${what} harms nobody else`, async () => {
      await using node = startSocketServer();
      const heard = heardBy(node.connect());
      await heard.got('ready');
      const rude = new WebSocket(`${node.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      await new Promise((resolve) => {
        rude.onmessage = ({ data }) => {
          if (String(data).startsWith('0')) rude.send(`40${JSON.stringify({ token: WALLET })}`);
          else if (String(data).startsWith('40')) {
            for (const message of messages) rude.send(message);
            resolve(null);
          }
        };
      });
      node.change('one', 1);
      expect(await heard.got('trade')).toEqual([{ id: 'one', n: 1 }]);
      rude.close();
    });
  }
});
