import type { Page } from 'playwright-core';
import { waitFor } from '../../support/wait-for.ts';

/** How the page coped with many events in a short time. */
export type Storm = {
  /** Number of events that were sent. */
  readonly sent: number;
  /** Number of times that the page drew rows while the events were sent. */
  readonly drawn: number;
  /** Duration of sending the events, in seconds. */
  readonly seconds: number;
  /** Fraction of the time in which the page's thread was busy, from 0 to 1. */
  readonly share: number;
};

/**
 * Script for the browser that replaces the page's live feed. The new feed sends `perSecond` commit events per second for the actors in the
 * page's rows, `events` in total. The last event of each actor has its highest revision. The script is a text, because this file is
 * compiled with the types of the server and not of the browser.
 */
export async function raiseStorm(page: Page, { perSecond, events }: { perSecond: number; events: number }): Promise<void> {
  await page.addInitScript(`(() => {
    const fetched = window.fetch.bind(window);
    window.storm = { sent: 0, drawn: 0, last: {}, begunAt: 0 };
    const watcher = new MutationObserver(() => { storm.drawn += 1; });
    window.fetch = (input, init) => {
      if (!String(input).startsWith('/api/operator/feed')) return fetched(input, init);
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        start(controller) {
          const timer = setInterval(() => {
            const ids = [...document.querySelectorAll('[data-row]')].map((link) => link.title);
            if (ids.length === 0 || storm.sent >= ${events}) return;
            if (storm.begunAt === 0) {
              storm.begunAt = performance.now();
              watcher.observe(document.querySelector('tbody'), { subtree: true, childList: true, characterData: true });
            }
            // The number of events to send is computed from the clock, because the timers of a busy page are late.
            const due = Math.min(${events}, Math.floor(((performance.now() - storm.begunAt) * ${perSecond}) / 1_000));
            if (storm.sent >= due) return;
            let text = '';
            while (storm.sent < due) {
              const seq = (storm.sent += 1);
              const id = ids[seq % ids.length];
              const revision = (storm.last[id] = 1_000 + seq);
              const event = { node: 'storm', seq, atMs: Date.now(), kind: 'committed', id, wallet: null, chainId: null,
                revision, event: 'TICK', eventId: 'storm-' + seq, from: 'a', to: 'b', cause: { kind: 'tick' }, effects: [] };
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

/** Waits until the page shows the result of all events for its rows. */
export async function sitOut(page: Page, events: number): Promise<Storm> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const look = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return { atMs: performance.now(), busyMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000 };
  };
  const before = await look();
  await waitFor(async () => Number(await page.evaluate('storm.sent')) >= events, {
    what: `${events} events`,
    timeoutMs: 60_000,
    everyMs: 100,
  });
  const after = await look();
  await waitFor(async () => (await page.evaluate(ROWS_BEHIND)) === 0, { what: 'each row to show its last revision', timeoutMs: 30_000 });
  const drawn = Number(await page.evaluate('storm.drawn'));
  const tookMs = after.atMs - before.atMs;
  return { sent: events, drawn, seconds: tookMs / 1_000, share: (after.busyMs - before.busyMs) / tookMs };
}

const ROWS_BEHIND = `[...document.querySelectorAll('tbody tr')].filter((row) => {
  const shown = Number(row.querySelector('td[data-name=Revision]').textContent.replaceAll(',', ''));
  return shown !== storm.last[row.querySelector('[data-row]').title];
}).length`;
