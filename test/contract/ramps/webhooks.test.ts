import { afterAll, describe, expect, test } from 'bun:test';
import type { RampProvider } from '../../../src/features/ramps/ramp-provider.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { startReplayServer } from '../providers/replay-server.ts';
import { adapterOf, loadRamps } from './load-ramps.ts';
import type { RampFixture, SentWebhook } from './ramp-fixture.ts';

const never = new AbortController().signal;
const NEAR_MISSES = 10;
const server = startReplayServer();
afterAll(() => server[Symbol.dispose]());

/** Creates the adapter and lets it learn what it verifies webhooks by, such as an access token. */
async function prepared(fixture: RampFixture): Promise<RampProvider> {
  const adapter = adapterOf(fixture, server.baseUrl);
  const [order] = fixture.orders;
  if ((fixture.before ?? []).length > 0 && order !== undefined) {
    server.expect([...(fixture.before ?? []), ...order.exchanges]);
    await adapter.order(order.query, never);
  }
  return adapter;
}

const deliver = (adapter: RampProvider, { pathAndQuery, headers, body }: SentWebhook, bytes: Uint8Array = Buffer.from(body, 'utf8')) =>
  adapter.readWebhook({ method: 'POST', pathAndQuery, headers: new Headers(headers), body: bytes, sender: null }, never);

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const outcome = await work.then(
    () => 'accepted',
    (error: unknown) => error,
  );
  return outcome instanceof TerminalError ? outcome.code : String(outcome);
}

for (const fixture of await loadRamps()) {
  describe(fixture.name, () => {
    test('each signature scheme has at least ten near misses', async () => {
      const isSigned = adapterOf(fixture, server.baseUrl).traits.webhooks === 'signed';
      expect(fixture.webhooks.length).toBeGreaterThan(0);
      for (const { forged } of fixture.webhooks) expect(forged.length).toBeGreaterThanOrEqual(isSigned ? NEAR_MISSES : 0);
    });

    for (const { title, sent, expected, forged } of fixture.webhooks) {
      test(`a webhook: ${title}`, async () => {
        const adapter = await prepared(fixture);
        const hint = await deliver(adapter, sent);
        expect(hint).toMatchObject({ ...expected, isProved: adapter.traits.webhooks === 'signed' });
        expect((await deliver(adapter, sent)).eventId).toBe(hint.eventId);
      });

      test.each(forged)(`a forged webhook is refused: ${title}, $title`, async ({ sent: changed }) => {
        expect(await refusalOf(deliver(await prepared(fixture), changed))).toBe('webhook-not-genuine');
      });

      test(`a webhook that cannot be read is refused: ${title}`, async () => {
        const adapter = await prepared(fixture);
        for (const body of ['', 'null', '[]', '"text"', '{', '5', `${sent.body}}`])
          expect(await refusalOf(deliver(adapter, { ...sent, body }))).toBeOneOf(['webhook-not-genuine', 'webhook-unreadable']);
        expect(await refusalOf(deliver(adapter, sent, new Uint8Array([0xff, 0xfe, 0x7b])))).toBeOneOf([
          ...['webhook-not-genuine', 'webhook-unreadable'],
        ]);
        expect(await refusalOf(deliver(adapter, sent, Buffer.from(sent.body, 'utf16le')))).toBeOneOf([
          ...['webhook-not-genuine', 'webhook-unreadable'],
        ]);
      });
    }
  });
}
