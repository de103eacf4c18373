/** Whether a host name or address is reachable only from the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** URL at which a service that listens on this host is reached from the same machine, as `http://host:port`. */
export function ownOrigin(host: string, port: number): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : /^\[?::\]?$/.test(host) ? '::1' : host;
  return `http://${reached.includes(':') && !reached.startsWith('[') ? `[${reached}]` : reached}:${port}`;
}
