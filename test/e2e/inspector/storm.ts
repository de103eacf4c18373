import type { Page } from 'playwright-core';
import { waitFor } from '../../support/wait-for.ts';

/**
 * Puts a feed of our own in the place of the node's: `perSecond` commits a second of the actors whose rows the page shows. Text, since the types here are the server's.
 */
export async function raiseStorm(page: Page, perSecond: number): Promise<void> {
  await page.addInitScript(`(() => {
    const fetched = window.fetch.bind(window);
    window.storm = { sent: 0 };
    window.fetch = (input, init) => {
      if (!String(input).startsWith('/api/operator/feed')) return fetched(input, init);
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        start(controller) {
          const timer = setInterval(() => {
            const ids = [...document.querySelectorAll('[data-row]')].map((link) => link.title);
            if (ids.length === 0) return;
            let text = '';
            for (let each = 0; each < ${perSecond} / 50; each += 1) {
              const seq = (window.storm.sent += 1);
              const event = { node: 'storm', seq, atMs: Date.now(), kind: 'committed', id: ids[seq % ids.length], wallet: null, chainId: null,
                revision: 1_000 + seq, event: 'TICK', eventId: 'storm-' + seq, from: 'a', to: 'b', cause: { kind: 'tick' }, effects: [] };
              text += 'event: committed\\nid: storm:' + seq + '\\ndata: ' + JSON.stringify(event) + '\\n\\n';
            }
            controller.enqueue(encoder.encode(text));
          }, 20);
          init.signal.addEventListener('abort', () => { clearInterval(timer); controller.error(init.signal.reason); });
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
  })()`);
}

/**
 * How much of the time that `events` of the storm take the page's thread is at work, from 0 to 1: of a processor's time, so that other programs
 * on the machine count for nothing.
 */
export async function shareOfStorm(page: Page, events: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const look = async () => {
    const sent = Number(await page.evaluate('storm.sent'));
    const { metrics } = await session.send('Performance.getMetrics');
    return { sent, atMs: performance.now(), busyMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000 };
  };
  const before = await waitFor(
    async () => {
      const first = await look();
      return first.sent > 0 && first;
    },
    { what: 'the first events', timeoutMs: 30_000 },
  );
  const after = await waitFor(
    async () => {
      const now = await look();
      return now.sent >= before.sent + events && now;
    },
    { what: `${events} events`, timeoutMs: 40_000, everyMs: 100 },
  );
  return (after.busyMs - before.busyMs) / (after.atMs - before.atMs);
}
