import { type Browser, chromium, type Page } from 'playwright-core';
import { findRequirement } from '../../support/requires.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Seed, seedActors } from './seed-actors.ts';
import { createVisitorPages, type Look } from './visitor-pages.ts';

/** The two window sizes with which the page is tested. */
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export type InspectorWorld = AsyncDisposable & {
  readonly service: Service;
  readonly browser: Browser;
  /** Origin of the service's URL, `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  /**
   * Opens a page as a new visitor, and records forbidden behavior. `prepare` runs in a separate window before anything is loaded; its
   * settings end with that window.
   */
  open(path: string, look?: Look, prepare?: (page: Page) => Promise<void>): Promise<WatchedPage>;
};

export type WatchedPage = {
  readonly page: Page;
  /** Console errors, uncaught errors and requests to other hosts. Empty for a correct page. */
  readonly faults: readonly string[];
  close(): Promise<void>;
};

export type WorldOptions = {
  /** Actors that the fixture writes to the store before it starts the service. */
  readonly seeds?: Iterable<Seed>;
  readonly env?: Record<string, string>;
  /** State of the service for which the start waits. `health` is for a service that is never ready, such as one without its devnet. */
  readonly until?: 'health' | 'ready';
  /** Whether visitors are already signed in when a page opens. Default: true, unless `env` sets tokens. */
  readonly isSignedIn?: boolean;
};

/** Starts a service on its own devnet with two ticks a second, and a browser: `await using world = await startInspectorWorld();`. */
export async function startInspectorWorld(options: WorldOptions = {}): Promise<InspectorWorld> {
  const { seeds = [], env = {}, until = 'ready', isSignedIn = env.OPERATOR_TOKEN === undefined } = options;
  await using cleanup = new AsyncDisposableStack();
  const executablePath = findRequirement('chromium');
  if (executablePath === null) throw new Error('There is no Chromium');
  const folder = cleanup.use(tempFolder());
  await seedActors(folder.path, seeds);
  const starting = chromium.launch({ executablePath, args: ['--no-sandbox'] });
  cleanup.defer(async () => (await starting).close());
  const settings = { DATA_DIR: folder.path, DEVNET_PORT: '0', TICK_INTERVAL_MS: '500', LOG_LEVEL: 'warn', ...env };
  const service = cleanup.use(await spawnService({ until, chain: 'copied', env: settings }));
  const browser = await starting;
  const { origin } = new URL(service.url);
  const pages = createVisitorPages(browser, origin);
  const cookies = isSignedIn ? [await signedIn(service)] : [];
  const kept = cleanup.move();

  return {
    service,
    browser,
    origin,
    async open(path, look = { viewport: DESKTOP }, prepare) {
      const page = prepare === undefined ? await pages.take(look) : await (await browser.newContext(look)).newPage();
      await page.context().addCookies(cookies);
      const faults: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.origin !== origin && url.protocol !== 'data:' && url.protocol !== 'blob:') faults.push(`request to ${request.url()}`);
      });
      await prepare?.(page);
      await page.goto(`${origin}${path}`);
      return { page, faults, close: () => (prepare === undefined ? pages.giveBack(page) : page.context().close()) };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** The session cookie that the reply to the sign-in contains. */
async function signedIn(service: Service): Promise<{ name: string; value: string; url: string }> {
  const headers = { 'content-type': 'application/json' };
  const token = service.asOperator().authorization.slice('Bearer '.length);
  const response = await fetch(`${service.url}/operator/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '') ?? [];
  return { name, value, url: service.url };
}
