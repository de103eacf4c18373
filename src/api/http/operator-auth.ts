import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/**
 * The name of the operator who sent a request: what history says about who did it. Call it first in every operator route.
 * @throws TerminalError 401 `operator-token-required`, `operator-token-wrong`; 403 `operator-host-refused`, `operator-origin-refused`,
 * `operator-proxy-refused`
 */
export type OperatorAuth = (request: Request) => string;

/** Who acts on a node that has no tokens: whoever sits at the machine. */
const LOCAL_OPERATOR = 'local';

/** What proxies add. Behind one, a request from anywhere looks as if it came from this machine. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * With OPERATOR_TOKEN set, a bearer token is asked for, whatever the address. Without it, only a node that listens on loopback has
 * operators: those who can open a connection to it. A browser on the same machine can as well, on behalf of any page that it shows, so
 * that such a node takes no request of another origin (also to read: CORS may be on), and none under a host name that a stranger's
 * DNS could point at us.
 */
export function createOperatorAuth({ host, operators }: Pick<Config, 'host' | 'operators'>): OperatorAuth {
  if (operators.length === 0) return isLoopback(host) ? localOperator : refuseAll;
  // Hashes are of one length, which the comparison needs, and say nothing of the length of a token.
  const known = operators.map(({ name, token }) => ({ name, hash: hashOf(token) }));
  return (request) => {
    const token = bearerToken(request);
    if (token === null)
      throw tokenRequired('Operator routes need the header "Authorization: Bearer <token>", with a token of OPERATOR_TOKEN.');
    const hash = hashOf(token);
    // All are compared, so that the time taken does not tell which one it was.
    const [operator] = known.filter((each) => timingSafeEqual(each.hash, hash));
    if (operator !== undefined) return operator.name;
    throw new TerminalError({ code: 'operator-token-wrong', status: 401, message: 'This token is none of those in OPERATOR_TOKEN.' });
  };
}

/** Whether a host name or address can only be reached from the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

function localOperator(request: Request): string {
  const { headers } = request;
  const proxied = PROXY_HEADERS.find((name) => headers.has(name));
  if (proxied !== undefined) {
    const message = `The request came through a proxy (${proxied}), so that anyone may have sent it. Set OPERATOR_TOKEN.`;
    throw new TerminalError({ code: 'operator-proxy-refused', status: 403, message });
  }
  const asked = headers.get('host') ?? '';
  const hostname = URL.parse(`http://${asked}`)?.hostname ?? '';
  if (!isLoopback(hostname)) {
    const message = 'Without OPERATOR_TOKEN, operator routes answer under a loopback name only: localhost, 127.0.0.1 or [::1].';
    throw new TerminalError({ code: 'operator-host-refused', status: 403, message });
  }
  const origin = headers.get('origin');
  if (origin !== null && URL.parse(origin)?.host !== asked.toLowerCase()) {
    const message = 'Without OPERATOR_TOKEN, operator routes take no requests from pages of other origins.';
    throw new TerminalError({ code: 'operator-origin-refused', status: 403, message });
  }
  return LOCAL_OPERATOR;
}

function refuseAll(): never {
  throw tokenRequired('This node has no operators: it can be reached from other machines, and OPERATOR_TOKEN is not set.');
}

function tokenRequired(message: string): TerminalError {
  return new TerminalError({ code: 'operator-token-required', status: 401, message });
}

function bearerToken(request: Request): string | null {
  return /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim() ?? null;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
