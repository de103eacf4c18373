import { choice, exampleOf, flag, integer, lineOf, text } from '../kinds.ts';
import { readBrand } from '../read-brand.ts';
import { readOperators, readReaders } from '../read-operators.ts';
import { listOr } from '../say.ts';
import { defineSettings, setting } from '../setting.ts';
import { isUrl, type SettingReader } from '../setting-reader.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const INSPECTOR_MODES = ['on', 'read-only', 'off'] as const;

const STREAMS = 'Streams (quotes, backtests) that strangers may hold open on a node, in all and for each client. 0: as many as they like.';

export const serving = defineSettings({
  of: 'process',
  title: 'Serving',
  settings: {
    host: text('HOST', { default: '127.0.0.1', doc: 'The address that the service listens on.' }),
    port: integer('PORT', { default: 5000, min: 0, max: 65_535, doc: '0 takes a free port and prints it.' }),
    corsOrigins: setting({
      lines: [
        exampleOf(
          'CORS_ORIGINS',
          'https://app.example.org',
          'Origins that browsers may call from, separated by commas; * for all. Not set: no CORS headers, other sites cannot read replies.',
        ),
      ],
      read: readCorsOrigins,
      say: (origins) => (origins === '*' ? '*' : listOr(origins, 'none')),
    }),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', {
      ...{ default: 600, min: 0, max: 1_000_000 },
      doc: 'How often a minute one client (an IP address) may ask of each route that writes, signs or asks outside; over all nodes with REDIS_URL. 0: as often as it likes.',
    }),
    maxStreams: integer('MAX_STREAMS', { default: 1_000, min: 0, max: 1_000_000, doc: STREAMS }),
    maxStreamsPerClient: integer('MAX_STREAMS_PER_CLIENT', { default: 50, min: 0, max: 1_000_000, doc: STREAMS }),
    trustProxy: flag('TRUST_PROXY', {
      default: false,
      doc: '1: a proxy of yours stands in front of every request; the last hop in X-Forwarded-For is the client.',
    }),
    logLevel: choice('LOG_LEVEL', {
      default: 'info',
      accepted: LOG_LEVELS,
      doc: `${LOG_LEVELS.join(', ')}. At debug every request is logged; at info only those that fail.`,
    }),
    shutdownGraceMs: integer('SHUTDOWN_GRACE_MS', {
      ...{ default: 10_000, min: 0, max: 600_000 },
      doc: 'How long requests and effects in flight may take to end after SIGTERM or Ctrl-C, in milliseconds.',
    }),
    brand: setting({
      lines: [
        lineOf(
          'SERVICE_BRAND',
          'Svc',
          'Stands in signed messages ("Svc autopilot-create ...") and in the EIP-712 domain ("SvcRelayer"). One word. Refused with the RPC of any chain but 31337: set a word of your own, or what wallets sign here is good at every other service that keeps it.',
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
          'Who may use operator routes: one token, or name=token,name=token so that history says who; each of at least 24 characters. Not set: whoever can read DATA_DIR/operator-token, which the first start makes. Set it on all nodes of a cluster.',
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
          'Who may see what operators see, and act on nothing: in the same way, with other names and tokens.',
        ),
      ],
      read: readReaders,
      say: namesOf,
      secretsIn: tokensOf,
    }),
    inspector: choice('INSPECTOR', {
      default: 'on',
      accepted: INSPECTOR_MODES,
      doc: 'The page at /inspector. on; read-only: operators see everything on this node and act on nothing, over the API neither; off: no page.',
    }),
  },
  check({ operators, readers }, reader) {
    const accepted = 'names and tokens that are not in OPERATOR_TOKEN';
    if (readers.some(({ name }) => operators.some((each) => each.name === name)))
      reader.problem('OPERATOR_READ_TOKEN', 'holds a name of OPERATOR_TOKEN', accepted);
    if (readers.some(({ token }) => operators.some((each) => each.token === token)))
      reader.problem('OPERATOR_READ_TOKEN', 'holds a token of OPERATOR_TOKEN', accepted);
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
