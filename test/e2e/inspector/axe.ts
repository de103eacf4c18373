import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Lists what axe reports as serious problems for users of screen readers, keyboards or large type: one line each, with the element. Axe's
 * script is evaluated and not added to the page, because the page's content security policy forbids that.
 */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(SOURCE);
  return page.evaluate(`(async () => {
    const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + help + ' at ' + target.join(' ') + ' ' + failureSummary));
  })()`);
}
