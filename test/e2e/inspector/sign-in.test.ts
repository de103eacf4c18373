import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { requires } from '../../support/requires.ts';
import { seriousFaults } from './axe.ts';
import { endSession } from './end-session.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';
import { someOf } from './some-of.ts';

const ALONE = { HOST: '0.0.0.0', DEVNET: '0', CRON: 'false' };
const TOKENS = { OPERATOR_TOKEN: 'alice=sesame-open', OPERATOR_READ_TOKEN: 'carol=only-looking' };
const ID = 'dca-position/seeded-one';
/** A browser notes each reply of 401 as an error. */
const isRefusal = (fault: string) => /responded with a status of 401 /.test(fault);

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Operator token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

requires('chromium')('signing in to a node that other machines reach', () => {
  let world: InspectorWorld;
  beforeAll(async () => {
    world = await startInspectorWorld({ seeds: [{ id: ID }], until: 'health', env: { ...ALONE, ...TOKENS } });
  }, 120_000);
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(
    someOf([
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const),
  )(
    'shows nothing before, says when a token is wrong, and leads to what was asked for: %s',
    async (name, viewport) => {
      const { page, faults, close } = await world.open(`/inspector/actors/${encodeURIComponent(ID)}`, { viewport });
      await page.getByRole('heading', { name: 'Coxswain inspector' }).waitFor();
      await keepShot(page, `sign-in ${name}`);
      expect(await page.locator('body').textContent()).not.toContain('seeded-one');
      expect(await seriousFaults(page)).toEqual([]);
      await signIn(page, 'sesame');
      await page.getByRole('alert').filter({ hasText: 'none of those that the node knows' }).waitFor();
      await signIn(page, 'sesame-open');
      await page.getByRole('heading', { level: 1 }).filter({ hasText: 'seeded-one' }).waitFor();
      // Of the wrong token alone: that one is not signed in yet is no fault.
      expect(faults.map(isRefusal)).toEqual([true]);
      await close();
    },
    120_000,
  );

  test('keeps the token nowhere that a script reads, stays over a reload, and ends with signing out', async () => {
    const { page, faults, close } = await world.open('/inspector');
    await signIn(page, 'sesame-open');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const kept = String(
      await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, history.state, location.href])'),
    );
    expect(kept).not.toContain('sesame');
    expect(kept).not.toContain('coxswain_operator');
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: 'coxswain_operator', httpOnly: true, sameSite: 'Strict', path: '/' });
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Operator token').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  }, 120_000);

  test('acts in the name of who signed in', async () => {
    const { page, faults, close } = await world.open(`/inspector/actors/${encodeURIComponent(ID)}`);
    await signIn(page, 'sesame-open');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'seeded-one' }).waitFor();
    const acted = await page.evaluate(
      `fetch('/api/operator/actors/${encodeURIComponent(ID)}/release', { method: 'POST' }).then((reply) => reply.status)`,
    );
    expect(acted).toBe(200);
    expect(faults).toEqual([]);
    await close();
  }, 120_000);

  test('with a token that reads shows everything and offers no act', async () => {
    const { page, close } = await world.open(`/inspector/actors/${encodeURIComponent(ID)}`);
    await signIn(page, 'only-looking');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'seeded-one' }).waitFor();
    await page.getByText('read only', { exact: true }).waitFor();
    await page.getByRole('tablist').waitFor();
    await keepShot(page, 'read-only actor');
    for (const name of [/^Tick now/, /^Restore/, /^Send an event/, /^Release/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await close();
  }, 120_000);

  test('goes on after the session ended, where it was', async () => {
    const { page, faults, close } = await world.open('/inspector/types');
    await signIn(page, 'sesame-open');
    await page.getByRole('heading', { name: 'Types', exact: true }).waitFor();
    // What was asked for at the beginning is there: none of it is on its way when the session ends.
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('dca-position').first().waitFor();
    await endSession(page, '/inspector/actors');
    const place = page.url().endsWith('/inspector/actors') ? 'Actors' : 'Types';
    await signIn(page, 'sesame-open');
    await page.getByRole('heading', { name: place, exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  }, 120_000);
});

requires('chromium')('a node that other machines reach, without tokens', () => {
  test('shows nothing to anybody, and says what to set', async () => {
    await using world = await startInspectorWorld({ seeds: [{ id: ID }], until: 'health', env: ALONE });
    const { page } = await world.open('/inspector/actors');
    await signIn(page, 'anything');
    await page.getByRole('alert').filter({ hasText: 'OPERATOR_TOKEN is not set' }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('seeded-one');
  }, 120_000);
});
