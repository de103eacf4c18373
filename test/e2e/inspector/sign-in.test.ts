import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { requires } from '../../support/requires.ts';
import { someOf } from '../../support/which-cases.ts';
import { runToEnd } from '../support/run-to-end.ts';
import { seriousFaults } from './axe.ts';
import { endSession } from './end-session.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';

const ALONE = { HOST: '0.0.0.0', DEVNET: '0', CRON: 'false' };
const [ALICE, CAROL] = ['sesame-open-sesame-open-sesame', 'only-looking-only-looking-on'];
const TOKENS = { OPERATOR_TOKEN: `alice=${ALICE}`, OPERATOR_READ_TOKEN: `carol=${CAROL}` };
const ID = 'dca-position/seeded-one';
/** Matches the line that a browser writes to its console for a reply with status 401. Browsers log each such reply as an error. */
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
      await page.getByRole('alert').filter({ hasText: 'does not accept this token' }).waitFor();
      await signIn(page, ALICE);
      await page.getByRole('heading', { level: 1 }).filter({ hasText: 'seeded-one' }).waitFor();
      // The wrong token is the only cause for which the browser may log an error. That the visitor is not signed in yet must not cause one.
      expect(faults.map(isRefusal)).toEqual([true]);
      await close();
    },
    120_000,
  );

  test('keeps the token nowhere that a script reads, stays over a reload, and ends with signing out', async () => {
    const { page, faults, close } = await world.open('/inspector');
    await signIn(page, ALICE);
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
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Operator token').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  }, 120_000);

  test('acts in the name of who signed in', async () => {
    const { page, faults, close } = await world.open(`/inspector/actors/${encodeURIComponent(ID)}`);
    await signIn(page, ALICE);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'seeded-one' }).waitFor();
    const acted = await page.evaluate(
      `fetch('/api/operator/actors/${encodeURIComponent(ID)}/release', { method: 'POST' }).then((reply) => reply.status)`,
    );
    expect(acted).toBe(200);
    expect(faults).toEqual([]);
    await close();
  }, 120_000);

  test('with a read-only token shows everything and offers no action', async () => {
    const { page, close } = await world.open(`/inspector/actors/${encodeURIComponent(ID)}`);
    await signIn(page, CAROL);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'seeded-one' }).waitFor();
    await page.getByText('read only', { exact: true }).waitFor();
    await page.getByRole('tablist').waitFor();
    await keepShot(page, 'read-only actor');
    for (const name of [/^Tick now/, /^Restore/, /^Send an event/, /^Release/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await close();
  }, 120_000);

  test('continues at the same place after a new sign-in when the session ended', async () => {
    const { page, faults, close } = await world.open('/inspector/types');
    await signIn(page, ALICE);
    await page.getByRole('heading', { name: 'Types', exact: true }).waitFor();
    // The test waits until the page has loaded its first data, because a request that is still running when the session ends could be
    // refused and logged as an error.
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('dca-position').first().waitFor();
    await endSession(page, '/inspector/actors');
    const place = page.url().endsWith('/inspector/actors') ? 'Actors' : 'Types';
    await signIn(page, ALICE);
    await page.getByRole('heading', { name: place, exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  }, 120_000);
});

requires('chromium')('a node that has made its own token', () => {
  let world: InspectorWorld;
  beforeAll(async () => {
    world = await startInspectorWorld({ seeds: [{ id: ID }], until: 'health', env: ALONE, isSignedIn: false });
  }, 120_000);
  afterAll(() => world[Symbol.asyncDispose]());
  const linkIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+(\/inspector#sign-in=[\w-]{43})\s/.exec(text)?.[1];

  test('the printed link signs in once and is removed from the address; using it again says why it fails', async () => {
    const link = linkIn(world.service.logs()) ?? '';
    const { page, faults, close } = await world.open(link);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.evaluate('JSON.stringify([location.href, history.state])')).not.toContain('sign-in');
    expect(page.url()).toBe(`${world.origin}/inspector`);
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(faults).toEqual([]);
    await close();
    const again = await world.open(link);
    await again.page.getByRole('alert').filter({ hasText: 'This sign-in link was used before' }).waitFor();
    await keepShot(again.page, 'sign-in refused link');
    expect(await seriousFaults(again.page)).toEqual([]);
    expect(await again.page.locator('body').textContent()).not.toContain('seeded-one');
    expect(again.page.url()).toBe(`${world.origin}/inspector`);
    expect(again.faults.map(isRefusal)).toEqual([true]);
    // The test opens a new sign-in link while the page shows the sign-in form.
    await again.page.goto(`${world.origin}${linkIn(`${await newLink(world)} `)}`);
    await again.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await again.close();
    expect(world.service.logs().split('#sign-in=')).toHaveLength(2);
  }, 120_000);

  test('takes the token of its data folder in the form', async () => {
    const { page, close } = await world.open('/inspector/actors?type=trade');
    await signIn(page, world.service.asOperator().authorization.slice('Bearer '.length));
    await page.getByRole('heading', { name: 'Actors' }).waitFor();
    expect(page.url()).toEndWith('/inspector/actors?type=trade');
    await close();
  }, 120_000);
});

/** Returns the sign-in link that the command line prints. The command gets the node's address only from its settings. */
async function newLink({ service }: InspectorWorld): Promise<string> {
  const settings = { HOST: '0.0.0.0', PORT: String(service.port), DATA_DIR: service.dataDir };
  const { code, stdout, stderr } = await runToEnd('node', ['src/cli/coxswain.mjs', 'inspector', 'link'], settings);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}
