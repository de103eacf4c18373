/** Whether a host name or address can only be reached from the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Whether a host is this machine or part of a private network: a private address, or a name without a dot, as containers have. Data sent to
 * such a host does not cross the internet.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (isLoopback(name)) return true;
  if (/^10(\.\d{1,3}){3}$|^192\.168(\.\d{1,3}){2}$|^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/.test(name)) return true;
  if (name.includes(':')) return /^f[cd][0-9a-f]{2}:/.test(name);
  return /^[a-z0-9_-]*[a-z][a-z0-9_-]*$/.test(name);
}

/** Returns the URL, `http://host:port`, at which a service that listens on this host can be reached from the same machine. */
export function ownOrigin(host: string, port: number): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : /^\[?::\]?$/.test(host) ? '::1' : host;
  return `http://${reached.includes(':') && !reached.startsWith('[') ? `[${reached}]` : reached}:${port}`;
}
