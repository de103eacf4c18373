const MARK = '#sign-in=';

/**
 * Builds a link that signs a browser in to the inspector. The link works only once. The code comes after the `#`. Browsers do not send that
 * part, so it appears in no server log, proxy log or `Referer`.
 * @param node `http://host:port` of the node that created the code
 */
export function signInLink(node: string, code: string): string {
  return `${node}/inspector${MARK}${code}`;
}

/** Returns the sign-in code from a URL's fragment (the part after the `#`); undefined when it contains none. */
export function signInCodeOf(hash: string): string | undefined {
  return hash.startsWith(MARK) && hash.length > MARK.length ? hash.slice(MARK.length) : undefined;
}
