import type { Page } from 'playwright-core';

/**
 * Ends the page's session, and makes the page notice this by following a link. If a request of the page itself has already revealed it, the
 * link no longer exists.
 * @param path the path of a link that makes the page send a request, such as `/inspector/types`
 */
export async function endSession(page: Page, path: string): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(`document.querySelector('a[href="${path}"]')?.click()`);
  await page.getByText('Your session has ended').waitFor();
}
