import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createDemoWallet, type DemoWallet } from '../../../src/cli/demo/demo-wallet.ts';
import { createServiceClient, type ServiceClient } from '../../../src/cli/demo/service-client.ts';
import { devnetAccounts, devnetChainId } from '../../../src/devnet/devnet-accounts.ts';
import { parseAmount } from '../../../src/values/parse-amount.ts';
import { freeze } from '../../support/freeze.ts';
import { requires } from '../../support/requires.ts';
import type { Service } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';
import { someOf } from '../../support/which-cases.ts';
import { seriousFaults } from './axe.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';

/** Time limit of a wait in milliseconds. An order usually takes about three seconds, but the machine may be busy. */
const PATIENCE_MS = 60_000;
const BUDGET = '90';
const HOUR = 3_600;

const SIZES = [
  { name: 'desktop', viewport: DESKTOP },
  { name: 'phone', viewport: PHONE },
] as const;

requires('chromium')('the page of an actor', () => {
  let world: InspectorWorld;
  let client: ServiceClient;
  let owner: Awaited<ReturnType<typeof ownerOf>>;
  /** Id of the position that waits between its orders; its second order is due only in hours. */
  let waiting: string;

  beforeAll(async () => {
    world = await startInspectorWorld();
    client = createServiceClient(world.service.url);
    owner = await ownerOf(client);
  }, PATIENCE_MS);
  afterAll(() => world[Symbol.asyncDispose]());

  test(
    'follows a DCA order from the tick to the receipt',
    async () => {
      const id = await owner.create({ frequency: 2, interval: 10 * HOUR });
      waiting = `/inspector/actors/${encodeURIComponent(id)}`;
      const { page, faults, close } = await world.open(waiting);
      await liveStates(page, ['pending']);
      await page.evaluate(RECORD_LIVE_STATES);

      await owner.open({ frequency: 2, interval: 10 * HOUR });
      // The first order is due at once. The page must highlight each intermediate state in order, however fast the actor passes through it.
      await waitFor(async () => holdsInOrder(await litStates(page), ['success', 'active.planning', 'active.joining', 'success']), {
        what: 'the states to light in order',
        timeoutMs: PATIENCE_MS,
        everyMs: 100,
      });
      const row = page.getByRole('region', { name: 'Transactions' }).getByRole('row', { name: /Order 1.*mined/ });
      await row.waitFor({ timeout: PATIENCE_MS });
      const [fill] = await waitFor(async () => nonEmpty(await client.fills(owner.wallet.address)), {
        what: 'the fill',
        timeoutMs: PATIENCE_MS,
      });
      expect(await row.locator('[title^="0x"]').getAttribute('title')).toBe(fill?.txHash ?? '');
      // Block and gas shown on the page must equal those of the receipt.
      expect(await row.getByRole('cell').allTextContents()).toEqual([
        expect.any(String),
        'mined',
        String(devnetChainId),
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^[\d,]+$/),
        expect.stringMatching(/^\d+$/),
      ]);
      expect(await page.locator('[data-edge="active>success"]').getAttribute('class')).toContain('edge-line-taken');
      await keepShot(page, 'actor after an order');
      expect(faults).toEqual([]);
      await close();
    },
    3 * PATIENCE_MS,
  );

  test('says why a position did not buy, what its amounts are, and what its machine is, also in words', async () => {
    const { page, faults, close } = await world.open(waiting);
    const why = page.getByRole('region', { name: 'What the actor waits for' });
    await why.getByText(/^Order 2 of 2 is due at/).waitFor();
    await why.getByText('not-due', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'DCA 90 USDC to WETH, 1 of 2' }).waitFor();
    await page.getByRole('region', { name: 'Position' }).getByText('Average price').waitFor();
    await page.getByRole('region', { name: 'Profit and loss' }).getByText('paid by the service').waitFor();

    await page.getByText('As text', { exact: true }).click();
    const words = page.locator('.chart-text li[aria-current="true"]');
    await words.first().waitFor();
    expect(await words.getByRole('button').allTextContents()).toEqual(['success']);
    await words.getByRole('button').click();
    await page.getByRole('region', { name: 'State success' }).getByText('TICK [orderIsDue] leads to active').waitFor();

    await page.getByRole('searchbox', { name: 'Search in context' }).fill('received');
    await page.getByRole('button', { name: /^chain\.received/ }).click();
    await page
      .locator('.json-tree-found')
      .getByText(/^0\.\d+ WETH$/)
      .waitFor();
    const chain = page.getByRole('button', { name: /^chain \{/ });
    expect(await chain.getAttribute('aria-expanded')).toBe('true');
    await chain.press('ArrowLeft');
    expect(await chain.getAttribute('aria-expanded')).toBe('false');

    await page
      .getByRole('list', { name: 'public record' })
      .getByRole('button', { name: /^record/ })
      .waitFor();

    await page.keyboard.press('3');
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor();
    await page.getByRole('region', { name: 'Schedule', exact: true }).getByText('2 orders of about 45 USDC into WETH').waitFor();
    const orders = page.getByRole('region', { name: 'Orders', exact: true });
    await orders.getByRole('row', { name: /^1 done .* 45 USDC 0\.\d+ WETH 0x/ }).waitFor();
    await orders.getByRole('row', { name: /^2 next .* – – –$/ }).waitFor();
    await page.keyboard.press('2');
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('history');
    expect(faults).toEqual([]);
    await close();
  });

  test('moves and zooms its chart by keys, and shows all of it', async () => {
    const { page, close } = await world.open(waiting);
    const chart = page.getByRole('region', { name: 'Statechart of dca-position' });
    await liveStates(page, ['success']);
    const viewport = () => page.locator('.chart-view-svg > g').getAttribute('style');
    const seen = [await viewport()];
    await chart.focus();
    for (const key of ['+', 'ArrowLeft', '-', '0']) {
      await page.keyboard.press(key);
      seen.push(await waitFor(async () => otherThan(await viewport(), seen.at(-1)), { what: `${key} to move the chart` }));
    }
    const frame = await chart.boundingBox();
    for (const box of await page.locator('.state-box-frame').all()) {
      const at = await waitFor(async () => inside(await box.boundingBox(), frame), { what: 'the box to come into the frame' });
      expect(at.width).toBeGreaterThan(0);
    }
    await close();
  });

  test.each(someOf(SIZES))('is readable, accessible and complete, light and dark: $name', async ({ name, viewport }) => {
    const { page, faults, close } = await world.open(waiting, { viewport, colorScheme: 'light' });
    await liveStates(page, ['success']);
    await page.getByRole('region', { name: 'What the actor waits for' }).waitFor();
    await page.getByRole('region', { name: 'Transactions' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await keepShot(page, `actor ${name} ${colorScheme}`);
      expect(await seriousFaults(page)).toEqual([]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('names other actors by their titles, in the history and in lists of changes', async () => {
    const { page, faults, close } = await world.open(`${waiting}?tab=history`);
    await page
      .getByRole('option', { name: /LINKED.*Follower of chain 31337/ })
      .first()
      .click();
    await page.getByRole('link', { name: /^Follower of chain 31337 vault-follower/ }).waitFor();
    await page.goto(`${world.origin}/inspector`);
    await page.getByRole('region', { name: 'Today' }).getByText('1 of positions').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('search suggests actors by title and by transaction, to the keyboard and to the mouse', async () => {
    const { page, faults, close } = await world.open('/inspector');
    const field = page.getByRole('combobox', { name: /^Search actors/ });
    await field.fill('usdc to we');
    const position = page.getByRole('option', { name: /^DCA 90 USDC to WETH, 1 of 2/ });
    await position.waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    // The arrow keys choose a suggestion, and wrap around to the text that was typed.
    for (let step = 0; (await position.getAttribute('aria-selected')) !== 'true'; step += 1) {
      expect(step).toBeLessThan(10);
      await field.press('ArrowDown');
    }
    expect(await field.getAttribute('aria-activedescendant')).toBe(await position.getAttribute('id'));
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'DCA 90 USDC to WETH, 1 of 2' }).waitFor();

    await field.fill('1 of 2');
    await position.click();
    await page.waitForURL(`**${waiting}`);
    const [fill] = await client.fills(owner.wallet.address);
    await field.fill(fill?.txHash ?? '');
    await page.getByRole('option', { name: /^Sender on chain 31337/ }).waitFor();
    await page.getByRole('option', { name: /^DCA 90 USDC to WETH, 1 of 2/ }).waitFor();
    await field.fill('weth');
    await position.waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await field.press('Escape');
    await position.waitFor({ state: 'hidden' });
    await field.fill('nothing that exists');
    await field.press('Enter');
    await page.waitForURL('**/inspector/actors?search=nothing**');
    expect(faults).toEqual([]);
    await close();
  });

  test('says what is wrong when there is no such actor', async () => {
    const { page, close } = await world.open(`/inspector/actors/${encodeURIComponent('dca-position/none')}`);
    await page.getByRole('alert').getByText('dca-position/none could not be read').waitFor();
    await page.getByRole('alert').getByText('actor-not-found').waitFor();
    await close();
  });

  // This must be the last test, because the chain stands still for a while.
  test(
    'a frozen chain is on top of every page, and first in ready, until the chain answers again',
    async () => {
      const { page, close } = await world.open(waiting);
      const banner = page.getByRole('status', { name: 'Outages' });
      const outages = () => outagesInReady(world.service);
      const anvil = await chainProcessOf(world.service);
      await freeze(anvil);
      try {
        const frozenAtMs = performance.now();
        const inReady = waitFor(async () => (await outages())[0]?.chainId === devnetChainId && performance.now(), {
          what: 'the outage to be in ready',
        });
        await banner
          .getByText(/of chain 31337/)
          .first()
          .waitFor();
        const [shownAfterMs, readyAfterMs] = [performance.now() - frozenAtMs, (await inReady) - frozenAtMs].map(Math.round);
        console.log(`inspector: a frozen chain is in ready after ${readyAfterMs} ms, and on the page after ${shownAfterMs} ms`);
        await page.getByRole('region', { name: 'What the actor waits for' }).getByText('outage', { exact: true }).waitFor();
        for (const name of ['Types', 'Treasury', 'Overview']) {
          await page.getByRole('link', { name, exact: true }).click();
          await page.getByRole('heading', { level: 1, name }).waitFor();
          expect(await banner.getByText('31337').first().isVisible()).toBe(true);
          if (name === 'Types') await page.getByRole('list', { name: 'Findings' }).getByText('31337').waitFor();
        }
        await keepShot(page, 'outage, overview');
        expect(await seriousFaults(page)).toEqual([]);
      } finally {
        process.kill(anvil, 'SIGCONT');
      }
      await banner.getByText('31337').first().waitFor({ state: 'detached' });
      await waitFor(async () => (await outages()).length === 0, { what: 'ready to be without an outage' });
      await close();
    },
    3 * PATIENCE_MS,
  );
});

/** Returns the outages that `ready` names. When the service is not ready, they are in its error. */
async function outagesInReady({ url }: Service): Promise<readonly { readonly chainId: number | null }[]> {
  type Told = { readonly outages: readonly { readonly chainId: number | null }[] };
  const { data, errors } = (await (await fetch(`${url}/ready`)).json()) as { data: Told | null; errors: Told | null };
  return (data ?? errors)?.outages ?? [];
}

/** Returns the id of the process that runs the service's local chain. */
async function chainProcessOf({ dataDir }: Service): Promise<number> {
  const { anvil } = (await Bun.file(`${dataDir}/devnet/process.json`).json()) as { anvil: { pid: number } };
  return anvil.pid;
}

/** Creates a test client for a wallet of the devnet that buys WETH for USDC. */
async function ownerOf(client: ServiceClient) {
  const place = await client.chain(devnetChainId);
  const wallet: DemoWallet = createDemoWallet(devnetAccounts.demo[0], place);
  const usdc = await client.token(devnetChainId, 'USDC');
  const weth = await client.token(devnetChainId, 'WETH');
  const pair = { fromToken: usdc.address, toToken: weth.address };
  const amount = parseAmount(BUDGET, usdc.decimals);
  return {
    wallet,
    /**
     * Creates the DCA record over HTTP.
     * @returns the id of its actor
     */
    async create(terms: { readonly frequency: number; readonly interval: number }): Promise<string> {
      const { _id } = await client.createPosition(devnetChainId, { ...pair, ...terms, amount: BUDGET, walletAddress: wallet.address });
      return `dca-position/${_id}`;
    },
    /** Opens the position on chain, as the owner's wallet. */
    async open(terms: { readonly frequency: number; readonly interval: number }): Promise<void> {
      await wallet.approve(usdc.address, amount);
      await wallet.openPosition({ ...pair, ...terms, amount });
    },
  };
}

async function liveStates(page: Page, expected: readonly string[]): Promise<void> {
  await waitFor(async () => JSON.stringify(await page.evaluate(LIVE_STATES)) === JSON.stringify(expected), {
    what: `${expected.join(', ')} to be lit`,
    timeoutMs: PATIENCE_MS,
    everyMs: 50,
  });
}

const LIVE_STATES = "[...document.querySelectorAll('.state-box-live')].map((box) => box.dataset.state)";

/** Records each change of the highlighted states as the page draws it. */
const RECORD_LIVE_STATES = `window.litStates = [];
  new MutationObserver(() => {
    const [lit] = ${LIVE_STATES};
    if (lit !== undefined && lit !== window.litStates.at(-1)) window.litStates.push(lit);
  }).observe(document.querySelector('.chart-view-svg'), { subtree: true, childList: true, attributes: true });`;

async function litStates(page: Page): Promise<readonly string[]> {
  return page.evaluate('window.litStates');
}

function holdsInOrder(seen: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const state of seen) if (state === wanted[at]) at += 1;
  return at === wanted.length;
}

function nonEmpty<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length > 0 ? items : undefined;
}

function otherThan(now: string | null, before: string | null | undefined): string | undefined {
  return now !== null && now !== before ? now : undefined;
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function inside(box: Box | null, frame: Box | null): Box | undefined {
  if (box === null || frame === null) return undefined;
  const isIn =
    box.x >= frame.x && box.y >= frame.y && box.x + box.width <= frame.x + frame.width && box.y + box.height <= frame.y + frame.height;
  return isIn ? box : undefined;
}
