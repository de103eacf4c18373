import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { seriousFaults } from './axe.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';
import { createOperatorClient } from './operator-client.ts';
import type { Seed } from './seed-actors.ts';

const AGENT = 'autopilot-agent/acting';
const SICK = 'autopilot-agent/sick';
const TRADE = 'trade/acting';
const WAITING = 'trade/waiting';
const SICK_TRADES = Array.from({ length: 5 }, (_, i) => `trade/sick-${i}`);

const hourAgoMs = Date.now() - 3_600_000;
const lastError = { code: 'facts-failed', message: 'The price did not come', atMs: hourAgoMs };
const quarantined = { state: 'quarantined', failures: 5, sinceMs: hourAgoMs, untilMs: null, lastError } as const;
const seedOf = (id: string): Seed => ({ id, createdAtMs: hourAgoMs, updatedAtMs: hourAgoMs });
/** An outbox entry whose effect is due only a day later. So it cannot run during the test unless the operator retries it. */
const effect: NonNullable<Seed['outbox']>[number] = {
  ...{ key: `${WAITING}/1/0`, name: 'lookIn300s', params: { lookNo: 1 }, state: 'ready', attempts: 2, lastError },
  ...{ nextAttemptAtMs: Date.now() + 86_400_000, leasedBy: null, leaseUntilMs: null },
};
const pathOf = (id: string) => `/inspector/actors/${encodeURIComponent(id)}`;

