/**
 * The list's filter as the bulk route takes it. A search is said as what it means where that is certain: what is acted on must never be more
 * than what the list showed.
 */
export function bulkFilterOf(filter: Readonly<Record<string, string>>): Readonly<Record<string, string | boolean>> {
  const { overdue = '', held = '', search = '', ...rest } = filter;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  const judged = { ...(overdue === '1' ? { overdue: true } : {}), ...(held === '1' ? { held: true } : {}) };
  return { ...given, ...judged, ...(search === '' ? {} : searchOf(search, given)) };
}

function searchOf(search: string, given: object): Readonly<Record<string, string>> {
  // The beginning of an id: types have no slash in them, and wallets none either.
  if (search.includes('/')) return { prefix: search };
  if (/^0x[0-9a-f]{40}$/i.test(search) && !('wallet' in given)) return { wallet: search };
  return { search };
}
