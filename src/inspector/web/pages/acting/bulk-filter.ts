/**
 * Converts the filter of the actors' list to the filter of the bulk route. A search text becomes an exact filter only when its meaning is
 * certain, because the action must never affect more actors than the list showed.
 */
export function bulkFilterOf(filter: Readonly<Record<string, string>>): Readonly<Record<string, string | boolean>> {
  const { overdue = '', held = '', search = '', ...rest } = filter;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  const judged = { ...(overdue === '1' ? { overdue: true } : {}), ...(held === '1' ? { held: true } : {}) };
  return { ...given, ...judged, ...(search === '' ? {} : searchOf(search, given)) };
}

function searchOf(search: string, given: object): Readonly<Record<string, string>> {
  // Types, keys and wallets contain no slash, so a search text with a slash is the start of an actor id.
  if (search.includes('/')) return { prefix: search };
  if (/^0x[0-9a-f]{40}$/i.test(search) && !('wallet' in given)) return { wallet: search };
  return { search };
}
