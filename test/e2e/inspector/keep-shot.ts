import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Saves a screenshot for people to look at, when the environment variable INSPECTOR_SHOTS contains a folder. */
export async function keepShot(page: Page, name: string): Promise<void> {
  const folder = process.env.INSPECTOR_SHOTS;
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}.png`), fullPage: true });
}
