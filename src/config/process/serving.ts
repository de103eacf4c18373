import { choice, exampleOf, flag, integer, lineOf, text } from '../kinds.ts';
import { readBrand } from '../read-brand.ts';
import { readOperators, readReaders } from '../read-operators.ts';
import { listOr } from '../say.ts';
import { defineSettings, setting } from '../setting.ts';
import { isUrl, type SettingReader } from '../setting-reader.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const INSPECTOR_MODES = ['on', 'read-only', 'off'] as const;

const STREAMS =
  'Maximum number of open streams (quotes, backtests) of unauthenticated clients on a node: of all clients together, and of each ' +
  'client. 0: no limit.';
const SOCKETS =
  'Maximum number of Socket.IO connections to this node: of all clients together, and of one client (an IP address). 0: no limit.';

export const serving = defineSettings({
  of: 'process',
  title: 'Serving',
  settings: {
    host: text('HOST', { default: '127.0.0.1', doc: 'The address that the service listens on.' }),
    port: integer('PORT', {
      default: 5000,
      min: 0,
      max: 65_535,
      doc: 'The port on which the service listens. 0 chooses a free port and prints it.',
    }),
    corsOrigins: setting({
      lines: [
        exampleOf(
          'CORS_ORIGINS',
          'https://app.example.org',
          'Origins whose pages may call the API in browsers, separated by commas; * for all. Not set: no CORS headers are sent, so ' +
            'pages of other sites cannot read replies.',
        ),
      ],
      read: readCorsOrigins,
      say: (origins) => (origins === '*' ? '*' : listOr(origins, 'none')),
    }),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', {
      ...{ default: 600, min: 0, max: 1_000_000 },
      doc:
        'Maximum number of requests per minute of one client (an IP address) to each route that writes, signs or calls outside ' +
        'services. With REDIS_URL the limit holds for all nodes together. 0: no limit.',
    }),
    maxStreams: integer('MAX_STREAMS', { default: 1_000, min: 0, max: 1_000_000, doc: STREAMS }),
    maxStreamsPerClient: integer('MAX_STREAMS_PER_CLIENT', { default: 50, min: 0, max: 1_000_000, doc: STREAMS }),
    maxSockets: integer('MAX_SOCKETS', { default: 10_000, min: 0, max: 1_000_000, doc: SOCKETS }),
    maxSocketsPerClient: integer('MAX_SOCKETS_PER_CLIENT', { default: 2_500, min: 0, max: 1_000_000, doc: SOCKETS }),
    trustProxy: flag('TRUST_PROXY', {
      default: false,
      doc: "1: the last address in X-Forwarded-For is taken as the client's address. Set it only if every request comes through your own proxy, because clients could forge their address otherwise.",
    }),
    logLevel: choice('LOG_LEVEL', {
      default: 'info',
      accepted: LOG_LEVELS,
      doc: `How much is logged: ${LOG_LEVELS.join(', ')}. With debug every request is logged, with info only failed requests.`,
    }),
    shutdownGraceMs: integer('SHUTDOWN_GRACE_MS', {
      ...{ default: 10_000, min: 0, max: 600_000 },
      doc: 'Maximum time in milliseconds for which the service waits, after SIGTERM or Ctrl-C, until running requests and effects have ended.',
    }),
    brand: setting({
      lines: [
        lineOf(
          'SERVICE_BRAND',
          'Svc',
          'One word that is part of the messages that users sign ("Svc autopilot-create ...") and of the EIP-712 domain ("SvcRelayer"). ' +
            'With the default word, signatures of your users would also be valid at every other service with the default word. So the ' +
            'default is refused if an RPC of a chain other than 31337 is set.',
        ),
      ],
      read: (reader, { chainIds }) => readBrand(reader, chainIds),
      say: String,
    }),
    operators: setting({
      lines: [
        exampleOf(
          'OPERATOR_TOKEN',
          'alice=a-random-text-of-24-characters-or-more,bob=another-random-text-as-long',
          "Tokens that give access to operator routes: one token, or name=token,name=token, so that histories show the operator's " +
            'name. Each token has at least 24 characters. Not set: the service creates a token in DATA_DIR/operator-token at its first ' +
            'start. In a cluster, set it on all nodes.',
        ),
      ],
      read: readOperators,
      say: namesOf,
      secretsIn: tokensOf,
    }),
    readers: setting({
      lines: [
        exampleOf(
          'OPERATOR_READ_TOKEN',
          'carol=a-third-random-text-as-long-as-these',
          'Tokens of operators who may read everything and change nothing, in the format of OPERATOR_TOKEN. Names and tokens must differ from those in OPERATOR_TOKEN.',
        ),
      ],
      read: readReaders,
      say: namesOf,
      secretsIn: tokensOf,
    }),
    inspector: choice('INSPECTOR', {
      default: 'on',
      accepted: INSPECTOR_MODES,
      doc:
        "The operators' page at /inspector. on: it is served. read-only: operators can read everything and change nothing on this " +
        'node, also over the API. off: it is not served.',
    }),
  },
  check({ operators, readers }, reader) {
    const accepted = 'names and tokens that are not in OPERATOR_TOKEN';
    if (readers.some(({ name }) => operators.some((each) => each.name === name)))
      reader.problem('OPERATOR_READ_TOKEN', 'contains a name of OPERATOR_TOKEN', accepted);
    if (readers.some(({ token }) => operators.some((each) => each.token === token)))
      reader.problem('OPERATOR_READ_TOKEN', 'contains a token of OPERATOR_TOKEN', accepted);
  },
});

function namesOf(operators: readonly { readonly name: string }[]): string {
  return listOr(
    operators.map(({ name }) => name),
    'none',
  );
}

function tokensOf(operators: readonly { readonly token: string }[]): readonly string[] {
  return operators.map(({ token }) => token);
}

function readCorsOrigins(reader: SettingReader): '*' | readonly string[] {
  const origins = reader.list('CORS_ORIGINS');
  if (origins.includes('*')) {
    if (origins.length > 1) reader.problem('CORS_ORIGINS', 'mixes * with other origins', '* alone, or a list of origins');
    return '*';
  }
  for (const origin of origins) {
    if (isUrl(origin, ['http:', 'https:']) && URL.parse(origin)?.origin === origin) continue;
    reader.problem(
      'CORS_ORIGINS',
      `${JSON.stringify(origin)} is not an origin`,
      '*, or origins such as https://app.example.org (no path), separated by commas',
    );
  }
  return origins;
}
