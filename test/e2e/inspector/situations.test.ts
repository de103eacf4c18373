import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { NodeNote, Overview } from '../../../src/values/inspection/overview.ts';
import type { TypeFigures } from '../../../src/values/inspection/type-figures.ts';
import { recordedActors } from '../../support/recorded-actors.ts';
import { requires } from '../../support/requires.ts';
import { hasAllCases, someOf } from '../../support/which-cases.ts';
import { seriousFaults } from './axe.ts';
import { crowd } from './crowd.ts';
import { MARKUP } from './hostile-actors.ts';
import { DESKTOP, type InspectorWorld, PHONE, startInspectorWorld } from './inspector-world.ts';
import { keepShot } from './keep-shot.ts';
import type { Seed } from './seed-actors.ts';

const LOOKS = [
  { look: 'desktop, light', viewport: DESKTOP, colorScheme: 'light' },
  { look: 'desktop, dark', viewport: DESKTOP, colorScheme: 'dark' },
  { look: 'phone, light', viewport: PHONE, colorScheme: 'light' },
  { look: 'phone, dark', viewport: PHONE, colorScheme: 'dark' },
] as const;

const PAPER = 'autopilot-agent/on-paper';
const HOSTILE = `trade/${MARKUP[0]}`;
const QUARANTINED = 'dca-position/quarantined-here';

function* seeds(nowMs: number): Generator<Seed> {
  yield* crowd(hasAllCases ? 100_000 : 1_000, nowMs);
  const agent = recordedActors().find(({ type, snapshot }) => type === 'autopilot-agent' && snapshot.value === 'watching');
  if (agent === undefined) throw new Error('There is no recording of a watching agent');
  const context = { ...agent.snapshot.context, link: null, chain: null, paper: { balances: {}, buys: [], sells: 1 } };
  yield { id: PAPER, version: agent.version, snapshot: { ...agent.snapshot, context }, createdAtMs: nowMs, updatedAtMs: nowMs };
  yield { id: HOSTILE, keys: { wallet: MARKUP[1], chainId: 31337, status: MARKUP[4] }, createdAtMs: nowMs, updatedAtMs: nowMs };
  const lastError = { code: 'rpc-refused', message: 'The chain refused it. '.repeat(20), atMs: nowMs };
  const health = { state: 'quarantined', failures: 5, sinceMs: nowMs, untilMs: null, lastError } as const;
  yield { id: QUARANTINED, health, createdAtMs: nowMs, updatedAtMs: nowMs };
}

/** Changes a reply of the service on its way to the page, for situations that a single node on a devnet does not have. */
async function changed<Data>(page: Page, path: string, change: (data: Data) => Data): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Data };
    await route.fulfill({ response, json: { ...body, data: change(body.data) } });
  });
}

const OVERVIEW = '/api/operator/overview';
const manyNodes = ([own]: readonly NodeNote[]): readonly NodeNote[] =>
  own === undefined
    ? []
    : Array.from({ length: 12 }, (_, at) => ({
        ...{ ...own, nodeId: `node-${at}`, host: `vm-${at}.fleet.example.org`, isThis: at === 0, isDraining: at === 3 },
        ...{ groups: [`${at * 20}-${at * 20 + 19}`], seenAtMs: own.seenAtMs - (at === 5 ? 90_000 : 0) },
      }));
const WORK = { count: 412, perMinute: 27.5, p50Ms: 240, p95Ms: 8_400, failures: 37, retries: 120, postponed: 12 };
const failing = ({ types, ...rest }: TypeFigures): TypeFigures => ({
  ...rest,
  types: types.map((figure) =>
    figure.type !== 'trade'
      ? figure
      : {
          ...figure,
          effects: WORK,
          byEffect: [{ name: 'readStatus', waitsOnPurpose: false, ...WORK }],
          lastError: {
            id: 'trade/1',
            what: 'readStatus',
            code: 'timeout',
            message: `No reply. ${MARKUP[0]} `.repeat(12),
            atMs: rest.nowMs - 9_000,
          },
        },
  ),
});

/** A situation: the page, the text that it must show, and what is changed before. */
type Situation = { readonly name: string; readonly path: string; readonly shows: string; readonly prepare?: (page: Page) => Promise<void> };

const actor = (id: string, query = '') => `/inspector/actors/${encodeURIComponent(id)}${query}`;

