import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { requires } from '../../support/requires.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { nightlyTest } from '../../support/which-cases.ts';
import { seriousFaults } from './axe.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';
import { createOperatorClient } from './operator-client.ts';

const AGENT = 'autopilot-agent/history';
const PATH = `/inspector/actors/${encodeURIComponent(AGENT)}?tab=history`;

requires('chromium')("an actor's history", () => {
  let world: InspectorWorld;
  let newest: number;
  beforeAll(async () => {
    const seeds = [{ id: AGENT, keys: { wallet: null, chainId: 31337, status: 'created' }, createdAtMs: Date.now() - 60_000 }];
    world = await startInspectorWorld({ seeds });
    const client = createOperatorClient(world);
    for (const type of ['PAUSE', 'RESUME', 'PAUSE', 'RESUME', 'PAUSE']) await client.send(AGENT, { type });
    // Each of these actions also requests an effect that writes to the agent's activity. The test waits until these effects are settled, so
    // that no further revision is added.
    newest = await waitFor(
      async () => {
        const { outbox, revision } = await client.read(AGENT);
        return Array.isArray(outbox) && outbox.length === 0 ? revision : null;
      },
      { what: 'its effects to be settled' },
    );
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const heading = (page: Page) => page.locator('.time-slider-where strong').textContent();
  const at = (page: Page, revision: number) =>
    waitFor(async () => (await heading(page)) === `Revision ${revision} of ${newest}`, { what: `revision ${revision}` });

  /** Waits for the view that handles the keys. The keys work only after the view has loaded its data. */
  const keysWork = (page: Page) => page.getByRole('region', { name: /^The state at/ }).waitFor();

  test('is travelled through by keys, the slider and the timeline, and the address says where one is', async () => {
    const { page, faults, close } = await world.open(PATH, { viewport: DESKTOP, colorScheme: 'light' });
    await at(page, newest);
    await keysWork(page);
    await page.keyboard.press('[');
    await at(page, newest - 1);
    await page.keyboard.press('[');
    await page.keyboard.press(']');
    await at(page, newest - 1);
    await page.getByRole('slider', { name: 'Revision', exact: true }).focus();
    await page.keyboard.press('Home');
    await at(page, 1);
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/[?&]at=2\b/);
    await page
      .getByRole('option', { name: /after \d/ })
      .first()
      .waitFor();
    // At revision 2 the page must list the changes from revision 1 to revision 2.
    const changes = page.getByRole('region', { name: 'What this revision changed' });
    await changes.getByText('added').or(changes.getByText('~')).first().waitFor();
    await page.getByRole('heading', { name: 'PAUSE' }).waitFor();
    await page.getByRole('region', { name: `Context at revision 2` }).waitFor();

    await page
      .getByRole('option', { name: /runtime|SEEDED/ })
      .last()
      .click();
    await at(page, 1);
    await page.getByText('The actor was created in this revision; there is no earlier one.').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await at(page, 3);
    await keepShot(page, 'history desktop light');
    expect(await seriousFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('tells what differs between any two revisions, by a link that can be shared', async () => {
    const { page, faults, close } = await world.open(`${PATH}&at=2&with=1`, { viewport: PHONE, colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'From revision 1 to 2' }).waitFor();
    const context = page.getByRole('region', { name: 'Context', exact: true });
    const differing = await context.getByRole('listitem').allTextContents();
    expect(differing.some((text) => text.includes('isPaused') || text.includes('paused'))).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await keepShot(page, 'history phone dark');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'swap' }).click();
    await page.waitForURL(/[?&]at=1&with=2\b/);
    await page.getByRole('heading', { name: 'From revision 1 to 2' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('is downloaded, and opened again without any request to the service', async () => {
    using folder = tempFolder();
    const file = join(folder.path, 'history.json');
    const online = await world.open(PATH, { viewport: DESKTOP });
    const download = online.page.waitForEvent('download');
    await online.page.getByRole('button', { name: 'Download JSON' }).click();
    expect((await download).suggestedFilename()).toBe(`autopilot-agent-history-history-to-${newest}.json`);
    await (await download).saveAs(file);
    expect(online.faults).toEqual([]);
    await online.close();

    const { page, faults, close } = await world.open('/inspector/offline', { viewport: DESKTOP, colorScheme: 'dark' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(request.url());
    });
    const input = page.getByLabel('History file');
    const wrong = join(folder.path, 'wrong.json');
    const saved: { entries: { record: { revision: number } }[] } = JSON.parse(await readFile(file, 'utf8'));
    for (const [text, problem] of [
      ['<script>alert(1)</script>', /wrong\.json: This file is not valid JSON/],
      ['{"format":"another"}', /This JSON file is not an actor's history/],
      [JSON.stringify({ ...saved, entries: [{ ...saved.entries[0], to: 7 }] }), /entries\[0\]\.to is not a state/],
    ] as const) {
      await writeFile(wrong, text);
      await input.setInputFiles(wrong);
      await page.getByRole('alert').filter({ hasText: problem }).waitFor();
    }
    await input.setInputFiles(file);
    await page.getByRole('heading', { name: AGENT }).waitFor();
    await at(page, newest);
    await keysWork(page);
    await page.keyboard.press('[');
    await at(page, newest - 1);
    expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
    await keepShot(page, 'offline desktop dark');
    expect(asked).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  nightlyTest('with a hundred thousand revisions scrolls as fast as with ten', async () => {
    const { page, faults, close } = await world.open('/inspector/types');
    const many = 100_000;
    const client = createOperatorClient(world);
    const record = await client.read(AGENT);
    const envelope = (data: unknown) => ({ json: { status: 200, message: 'success', data, errors: null } });
    const asked: number[] = [];
    await page.route('**/api/operator/actors/**', async (route) => {
      const url = new URL(route.request().url());
      if (url.pathname.endsWith('/history')) {
        const before = Number(url.searchParams.get('before') ?? many + 1);
        const limit = Number(url.searchParams.get('limit') ?? 20);
        asked.push(before);
        const revisions = Array.from({ length: Math.min(limit, before - 1) }, (_, i) => before - 1 - i);
        await route.fulfill(envelope(revisions.map((revision) => entryOf({ ...record, revision }))));
      } else if (/\/actors\/[^/]+$/.test(url.pathname)) await route.fulfill(envelope({ ...record, revision: many }));
      else await route.continue();
    });
    await page.goto(`${world.origin}${PATH}`);
    await page.getByText('Revision 100,000 of 100,000').waitFor();
    const list = page.getByRole('listbox', { name: /^Revisions/ });
    await list.focus();
    await page.keyboard.press('End');
    await page.getByText('Revision 1 of 100,000').waitFor();
    await page.getByRole('option', { selected: true }).filter({ hasText: 'STEP' }).waitFor();
    // Moves back to the first revision in large steps, as when the slider is dragged.
    const longestMs = Number(
      await page.evaluate(`(async () => {
        const list = document.querySelector('[role="listbox"]');
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        let longest = 0;
        for (let i = 60; i >= 0; i -= 1) {
          const startedAt = performance.now();
          list.scrollTop = (list.scrollHeight - list.clientHeight) * (i / 60);
          await frame();
          await frame();
          longest = Math.max(longest, performance.now() - startedAt);
        }
        return longest;
      })()`),
    );
    console.log(`inspector: the slowest of 60 leaps through 100,000 revisions took ${Math.round(longestMs)} ms for two frames`);
    expect(await page.getByRole('option').count()).toBeLessThan(60);
    expect(asked.length).toBeLessThan(150);
    expect(faults).toEqual([]);
    await close();
  });
});

function entryOf(record: { readonly revision: number }) {
  const { revision } = record;
  return {
    revision,
    atMs: Date.UTC(2026, 0, 1) + revision * 60_000,
    event: { id: `e${revision}`, type: 'STEP', payload: null },
    cause: { kind: 'tick' },
    from: 'unlinked',
    to: 'unlinked',
    record,
  };
}
