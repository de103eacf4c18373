import { afterAll, beforeAll, expect, test } from 'bun:test';
import { hostname } from 'node:os';
import type { Page, Request } from 'playwright-core';
import type { OutageReport } from '../../../src/values/inspection/outage.ts';
import { requires } from '../../support/requires.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';
import { someOf } from '../../support/which-cases.ts';
import { seriousFaults } from './axe.ts';
import { crowd } from './crowd.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';

const MOST_GZIPPED = 120_000;
/** On a phone, the page's head must leave the screen to the content: one line, in pixels. */
const MOST_HEAD = 64;
const RELOAD_EVERY_MS = 2_000;

const LOOKS = [
  { name: 'desktop, light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: DESKTOP, colorScheme: 'dark' },
  { name: 'phone, light', viewport: PHONE, colorScheme: 'light' },
  { name: 'phone, dark', viewport: PHONE, colorScheme: 'dark' },
] as const;

const OUTAGES: OutageReport = {
  nowMs: Date.now(),
  outages: [
    {
      ...{ name: 'chain 31337 progress', kind: 'chain', chainId: 31337, cause: 'Chain 31337 stands still.', sinceMs: Date.now() - 301_000 },
      ...{ waits: 'Its orders wait.', remedy: 'Check its node.', transactionsWaiting: 2, actorsWaiting: { count: 500, isMore: true } },
    },
  ],
  troubles: [{ name: 'redis', cause: 'Redis is not reachable.', sinceMs: Date.now() - 5_000 }],
};

requires('chromium')('the overview', () => {
  let world: InspectorWorld;
  beforeAll(async () => {
    world = await startInspectorWorld({ seeds: crowd(3_000, Date.now()) });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(someOf(LOOKS))('is readable, accessible and complete: $name', async ({ name, viewport, colorScheme }) => {
    const { page, faults, close } = await world.open('/inspector', { viewport, colorScheme });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // 3,001 actors: the 3,000 that the test prepared, and the service's own actor that follows the vault on the chain.
    await page.getByRole('link', { name: 'Actors: 3,001' }).waitFor();
    expect(await page.title()).toBe('Overview · Coxswain');
    for (const panel of ['Today', 'Actors by type', 'Ticks', 'Minute by minute', 'Nodes', 'Dependencies']) {
      await page.getByRole('region', { name: panel, exact: true }).waitFor();
    }
    await page.getByRole('slider', { name: /^Duration of the last ticks/ }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await page.getByText('All times are in the time zone').waitFor();
    if (viewport === PHONE) {
      expect(await page.evaluate(`document.querySelector('.header').getBoundingClientRect().height`)).toBeLessThanOrEqual(MOST_HEAD);
      await page.getByRole('button', { name: /^More/ }).click();
      await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
    }
    await page.getByRole('cell', { name: '0-255' }).waitFor();
    await page.getByText(`on ${hostname()}`).waitFor();
    await keepShot(page, `overview ${name}`);
    expect(await seriousFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('is small and loads fast', async () => {
    const html = await (await fetch(`${world.origin}/inspector`)).text();
    const paths = [...html.matchAll(/(?:src|href)="(\/inspector\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths).toHaveLength(2);
    let bytes = 0;
    for (const path of paths) {
      const response = await fetch(`${world.origin}${path}`, { headers: { 'accept-encoding': 'gzip' }, decompress: false });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      bytes += (await response.arrayBuffer()).byteLength;
    }
    // The page opens in a separate window with an empty cache, like for a new visitor.
    const { page, close } = await world.open('/inspector', { viewport: DESKTOP }, async () => {});
    await page.locator('.tiles').first().waitFor();
    const firstPaintMs = await waitFor(
      async () => Number(await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0')),
      { what: 'the first paint' },
    );
    console.log(
      `inspector: ${(bytes / 1_000).toFixed(1)} kB of script and style, gzipped; first paint of the overview after ${Math.round(firstPaintMs)} ms`,
    );
    expect(bytes).toBeLessThanOrEqual(MOST_GZIPPED);
    await close();
  });

  test('says on top of every page what stands still, since when, and how many wait', async () => {
    const { page, faults, close } = await world.open('/inspector', { viewport: PHONE }, async (next) => {
      await next.route('**/api/operator/outages', (route) => route.fulfill({ json: { data: OUTAGES } }));
    });
    const banner = page.getByRole('status', { name: 'Outages' });
    await banner.getByText('Chain 31337 stands still.').waitFor();
    expect(await banner.getByRole('link', { name: '500+ actors wait' }).getAttribute('href')).toBe(
      '/inspector/actors?chainId=31337&sort=wake',
    );
    expect(await banner.getByRole('paragraph').allTextContents()).toEqual([
      expect.stringMatching(/since \d+ min ago.*because of it, and 2 sent transactions\. Its orders wait\. Check its node\.$/),
      expect.stringMatching(/^redis: Redis is not reachable\. since /),
    ]);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Types', exact: true }).click();
    await page.waitForURL('**/inspector/types');
    expect(await banner.getByText('Chain 31337 stands still.').isVisible()).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  test('leads from each number to the actors that it counts', async () => {
    const { page, faults, close } = await world.open('/inspector');
    const quarantined = page.getByRole('link', { name: 'Quarantined: 3', exact: true });
    await quarantined.click();
    await page.waitForURL('**/inspector/actors?health=quarantined');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Actors');
    await page.goBack();
    await page
      .getByRole('list', { name: 'trade by state' })
      .getByRole('link', { name: /^completed/ })
      .click();
    await page.waitForURL('**/inspector/actors?type=trade&status=completed');
    expect(faults).toEqual([]);
    await close();
  });

  test('follows the feed, and reads again at most every two seconds', async () => {
    const { page, faults, close } = await world.open('/inspector');
    const slider = page.getByRole('slider', { name: /^Duration of the last ticks/ });
    const tellsOf = () => slider.getAttribute('aria-valuetext');
    const before = await tellsOf();
    // The service has two ticks a second, and one read of the overview may show several new ticks.
    const asked = await waitFor(
      async () => {
        const times = await askedAtMs(page);
        return times.length >= 3 && (await tellsOf()) !== before && times;
      },
      { what: 'two more readings of the overview', timeoutMs: 60_000 },
    );
    // The mean interval is measured by the page's own clock, because after a late reply the page reads again immediately. Without its
    // limit, the page would read at every event, many times a second.
    const meanMs = ((asked.at(-1) ?? 0) - (asked[0] ?? 0)) / (asked.length - 1);
    expect(meanMs).toBeGreaterThan(RELOAD_EVERY_MS * 0.7);
    expect(await page.getByRole('button', { name: /^Live/ }).isVisible()).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  test('uses no resources while it is hidden, and continues where it was', async () => {
    const { page, close } = await world.open('/inspector');
    await page.getByRole('button', { name: /^Live/ }).waitFor();
    // Every part of the page has read its data for the first time.
    await page.getByRole('region', { name: 'What is blocked' }).waitFor();
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await setVisibility(page, 'hidden');
    requests.length = 0;
    const ticksAtFirst = await lastTick();
    await waitFor(async () => (await lastTick()) > ticksAtFirst + 1_500, { what: 'some more ticks', everyMs: 100 });
    expect(requests.map((request) => request.url())).toEqual([]);
    await setVisibility(page, 'visible');
    const feed = await waitFor(() => requests.find((request) => request.url().includes('/feed')), { what: 'the feed to be opened again' });
    expect(feed.headers()['last-event-id'] ?? '').not.toBe('');
    await waitFor(() => requests.some(isOverview), { what: 'the overview to be read again' });
    await close();
  });

  test('is controlled by keys, and lists them', async () => {
    const { page, faults, close } = await world.open('/inspector');
    await page.locator('.tiles').first().waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    expect(await help.textContent()).toContain('Go to the actors');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.waitForURL('**/inspector/actors');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.waitForURL('**/inspector');

    const slider = page.getByRole('slider', { name: /^Commits per minute/ });
    await slider.focus();
    expect(await slider.getAttribute('aria-valuetext')).toContain('commit');
    await page.getByRole('button', { name: 'As a table' }).click();
    await page.getByRole('columnheader', { name: 'Stepped' }).waitFor();

    const root = page.locator('html');
    const colours = page.getByRole('button', { name: /^Colours: / });
    await colours.click();
    await colours.click();
    expect(await root.getAttribute('data-theme')).toBe('dark');
    await page.reload();
    expect(await root.getAttribute('data-theme')).toBe('dark');
    expect(faults).toEqual([]);
    await close();
  });

  // This must be the last test, because it stops the service that the other tests use.
  test('waits for a node that goes away, and continues once it is back', async () => {
    const { page, close } = await world.open('/inspector');
    await page.getByRole('button', { name: /^Live/ }).waitFor();
    await world.service.end('SIGTERM');
    await page.getByRole('button', { name: /^Reconnecting/ }).waitFor();
    const { port, dataDir } = world.service;
    await using again = await spawnService({ env: { DEVNET_PORT: '0', LOG_LEVEL: 'warn', PORT: String(port), DATA_DIR: dataDir } });
    await page.getByRole('button', { name: /^Live/ }).waitFor();
    const { data } = (await (await fetch(`${again.url}/operator/overview`, { headers: again.asOperator() })).json()) as {
      data: { nodeId: string };
    };
    await page.getByText(`Node ${data.nodeId}, version`).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  async function lastTick(): Promise<number> {
    const { data } = (await (await fetch(`${world.service.url}/operator/overview`, { headers: world.service.asOperator() })).json()) as {
      data: { ticks: { tickAtMs: number }[] };
    };
    return data.ticks[0]?.tickAtMs ?? 0;
  }
});

function isOverview(request: Request): boolean {
  return request.url().endsWith('/api/operator/overview');
}

/** Returns the times at which the page started to read the overview, by the page's own clock. */
async function askedAtMs(page: Page): Promise<readonly number[]> {
  const times = await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/operator/overview')).map(({ startTime }) => startTime)`,
  );
  return times as number[];
}

/** Simulates that another browser tab is in front, because a headless browser has no other tab. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}
