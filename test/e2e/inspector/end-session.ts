import type { Page } from 'playwright-core';

/**
 * Ends the page's session by deleting its cookies, and follows a link so that the page notices it. When a request of the page has already
 * revealed the ended session, the link may no longer exist.
 * @param path the path of a link that makes the page send a request, such as `/inspector/types`
 */
export async function endSession(page: Page, path: string): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(`document.querySelector('a[href="${path}"]')?.click()`);
  await page.getByText('Your session has ended').waitFor();
}
