import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

export type Look = { readonly viewport?: { readonly width: number; readonly height: number }; readonly colorScheme?: 'light' | 'dark' };

export type VisitorPages = {
  /** Returns a browser page at `about:blank` without any data of earlier visitors. */
  take(look: Look): Promise<Page>;
  /** Returns a page to the pool, so that another test visitor can use it. Pages that are not returned are closed with the browser. */
  giveBack(page: Page): Promise<void>;
};

type Kept = { readonly context: BrowserContext; readonly page: Page; readonly session: CDPSession };

/**
 * Creates a pool of browser pages that are reused. A new window costs Chromium two seconds of processor time. Removing what a visitor
 * leaves (storage, cookies, listeners, routes, mouse position) costs a hundredth of that. The file cache is kept.
 */
export function createVisitorPages(browser: Browser, origin: string): VisitorPages {
  const idle: Kept[] = [];
  const taken = new Map<Page, Kept>();
  return {
    async take({ viewport, colorScheme }) {
      const kept = idle.pop() ?? (await openPage(browser));
      taken.set(kept.page, kept);
      if (viewport !== undefined) await kept.page.setViewportSize(viewport);
      await kept.page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
      return kept.page;
    },
    async giveBack(page) {
      const kept = taken.get(page);
      if (kept === undefined) throw new Error('This page was not taken, or is given back twice');
      taken.delete(page);
      for (const event of ['console', 'pageerror', 'request', 'dialog'] as const) page.removeAllListeners(event);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.mouse.move(-1, -1);
      await page.evaluate('sessionStorage.clear()');
      await page.goto('about:blank');
      await kept.context.clearCookies();
      await kept.session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      idle.push(kept);
    },
  };
}

async function openPage(browser: Browser): Promise<Kept> {
  const context = await browser.newContext();
  const page = await context.newPage();
  return { context, page, session: await context.newCDPSession(page) };
}