requires('chromium')('acting on actors', () => {
  let world: InspectorWorld;
  let client: ReturnType<typeof createOperatorClient>;
  beforeAll(async () => {
    const sick = [SICK, ...SICK_TRADES].map((id): Seed => ({ ...seedOf(id), health: quarantined }));
    world = await startInspectorWorld({ seeds: [seedOf(AGENT), seedOf(TRADE), { ...seedOf(WAITING), outbox: [effect] }, ...sick] });
    client = createOperatorClient(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const said = (page: Page, text: string | RegExp) => page.locator('.announce-toast').filter({ hasText: text }).waitFor();

  /** Waits until the effects of the last actions, which write the agent's activity, have ended, and returns the agent's revision. */
  const settled = () =>
    waitFor(
      async () => {
        const { outbox, revision } = await client.read(AGENT);
        return Array.isArray(outbox) && outbox.length === 0 ? revision : null;
      },
      { what: "the agent's effects to be settled" },
    );

  test('an event with a wrong field is refused at that field, and sent once it is right', async () => {
    const { page, faults, close } = await world.open(pathOf(TRADE), { viewport: DESKTOP, colorScheme: 'light' });
    await page.getByRole('button', { name: 'Send an event …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send an event' });
    await dialog.getByLabel('Event', { exact: true }).selectOption('OBSERVED');
    await dialog.getByLabel('hash', { exact: true }).waitFor();
    for (const name of ['hash', 'substatus', 'reason', 'destinationHash']) {
      await dialog.getByLabel(`Whether observation.${name} is given`).selectOption('null');
    }
    await dialog.getByLabel('amountOut', { exact: true }).fill('1.5');
    await dialog.getByLabel('sender', { exact: true }).selectOption('unseen');
    await dialog.getByRole('button', { name: 'Send OBSERVED' }).click();
    await dialog.getByText('Expected a whole number in decimal digits (base units, where it is an amount). Or choose null.').waitFor();
    await dialog.getByText('Choose one.').waitFor();
    // After the refused form, the keyboard focus must be on the first invalid field, which is a select element.
    await waitFor(async () => (await page.evaluate('document.activeElement.tagName')) === 'SELECT', {
      what: 'the first wrong field to have the focus',
    });
    await keepShot(page, 'acting wrong field desktop light');
    expect(await seriousFaults(page)).toEqual([]);
    expect((await client.read(TRADE)).revision).toBe(1);

    await dialog.getByLabel('amountOut', { exact: true }).fill('1500000');
    await dialog.getByLabel('status', { exact: true }).selectOption('pending');
    await dialog.getByRole('button', { name: 'Send OBSERVED' }).click();
    await said(page, /OBSERVED was sent: the actor is now in pending\.resting at revision 2/);
    expect(JSON.stringify((await client.read(TRADE)).snapshot.context)).toContain('1500000');
    expect(faults).toEqual([]);
    await close();
  });

  test('an error that only the service can find is shown at its field too', async () => {
    const { page, faults, close } = await world.open(pathOf(AGENT), { viewport: PHONE, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Send an event …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send an event' });
    await dialog.getByLabel('Event', { exact: true }).selectOption('UPDATE');
    const fill: Record<string, string> = { policy: '{"a":1}', policyHash: '0x1', policySignature: '0x2', maxPerTrade: '1', maxPerDay: '1' };
    for (const [name, text] of Object.entries({ ...fill, maxTradesPerDay: '1', expirySec: '1' })) {
      await dialog.getByLabel(name, { exact: true }).fill(text);
    }
    await dialog.getByRole('button', { name: 'Send UPDATE' }).click();
    const policy = dialog.getByLabel('policy', { exact: true });
    await dialog.getByText('Expected a policy document').waitFor();
    expect(await policy.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await keepShot(page, 'acting refused field phone dark');
    // The page let the service validate the event before sending it. Therefore no request was refused, and the browser's console must
    // contain no error.
    expect(faults).toEqual([]);
    await close();
  });

  test('a restore shows what it changes before it does it, and nothing is restored that has moved on', async () => {
    await client.send(AGENT, { type: 'PAUSE' });
    const paused = await settled();
    const { page, faults, close } = await world.open(`${pathOf(AGENT)}?tab=history&at=1`, { viewport: DESKTOP, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Restore to this …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore to an earlier state' });
    const preview = dialog.getByRole('region', { name: 'What changes' });
    await preview.getByText(`From revision ${paused}`).waitFor();
    await preview.getByRole('listitem').filter({ hasText: 'isPaused' }).waitFor();
    await preview.getByRole('list', { name: 'Consequences' }).getByText('does not act afterwards').waitFor();
    await keepShot(page, 'restore preview desktop dark');
    expect(await seriousFaults(page)).toEqual([]);

    // Simulates another operator who changes the actor after the preview and just before the restore, so that the page's restore uses a
    // superseded revision.
    let hasMoved = false;
    await page.route('**/restore', async (route) => {
      const { dryRun } = route.request().postDataJSON();
      if (dryRun === undefined && !hasMoved) {
        hasMoved = true;
        await client.send(AGENT, { type: 'RESUME' });
      }
      await route.continue();
    });
    const restore = dialog.getByRole('button', { name: 'Restore it to revision 1' });
    await restore.click();
    await dialog.getByText('revision-moved-on').waitFor();
    const resumed = await settled();
    await preview.getByText(`From revision ${resumed}`).waitFor();
    // Restores the actor to its state at a time, instead of to a chosen revision.
    await dialog.getByLabel('Local time').fill(await localTime(page, hourAgoMs + 60_000));
    await preview.getByText(`From revision ${resumed} (unlinked) back to revision 1`).waitFor();
    await restore.click();
    await said(page, /^The actor is restored to revision 1/);
    const restored = page.getByRole('option', { name: /runtime\.restored/ });
    await restored.waitFor();
    // The page was at revision 1, and has moved on to the new one.
    await page.waitForURL(new RegExp(`[?&]at=${resumed + 1}(&|$)`));
    // Only one request may have been refused: the restore (409) after another operator had changed the actor. Only the service can detect
    // that.
    expect(faults.filter((fault) => !fault.includes('status of 409'))).toEqual([]);
    expect(faults).toHaveLength(1);
    await close();
  });

  test('a quarantined actor is found, and released', async () => {
    const { page, faults, close } = await world.open('/inspector/actors?health=quarantined&type=autopilot-agent');
    await page.getByRole('link', { name: SICK }).click();
    await page.getByRole('button', { name: 'Release from quarantine …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release from quarantine' });
    await dialog.getByText('The price did not come').waitFor();
    await dialog.getByText('recorded in its history with the operator local').waitFor();
    await dialog.getByRole('button', { name: 'Release it' }).click();
    await said(page, 'Released: it is ok again.');
    await page.getByRole('button', { name: 'Release from quarantine …' }).waitFor({ state: 'detached' });
    expect(await client.read(SICK)).toMatchObject({ health: { state: 'ok' } });
    await page.getByRole('button', { name: 'Tick now …' }).click();
    await page.getByRole('button', { name: 'Tick it' }).click();
    await said(page, /^Ticked: /);
    expect(faults).toEqual([]);
    await close();
  });

  test('an effect that waits is tried now', async () => {
    const { page, faults, close } = await world.open(pathOf(WAITING), { viewport: PHONE, colorScheme: 'light' });
    const waiting = page.getByRole('list', { name: 'Waiting effects' }).getByRole('listitem').filter({ hasText: 'lookIn300s' });
    await waiting.getByRole('button', { name: 'Try now …' }).click();
    await page.getByRole('dialog', { name: 'Try lookIn300s now' }).getByRole('button', { name: 'Try it now' }).click();
    await said(page, 'lookIn300s is tried now.');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('option', { name: /runtime\.effect-retried.*operator local/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('many actors are acted on at once, after a dry run that does nothing', async () => {
    const { page, faults, close } = await world.open('/inspector/actors?health=quarantined&type=trade', {
      viewport: PHONE,
      colorScheme: 'light',
    });
    await page.getByRole('button', { name: 'Act on all that match …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Act on actors of type trade, that are quarantined' });
    await dialog.getByRole('button', { name: 'Rehearse' }).click();
    await dialog.getByText('The action would change 5 actors. Nothing was changed yet.').waitFor();
    await keepShot(page, 'bulk rehearsed phone light');
    expect(await seriousFaults(page)).toEqual([]);
    expect(await client.read('trade/sick-0')).toMatchObject({ revision: 1, health: { state: 'quarantined' } });
    await dialog.getByRole('button', { name: 'Apply the action to 5 actors' }).click();
    await dialog.getByText('Done: 5 actors changed.').waitFor();
    for (const id of SICK_TRADES) expect(await client.read(id)).toMatchObject({ health: { state: 'ok' } });
    expect(faults).toEqual([]);
    await close();
  });

  test('a read-only user is offered no actions', async () => {
    const { page, faults, close } = await world.open('/inspector/types');
    await page.route('**/api/operator/session', async (route) => {
      const response = await route.fetch();
      const reply: { data: object } = await response.json();
      await route.fulfill({ response, json: { ...reply, data: { ...reply.data, access: 'read' } } });
    });
    await page.goto(`${world.origin}${pathOf(AGENT)}`);
    await page.getByText('This session is read-only: it can see everything and change nothing.').waitFor();
    await page.goto(`${world.origin}${pathOf(AGENT)}?tab=history&at=1`);
    await page.getByRole('heading', { name: 'SEEDED' }).waitFor();
    expect(await page.getByRole('button', { name: /Restore|Send|Tick now|Release|Act on/ }).count()).toBe(0);
    await page.goto(`${world.origin}/inspector/actors`);
    await page.getByRole('link', { name: AGENT }).waitFor();
    expect(await page.getByRole('button', { name: /Act on/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});

/** Formats a time for the browser's time input, in the browser's time zone. */
async function localTime(page: Page, atMs: number): Promise<string> {
  return String(await page.evaluate(`new Date(${atMs} - new Date(${atMs}).getTimezoneOffset() * 60000).toISOString().slice(0, 19)`));
}
