import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { TreasuryReport } from '../../../src/values/inspection/treasury.ts';
import { requires } from '../../support/requires.ts';
import { someOf } from '../../support/which-cases.ts';
import { seriousFaults } from './axe.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';

const LOOKS = [
  { name: 'desktop, light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: DESKTOP, colorScheme: 'dark' },
  { name: 'phone, light', viewport: PHONE, colorScheme: 'light' },
  { name: 'phone, dark', viewport: PHONE, colorScheme: 'dark' },
] as const;

const spent = { days: 1, native: '0.0123', usd: '36.9', transactions: 41, usdEach: '0.9', skipped: 3 };
const [first, second, vault, token] = ['1', '2', 'd', 'a'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string, string];
const fee = {
  ...{ address: token, vault, symbol: 'USDC', decimals: 6, fills: 812, amount: '1234.5', priceUsd: '1', valueUsd: '1234.5' },
  ...{ earned: '1234500000', earnedToday: '2500000', earnedInMonth: '80000000' },
};

/**
 * The test node has four chains: one without problems, one whose executor is nearly out of gas, one without a key, and one that does not
 * answer.
 */
const report: TreasuryReport = {
  readAt: new Date().toISOString(),
  chains: [
    {
      ...{
        chainId: 8453,
        name: 'Base',
        symbol: 'ETH',
        limitUsd: '200',
        failed: null,
        today: spent,
        month: { ...spent, days: 20, usd: '700' },
      },
      executor: {
        ...{ address: first, others: [second], balance: '1.5', balanceUsd: '4500', daysLeft: 121.9 },
        balances: [
          { address: first, balance: '1.25' },
          { address: second, balance: '0.25' },
        ],
      },
      fees: {
        ...{ todayUsd: '2.5', monthUsd: '80', totalUsd: '1234.5' },
        tokens: [fee, { ...fee, address: second, symbol: null, decimals: null, earned: '7', amount: null, priceUsd: null, valueUsd: null }],
      },
    },
    {
      ...{ chainId: 137, name: 'Polygon', symbol: 'POL', limitUsd: '40', failed: null, today: { ...spent, usd: '40.1' }, month: spent },
      executor: {
        ...{ address: first, others: [], balance: '0.00001', balanceUsd: '0.0000025', daysLeft: 0.1 },
        balances: [{ address: first, balance: '0.00001' }],
      },
      fees: { todayUsd: '0', monthUsd: '0', totalUsd: '0', tokens: [] },
    },
    ...[
      { chainId: 10, name: 'OP Mainnet', failed: null },
      { chainId: 1, name: 'Ethereum', failed: 'No endpoint of chain 1 answered.' },
    ].map((chain) => ({
      ...{ ...chain, symbol: 'ETH', limitUsd: null, executor: null },
      ...{ today: { ...spent, usd: '0', usdEach: null, transactions: 0, skipped: 0 }, month: spent },
      fees: { todayUsd: '0', monthUsd: '0', totalUsd: '0', tokens: [] },
    })),
  ],
};

requires('chromium')('the treasury page', () => {
  let world: InspectorWorld;
  beforeAll(async () => {
    world = await startInspectorWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test('shows the balance of the executor of the node’s own chain, and is reached from every page', async () => {
    const { page, faults, close } = await world.open('/inspector');
    await page.getByRole('link', { name: 'Treasury', exact: true }).click();
    await page.waitForURL('**/inspector/treasury');
    await page.getByRole('heading', { level: 1, name: 'Treasury' }).waitFor();
    expect(await page.title()).toBe('Treasury · Coxswain');
    const row = page.getByRole('row', { name: /31337/ });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/[0-9,.]+ ETH/);
    await page.getByText('No vault of these chains has taken a fee.').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.waitForURL('**/inspector');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.waitForURL('**/inspector/treasury');
    expect(faults).toEqual([]);
    await close();
  });

  test.each(someOf(LOOKS))('is readable, accessible and complete: $name', async ({ name, viewport, colorScheme }) => {
    const look = { viewport, colorScheme };
    const { page, faults, close } = await world.open('/inspector/treasury', look, async (opened) => {
      await opened.route('**/api/operator/treasury', (route) =>
        route.fulfill({ json: { status: 200, message: 'success', data: report, errors: null } }),
      );
    });
    await page.getByRole('row', { name: /Base/ }).first().waitFor();
    for (const panel of ['Executors', 'Keys', 'Fees earned']) await page.getByRole('region', { name: panel, exact: true }).waitFor();
    const executors = page.getByRole('region', { name: 'Table of executors' });
    const textOf = async (row: RegExp) => await executors.getByRole('row', { name: row }).textContent();
    expect(await textOf(/Base/)).toMatch(/1\.5 ETH.*\$4,500\.00.*122.*\$36\.90.*41 paid.*\$200\.00.*\$0\.90.*3.*\$700\.00/);
    expect(await textOf(/Polygon/)).toMatch(/0\.00001 POL.*0\.1.*\$40\.00 used up/);
    expect(await textOf(/OP Mainnet/)).toContain('no key');
    expect(await page.getByRole('alert').textContent()).toBe('Ethereum could not be read: No endpoint of chain 1 answered.');
    expect(await page.getByRole('region', { name: 'Table of keys' }).getByRole('row').count()).toBe(4);
    const fees = page.getByRole('region', { name: 'Table of fees' });
    expect(await fees.getByRole('row', { name: /USDC/ }).textContent()).toMatch(/2\.5.*80.*1,234\.5.*\$1,234\.50.*812/);
    expect(await fees.getByRole('row', { name: /base units/ }).textContent()).toContain('7');
    expect(await fees.getByRole('row', { name: /Base in dollars/ }).textContent()).toMatch(/\$2\.50\$80\.00\$1,234\.50/);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await keepShot(page, `treasury ${name}`);
    expect(await seriousFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('says why it could not be read, and reads again', async () => {
    const { page, close } = await world.open('/inspector/treasury', { viewport: DESKTOP }, async (opened) => {
      let asked = 0;
      await opened.route('**/api/operator/treasury', async (route) => {
        asked += 1;
        if (asked > 1) return route.continue();
        const errors = { code: 'store-unavailable', problems: [] };
        return route.fulfill({ status: 503, json: { status: 503, message: 'The store does not answer.', data: null, errors } });
      });
    });
    await page.getByText('The store does not answer.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /31337/ }).waitFor();
    await close();
  });
});
