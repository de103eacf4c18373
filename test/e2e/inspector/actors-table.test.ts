import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { hasAllCases, nightlyTest, someOf } from '../../support/which-cases.ts';
import { seriousFaults } from './axe.ts';
import { crowd, NEEDLE, NEEDLE_WALLET } from './crowd.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';
import { raiseStorm, sitOut } from './storm.ts';

/** Number of actors in the table: a hundred thousand in the nightly run. Writing so many takes too long for other runs. */
const CROWD = hasAllCases ? 100_000 : 3_000;
const PAGE = 50;
/**
 * Maximum time in milliseconds from the last key press until the row is shown. The limit allows for a busy machine; the measured time is
 * printed.
 */
const FOUND_MS = 45_000;
const STORM = { perSecond: 1_000, events: hasAllCases ? 4_000 : 2_000 };
/**
 * The page draws rows four times a second, and when it reads the list again. If it drew once per event, there would be a thousand drawings
 * per second.
 */
const EVENTS_TO_A_DRAWING = 50;
const DRAWINGS_A_SECOND = 8;

requires('chromium')('a table of very many actors', () => {
  let world: InspectorWorld;
  beforeAll(async () => {
    const startedMs = performance.now();
    world = await startInspectorWorld({ seeds: crowd(CROWD, Date.now()) });
    console.log(`inspector: ${CROWD} actors seeded and the service up after ${Math.round(performance.now() - startedMs)} ms`);
  }, 120_000);
  afterAll(() => world[Symbol.asyncDispose]());

  test.each([
    ['the beginning of its id', NEEDLE.slice(0, 26)],
    ['its wallet', NEEDLE_WALLET.toUpperCase().replace('0X', '0x')],
  ])('finds an agent by %s, from the keyboard alone', async (_, asked) => {
    const { page, faults, close } = await world.open('/inspector');
    await page.locator('.tiles').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(asked);
    const startedMs = performance.now();
    await page.keyboard.press('Enter');
    await page.getByText('1 match', { exact: true }).waitFor({ timeout: FOUND_MS });
    await rowOf(page, NEEDLE).waitFor();
    console.log(`inspector: found one of ${CROWD} after ${Math.round(performance.now() - startedMs)} ms`);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/inspector/actors/${encodeURIComponent(NEEDLE)}`);
    await page.goBack();
    await rowOf(page, NEEDLE).waitFor();
    expect(await page.getByRole('combobox', { name: /^Search actors/ }).inputValue()).toBe(asked);
    expect(faults).toEqual([]);
    await close();
  });

  test('each filter and order is in the address, and opening the address gives the same view', async () => {
    const { page, faults, close } = await world.open('/inspector/actors');
    await page.getByLabel('Type').selectOption('trade');
    await page.getByLabel('Status').selectOption('executing');
    await page.getByLabel('Wallet', { exact: true }).fill('0x0000000000000000000000000000000000000005');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Created' }).getByRole('link').click();
    await page.waitForURL(
      '**/inspector/actors?type=trade&status=executing&wallet=0x0000000000000000000000000000000000000005&sort=created&order=oldest',
    );
    const seen = await idsWhen(page, 'the trades of one wallet', (ids) => ids.length > 0 && ids.every((id) => id.startsWith('trade/')));
    const again = await world.open(page.url().slice(world.origin.length));
    expect(await idsWhen(again.page, 'the same rows', (ids) => ids.length === seen.length)).toEqual(seen);
    expect(await again.page.getByRole('columnheader', { name: 'Created' }).getAttribute('aria-sort')).toBe('ascending');
    await again.page.getByRole('button', { name: 'Clear filters' }).click();
    await again.page.waitForURL('**/inspector/actors?sort=created&order=oldest');
    expect([...faults, ...again.faults]).toEqual([]);
    await again.close();
    await close();
  });

  test('a time range and an order are saved as a view with a name, whose address is the view', async () => {
    const { page, faults, close } = await world.open('/inspector/actors?type=trade&sort=created&page=2&cursor=');
    await page.getByLabel(/^Changed from/).fill('2020-01-01T00:00:00');
    await page.getByLabel('until').fill('2021-01-01T00:00:00');
    await page.keyboard.press('Tab');
    await page.waitForURL(/changedFrom=.+Z&changedTo=.+Z/);
    await page.getByText('No actor matches').or(page.getByText('No match so far')).waitFor();
    await page.getByRole('button', { name: /^Views/ }).click();
    const views = page.getByRole('region', { name: 'Saved views' });
    await views.getByLabel(/^Save these filters/).fill('of 2020');
    await page.keyboard.press('Enter');
    await views.getByRole('link', { name: 'of 2020' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.goto(`${world.origin}/inspector/actors`);
    await page.getByRole('button', { name: 'Views (1) …' }).click();
    await views.getByRole('link', { name: 'of 2020' }).click();
    await page.waitForURL(/type=trade.*changedFrom=.+Z&changedTo=.+Z/);
    await views.getByRole('button', { name: 'Remove of 2020' }).click();
    await views.getByText('No view is saved').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('pages are links that lead on and back, and a row is opened by its link', async () => {
    const { page, faults, close } = await world.open('/inspector/actors?type=dca-position&sort=created');
    const first = await idsWhen(page, 'the first page', (ids) => ids.length === PAGE);
    await page.getByText(/^[\d,]+\+? match$/).waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    const second = await idsWhen(page, 'the second page', (ids) => ids.length === PAGE && ids[0] !== first[0]);
    expect(second.some((id) => first.includes(id))).toBe(false);
    expect(page.url()).toContain('page=2');
    await page.keyboard.press('n');
    await idsWhen(page, 'the third page', (ids) => ids.length === PAGE && ids[0] !== second[0]);
    await page.keyboard.press('p');
    expect(await idsWhen(page, 'the second page again', (ids) => ids[0] === second[0])).toEqual(second);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    expect(await idsWhen(page, 'the first page again', (ids) => ids[0] === first[0])).toEqual(first);
    expect(faults).toEqual([]);
    await close();
  });

  test('marks what changes, leaves rows where they are read, and offers what is new', async () => {
    const { page, faults, close } = await world.open('/inspector/actors?health=quarantined');
    const ids = await idsWhen(page, 'the quarantined ones', (found) => found.length === Math.min(PAGE, CROWD / 1_000));
    await page.keyboard.press('j');
    const [, second = ''] = ids;
    const response = await fetch(`${world.service.url}/operator/actors/${encodeURIComponent(second)}/release`, {
      method: 'POST',
      headers: world.service.asOperator(),
    });
    expect(response.status).toBe(200);
    const row = page.getByRole('row').filter({ has: rowOf(page, second) });
    await waitFor(async () => /actor-table-(odd|even)/.test((await row.getAttribute('class')) ?? ''), {
      what: 'the released one to be marked',
    });
    const offer = page.getByRole('button', { name: 'The list has changed: show' });
    await offer.waitFor();
    expect(await idsOf(page)).toEqual(ids);
    await offer.click();
    await idsWhen(page, 'the list without it', (found) => !found.includes(second));
    expect(faults).toEqual([]);
    await close();
  });

  nightlyTest('stays smooth while a thousand actors change each second', async () => {
    const { page, faults, close } = await world.open('/inspector/actors?sort=created', { viewport: DESKTOP }, (next) =>
      raiseStorm(next, STORM),
    );
    await idsWhen(page, 'the rows', (ids) => ids.length === PAGE);
    const { sent, drawn, seconds, share } = await sitOut(page, STORM.events);
    console.log(
      `inspector: rows drawn ${drawn} times for ${sent} events, the page's thread at work ${Math.round(share * 100)} % of the time`,
    );
    expect(drawn).toBeGreaterThan(0);
    // On a busy machine the burst of events lasts longer than planned. So the maximum number of drawings also depends on how long the burst
    // took.
    expect(drawn).toBeLessThan(Math.max(sent / EVENTS_TO_A_DRAWING, seconds * DRAWINGS_A_SECOND));
    expect(faults).toEqual([]);
    await close();
  });

  test.each(
    someOf([
      { name: 'desktop, light', viewport: DESKTOP, colorScheme: 'light' },
      { name: 'desktop, dark', viewport: DESKTOP, colorScheme: 'dark' },
      { name: 'phone, light', viewport: PHONE, colorScheme: 'light' },
      { name: 'phone, dark', viewport: PHONE, colorScheme: 'dark' },
    ] as const),
  )('is readable: $name', async ({ name, viewport, colorScheme }) => {
    const { page, faults, close } = await world.open('/inspector/actors', { viewport, colorScheme });
    await idsWhen(page, 'the rows', (ids) => ids.length === PAGE);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await keepShot(page, `actors ${name}`);
    expect(await seriousFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test.each(
    someOf([
      { name: 'desktop, dark', viewport: DESKTOP, colorScheme: 'dark' },
      { name: 'phone, light', viewport: PHONE, colorScheme: 'light' },
    ] as const),
  )('types are readable: $name', async ({ name, viewport, colorScheme }) => {
    const { page, faults, close } = await world.open('/inspector/types', { viewport, colorScheme });
    const figures = page.getByRole('region', { name: 'How the types work' });
    await figures.getByRole('link', { name: 'Type', exact: true }).click();
    await page.waitForURL('**/inspector/types?sort=type');
    await figures.locator('tbody tr:first-child').getByText('autopilot-agent').waitFor();
    await page.getByRole('button', { name: 'Chart, events and effects' }).first().click();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByRole('columnheader', { name: 'Comes from' }).waitFor();
    await keepShot(page, `types ${name}`);
    expect(await seriousFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a type is paused with a reason, which every user sees', async () => {
    const { page, faults, close } = await world.open('/inspector/types');
    const card = page.getByRole('region', { name: 'dca-batch', exact: true });
    await card.getByRole('button', { name: 'Pause …' }).click();
    await page.getByLabel('Reason, shown to other operators').fill('provider incident');
    await page.getByRole('button', { name: 'Pause it' }).click();
    await card.getByText('“provider incident”').waitFor();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('list', { name: 'Paused types' }).getByText('provider incident').waitFor();
    await page.goBack();
    await card.getByRole('button', { name: 'Resume …' }).click();
    await page.getByRole('button', { name: 'Resume it' }).click();
    await card.getByRole('button', { name: 'Pause …' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

function rowOf(page: Page, id: string) {
  return page.locator(`[data-row][title="${id}"]`);
}

/**
 * Code that the browser runs to return the ids of the page's rows. It is a text, because this file has the server's types and not the
 * browser's.
 */
const ROW_IDS = `[...document.querySelectorAll('[data-row]')].map(({ title }) => title)`;

async function idsOf(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(ROW_IDS)) as readonly string[];
}

/** Waits until the page shows the expected ids, and returns them. */
function idsWhen(page: Page, what: string, isWanted: (ids: readonly string[]) => boolean): Promise<readonly string[]> {
  return waitFor(
    async () => {
      // The two values are read in one evaluation. Otherwise the reply could arrive between two evaluations, and the rows could be from
      // before it.
      const isBusy = `document.querySelector('table[aria-busy=true]') !== null`;
      const ids = (await page.evaluate(`${isBusy} ? null : ${ROW_IDS}`)) as readonly string[] | null;
      return ids !== null && isWanted(ids) ? ids : undefined;
    },
    { what, timeoutMs: 45_000, everyMs: 30 },
  );
}
