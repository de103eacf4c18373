const MARK = '#sign-in=';

/**
 * Signs a browser in to the inspector, once. The code stands behind the `#`, which browsers keep to themselves: it gets into no request, no
 * log of a server or a proxy, and no `Referer`.
 * @param node `http://host:port` of the node that made the code
 */
export function signInLink(node: string, code: string): string {
  return `${node}/inspector${MARK}${code}`;
}

/** The code in the part of an address from the `#` on. */
export function signInCodeOf(hash: string): string | undefined {
  return hash.startsWith(MARK) && hash.length > MARK.length ? hash.slice(MARK.length) : undefined;
}
