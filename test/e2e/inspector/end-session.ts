import type { Page } from 'playwright-core';

/**
 * Ends the session under a page, and has the page notice. It may have noticed by itself, by a request of its own: then the link that would make it
 * ask is gone.
 *
 * @param path where a link of the page leads that asks the node for something, `/inspector/types`
 */
export async function endSession(page: Page, path: string): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(`document.querySelector('a[href="${path}"]')?.click()`);
  await page.getByText('Your session has ended').waitFor();
}
