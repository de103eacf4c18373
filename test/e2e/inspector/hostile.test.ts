import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { requires } from '../../support/requires.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { someOf } from '../../support/which-cases.ts';
import { DEEP, IDS, MARKUP, PLAIN_ID, seedHostileActors } from './hostile-actors.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld, type WatchedPage } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';

/** Maximum time in milliseconds until a key press has its effect. On a frozen page it would have none. */
const ANSWER_MS = 20_000;
/**
 * Maximum processor time of the page for an actor with malicious data, as a multiple of the time for an ordinary actor. Processor time is
 * measured instead of elapsed time, because other processes use the machine too.
 */
const MOST_TIMES_PLAIN = 6;

type HostilePage = WatchedPage & { readonly dialogs: readonly string[]; readonly work: () => Promise<number> };

requires('chromium')('hostile data', () => {
  const folder = tempFolder();
  let world: InspectorWorld;
  /** Processor time in seconds that the page needs to show all tabs of an ordinary actor. */
  let plainSeconds: number;
  beforeAll(async () => {
    await seedHostileActors(folder.path);
    // The service runs without chains and ticks, so that nothing changes the prepared actors.
    world = await startInspectorWorld({ until: 'health', env: { DATA_DIR: folder.path, DEVNET: '0', CRON: 'false' } });
    const plain = await openActor(PLAIN_ID);
    await lookAtTabs(plain, () => answersAKey(plain.page));
    plainSeconds = await plain.work();
    await plain.close();
  }, 120_000);
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const openActor = async (id: string, query = '', viewport = DESKTOP): Promise<HostilePage> => {
    const watched = await world.open('/inspector/types', { viewport });
    const dialogs: string[] = [];
    watched.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const work = await countWork(watched.page);
    await watched.page.goto(`${world.origin}/inspector/actors/${encodeURIComponent(id)}${query}`);
    await watched.page.getByRole('tablist').waitFor({ timeout: 45_000 });
    return { ...watched, dialogs, work };
  };

  /** Checks that none of the malicious data was executed, became an HTML element, or became a link. */
  const expectHarmless = async ({ page, faults, dialogs, work }: HostilePage) => {
    await answersAKey(page);
    expect(await page.evaluate('window.hasRun')).toBeUndefined();
    expect(await page.evaluate('({}).polluted')).toBeUndefined();
    const inApp = `document.querySelectorAll('#app img, #app script, #app iframe, #app link, #app style, #app object, #app embed, #app base')`;
    expect(await page.evaluate(`[...${inApp}].map(({ outerHTML }) => outerHTML.slice(0, 200))`)).toEqual([]);
    const handlers = `[...document.querySelectorAll('*')].flatMap(({ attributes }) => [...attributes]).filter(({ name }) => name.startsWith('on'))`;
    expect(await page.evaluate(`${handlers}.map(({ name }) => name)`)).toEqual([]);
    const links = `[...document.querySelectorAll('a[href], area[href], form[action]')].map((link) => link.href ?? link.action)`;
    expect(await page.evaluate(`${links}.filter((href) => !href.startsWith(location.origin + '/'))`)).toEqual([]);
    expect(dialogs).toEqual([]);
    expect(faults).toEqual([]);
    expect(await work()).toBeLessThan(plainSeconds * MOST_TIMES_PLAIN);
  };

  test.each(someOf(Object.entries(IDS), 2))(
    'is shown as text, and neither runs nor freezes the page: %s',
    async (name, id) => {
      const watched = await openActor(id);
      await lookAtTabs(watched, async (tab) => {
        await keepShot(watched.page, `hostile ${name} ${tab}`);
        await expectHarmless(watched);
      });
      await watched.close();
    },
    120_000,
  );

  const tree = (watched: WatchedPage) => watched.page.getByRole('region', { name: 'Context' });

  const pieces: Readonly<Record<string, (watched: HostilePage) => Promise<void>>> = {
    async long(watched) {
      await tree(watched).getByRole('button', { name: 'show more' }).first().click();
      await tree(watched).getByText('5,242,880 characters').first().waitFor();
      await watched.page.getByText('The record as JSON').click();
      await watched.page.getByRole('region', { name: 'The record as JSON' }).waitFor();
    },
    async many(watched) {
      await tree(watched).getByRole('button', { name: /^many/ }).click();
      await tree(watched)
        .getByRole('button', { name: /^Show 100 more of/ })
        .click();
      await tree(watched).getByText('key 150 <b>', { exact: true }).waitFor();
      await tree(watched).getByRole('searchbox').or(tree(watched).getByRole('textbox')).first().fill('key 9999');
      await tree(watched).getByText('key 9999').first().waitFor();
    },
    async deep(watched) {
      await tree(watched).getByRole('button', { name: /^deep/ }).focus();
      for (let level = 0; level < DEEP; level += 1) {
        await watched.page.keyboard.press('ArrowRight');
        await watched.page.keyboard.press('ArrowDown');
      }
      await tree(watched).getByText(MARKUP[0]).first().waitFor();
      await keepShot(watched.page, 'hostile deep opened');
      expect(await watched.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    },
  };

  test.each(someOf(['long', 'many', 'deep'] as const))(
    'is shown piece by piece, however large: %s',
    async (name) => {
      const watched = await openActor(IDS[name]);
      await pieces[name]?.(watched);
      await expectHarmless(watched);
      await watched.close();
    },
    120_000,
  );

  test.each(someOf([IDS.long, IDS.many, IDS.deep, IDS.markup]))(
    'between two revisions is compared without harm: %s',
    async (id) => {
      const watched = await openActor(id, '?tab=history&at=2&with=1');
      await watched.page.getByText('SEEDED').first().waitFor();
      await keepShot(watched.page, `hostile compare ${id}`);
      await expectHarmless(watched);
      await watched.close();
    },
    120_000,
  );

  test.each(
    someOf([
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const),
  )(
    'in a list is text like any other, and stays in its row: %s',
    async (name, viewport) => {
      const watched = await openActor(IDS.deep, '', viewport);
      await watched.page.goto(`${world.origin}/inspector/actors`);
      await watched.page.locator('table').getByText(MARKUP[1]).first().waitFor();
      await keepShot(watched.page, `hostile list ${name}`);
      expect(await watched.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      await expectHarmless(watched);
      await watched.close();
    },
    120_000,
  );

  test.each(
    someOf([
      '/inspector/actors/',
      '/inspector/actors?search=',
      '/inspector/actors?type=',
      '/inspector/',
      '/inspector/actors/trade%2Fx?tab=',
    ]),
  )(
    'in the address %s is shown as text',
    async (path) => {
      const watched = await openActor(IDS.deep);
      for (const text of MARKUP.slice(0, 8)) {
        await watched.page.goto(`${world.origin}${path}${encodeURIComponent(text)}`);
        await watched.page.locator('main h1').first().waitFor({ state: 'attached' });
        await watched.page.locator('.notice, table').first().waitFor();
      }
      await expectHarmless(watched);
      await watched.close();
    },
    120_000,
  );
});

async function lookAtTabs({ page }: HostilePage, look: (tab: string) => Promise<void>): Promise<void> {
  await look('now');
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('tabpanel').waitFor();
  await look('details');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('SEEDED').first().waitFor();
  await look('history');
}

/** Returns a function that reports how many seconds of processor time the page's main thread has used since this call. */
async function countWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const worked = metrics.find(({ name }) => name === 'TaskDuration');
    if (worked === undefined) throw new Error('Chromium does not say how long its tasks took');
    return worked.value;
  };
}

/** Checks that the page still reacts: `?` shows the keyboard help, and Escape hides it. */
async function answersAKey(page: Page): Promise<void> {
  // In an input field the key would be typed as text, so the focus is removed from the field first.
  await page.evaluate('document.activeElement?.blur()');
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').waitFor({ timeout: ANSWER_MS });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden', timeout: ANSWER_MS });
}