const SITUATIONS: readonly Situation[] = [
  { name: 'very many actors, overview', path: '/inspector', shows: 'Actors by type' },
  { name: 'very many actors, table', path: '/inspector/actors', shows: 'Next' },
  { name: 'quarantine, table', path: '/inspector/actors?health=quarantined', shows: 'quarantined' },
  { name: 'quarantine, actor', path: actor(QUARANTINED), shows: 'The actor is quarantined' },
  { name: 'paper, details', path: actor(PAPER, '?tab=details'), shows: 'dry run' },
  { name: 'hostile texts', path: actor(HOSTILE), shows: 'onerror' },
  { name: 'history', path: actor(PAPER, '?tab=history'), shows: 'Revision 1 of 1' },
  { name: 'treasury', path: '/inspector/treasury', shows: 'Executors' },
  { name: 'saved history', path: '/inspector/offline', shows: 'history' },
  {
    name: 'failing type',
    path: '/inspector/types',
    shows: '37 failures',
    prepare: (page) => changed<TypeFigures>(page, '/api/operator/types/figures', failing),
  },
  {
    name: 'many nodes',
    path: '/inspector',
    shows: 'on vm-11.fleet.example.org',
    prepare: (page) => changed<Overview>(page, OVERVIEW, (data) => ({ ...data, nodes: manyNodes(data.nodes) })),
  },
  {
    name: 'a dependency is away',
    path: '/inspector',
    shows: 'No endpoint of chain 31337 answers',
    prepare: (page) =>
      changed<Overview>(page, OVERVIEW, (data) => ({
        ...data,
        dependencies: data.dependencies.map((each, at) =>
          at === 0 ? { ...each, isOk: false, message: 'No endpoint of chain 31337 answers.' } : each,
        ),
      })),
  },
  {
    name: 'busy',
    path: '/inspector',
    shows: 'Minute by minute',
    prepare: (page) =>
      changed<Overview>(page, OVERVIEW, (data) => ({
        ...data,
        outbox: { entries: 48_211, running: 512 },
        minutes: Array.from({ length: 60 }, (_, at) => ({
          ...{ atMs: data.nowMs - (59 - at) * 60_000, commits: 900 + ((at * 37) % 400), refused: at % 3, conflicts: at % 2 },
          ...{ stepErrors: at % 20 === 0 ? 1 : 0, effects: 700 + ((at * 53) % 300), effectErrors: at % 5 },
        })),
      })),
  },
];

requires('chromium')('the inspector in its situations', () => {
  let world: InspectorWorld;
  beforeAll(async () => {
    world = await startInspectorWorld({ seeds: seeds(Date.now() - 3_600_000) });
  }, 180_000);
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(SITUATIONS.flatMap((situation) => someOf(LOOKS).map((look) => ({ ...situation, ...look }))))(
    '$name: $look',
    async ({ name, look, path, shows, prepare, viewport, colorScheme }) => {
      const { page, faults, close } = await world.open('/inspector/offline', { viewport, colorScheme });
      await prepare?.(page);
      await page.goto(`${world.origin}${path}`);
      await page.getByText(shows).filter({ visible: true }).first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      await keepShot(page, `situation ${name} ${look}`);
      expect(await seriousFaults(page)).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
  );

  test.each(someOf(LOOKS))('the dialog of a restore: $look', async ({ look, viewport, colorScheme }) => {
    const { page, faults, close } = await world.open(actor(PAPER), { viewport, colorScheme });
    await page.getByRole('button', { name: 'Restore …' }).click();
    await page.getByRole('dialog', { name: 'Restore to an earlier state' }).waitFor();
    await keepShot(page, `situation restore dialog ${look}`);
    expect(await seriousFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

requires('chromium')('the inspector of a service without actors of clients', () => {
  let world: InspectorWorld;
  beforeAll(async () => {
    world = await startInspectorWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const PAGES = [
    { path: '', shows: 'Actors by type' },
    { path: '/actors', shows: 'vault-follower/31337' },
    { path: '/types', shows: 'How the types work' },
    { path: '/treasury', shows: 'Executors' },
  ];
  test.each(PAGES.flatMap((shown) => someOf(LOOKS).map((look) => ({ ...shown, ...look }))))(
    'empty, "$path": $look',
    async ({ path, shows, look, viewport, colorScheme }) => {
      const { page, faults, close } = await world.open(`/inspector${path}`, { viewport, colorScheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText(shows).first().waitFor();
      await keepShot(page, `situation empty ${path} ${look}`);
      expect(await seriousFaults(page)).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
  );
});
