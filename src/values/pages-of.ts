/**
 * Reads all pages of a list, one after the other. The cursor of each page leads to the next page.
 * @param pageAfter reads one page; its argument `after` must be spread into the query
 * @example for await (const { rows } of pagesOf((after) => fills.find({ where, limit, ...after }))) found.push(...rows);
 */
export async function* pagesOf<Page extends { readonly cursor: string | null }>(
  pageAfter: (after: { readonly cursor?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let after: { readonly cursor?: string } = {};
  for (;;) {
    const page = await pageAfter(after);
    yield page;
    if (page.cursor === null) return;
    after = { cursor: page.cursor };
  }
}
