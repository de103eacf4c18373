import type { Page } from 'playwright-core';

/**
 * Puts a feed of our own in the place of the node's: `perSecond` commits a second of the actors whose rows the page shows. Frames are counted
 * meanwhile. Text, since the types here are the server's.
 */
export async function raiseStorm(page: Page, perSecond: number): Promise<void> {
  await page.addInitScript(`(() => {
    const fetched = window.fetch.bind(window);
    window.storm = { sent: 0, frames: 0, worstMs: 0, startedMs: 0 };
    const count = (before) => requestAnimationFrame((now) => {
      window.storm.frames += 1;
      if (window.storm.sent > 0) window.storm.worstMs = Math.max(window.storm.worstMs, now - before);
      count(now);
    });
    count(performance.now());
    window.fetch = (input, init) => {
      if (!String(input).startsWith('/api/operator/feed')) return fetched(input, init);
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        start(controller) {
          const timer = setInterval(() => {
            const ids = [...document.querySelectorAll('[data-row]')].map((link) => link.title);
            if (ids.length === 0) return;
            if (window.storm.sent === 0) Object.assign(window.storm, { startedMs: performance.now(), frames: 0 });
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

export type StormReport = { readonly sent: number; readonly framesPerSecond: number; readonly worstMs: number };

export async function stormReport(page: Page): Promise<StormReport> {
  return page.evaluate(
    '({ sent: storm.sent, framesPerSecond: storm.frames / ((performance.now() - storm.startedMs) / 1000), worstMs: storm.worstMs })',
  );
}
