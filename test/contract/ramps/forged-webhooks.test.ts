import { afterAll, expect, test } from 'bun:test';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { orderBench, PROVIDER, termsOf } from '../../unit/features/ramps/order-bench.ts';
import { startReplayServer } from '../providers/replay-server.ts';
import { adapterOf, loadRamps } from './load-ramps.ts';
import type { SentWebhook } from './ramp-fixture.ts';
import { REFERENCE } from './ramp-requests.ts';

const FORGED = 40;
const never = new AbortController().signal;
const server = startReplayServer();
afterAll(() => server[Symbol.dispose]());

/** Changes one character to another of its kind, so that the text mostly stays well-formed. */
function changed(text: string, at: number): string {
  const char = text[at] ?? '';
  const other = /[0-9]/.test(char)
    ? String((Number(char) + 1) % 10)
    : /[a-z]/i.test(char)
      ? char === 'a'
        ? 'b'
        : 'a'
      : char === '"'
        ? "'"
        : '7';
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}

/** Forgeries of a webhook: other words, other signatures, parts that are missing, and characters that are changed. */
function forgeriesOf({ pathAndQuery, headers, body }: SentWebhook, random: () => number): readonly SentWebhook[] {
  const whole = { pathAndQuery, headers, body };
  const names = Object.keys(headers);
  const fixed: readonly SentWebhook[] = [
    ...names.flatMap((name) => {
      const { [name]: value = '', ...rest } = headers;
      return [rest, { ...rest, [name]: '' }, { ...rest, [name]: value.toUpperCase() }, { ...rest, [name]: value.slice(0, -1) }].map(
        (given) => ({
          ...whole,
          headers: given,
        }),
      );
    }),
    { ...whole, headers: {} },
    { ...whole, body: body.slice(0, -1) },
    { ...whole, body: '{}' },
    { ...whole, body: body.replaceAll(REFERENCE, '00000000-0000-4000-8000-00000000000f') },
  ];
  const random40 = Array.from({ length: FORGED }, () => ({ ...whole, body: changed(body, Math.floor(random() * body.length)) }));
  return [...fixed, ...random40].filter((each) => JSON.stringify(each) !== JSON.stringify(whole)).slice(0, FORGED);
}

for (const fixture of await loadRamps()) {
  test(`${FORGED} forged webhooks of ${fixture.name} move no order`, async () => {
    const adapter = adapterOf(fixture, server.baseUrl);
    const [known] = fixture.orders;
    if ((fixture.before ?? []).length > 0 && known !== undefined) {
      server.expect([...(fixture.before ?? []), ...known.exchanges]);
      await adapter.order(known.query, never);
    }
    const [scenario] = fixture.webhooks;
    if (scenario === undefined) throw new TypeError('A fixture has a webhook');
    const bench = orderBench();
    const [node] = bench.nodes;
    const { ramp } = bench.provider;
    if (node === undefined || ramp.provider === null) throw new TypeError('A bench has a node and a provider');
    Object.assign(ramp.provider, { readWebhook: adapter.readWebhook });
    // The provider waits for the payment, whatever the webhooks say.
    bench.provider.set(REFERENCE, 'awaiting-payment', { orderId: scenario.expected.orderId ?? 'o' });
    await node.orders.assigned(termsOf(REFERENCE, bench.startMs));
    await node.orders.refresh(REFERENCE, null);
    await node.test.settle();
    const { hints } = await node.orders.find(REFERENCE, null);
    const asked = bench.provider.asked();

    let refused = 0;
    const forgeries = forgeriesOf(scenario.sent, seededRandom(7));
    expect(forgeries).toHaveLength(FORGED);
    for (const { pathAndQuery, headers, body } of forgeries) {
      const delivery = { method: 'POST', pathAndQuery, headers: new Headers(headers), body: Buffer.from(body), sender: null } as const;
      const { sent } = scenario;
      const whole = { ...delivery, headers: new Headers(sent.headers), body: Buffer.from(sent.body) };
      const genuine = await adapter.readWebhook(whole, never);
      const hint = await adapter.readWebhook(delivery, never).catch(() => null);
      await node.takeWebhook(PROVIDER, delivery).catch(() => null);
      if (hint === null) refused += 1;
      // A signed webhook that is still taken says exactly what the provider has signed.
      else if (adapter.traits.webhooks === 'signed') expect(hint).toEqual(genuine);
      await node.test.settle();
    }
    await node.test.advance(10 * 60_000);
    const order = await node.orders.find(REFERENCE, null);
    expect(order.status).toBe('awaiting-payment');
    expect(await bench.told()).toEqual([]);
    if (adapter.traits.webhooks === 'signed') {
      // Onramp.money signs only a part of its webhooks. The rest is not read, so changing it is no forgery.
      expect(refused).toBeGreaterThan(FORGED / 4);
      expect(order.hints - hints).toBeLessThanOrEqual(1);
      expect(bench.provider.asked() - asked).toBeLessThanOrEqual(1);
    } else {
      // Anybody can make the order ask, but not often.
      expect(bench.provider.asked() - asked).toBeLessThanOrEqual(2);
    }
  });
}
