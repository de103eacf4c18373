import type { Json } from '../values/json.ts';
import { type Costed, isOpenStream, keepsOfStrangers } from './route-cost.ts';

/** An error that a route can give, for the API page: its stable code, its HTTP status, and the message that a caller may get with it. */
export type RouteError = {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** An example of the additional fields inside `errors` in the error's reply. */
  readonly details?: { readonly [name: string]: Json };
};

/** Kinds of access tokens. */
export type SignedInKind = 'user' | 'admin';

/** The properties of a route that decide which errors the route can give before its handler runs. */
export type Guarded = Pick<Costed, 'method' | 'cost' | 'authorize' | 'responses'> & {
  readonly signedInAs?: SignedInKind;
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  readonly keeps?: boolean;
  readonly rateLimit?: unknown;
  /** Present when the route checks a wallet's signature of the body. */
  readonly verify?: unknown;
};

const error = (code: string, status: number, message: string, details?: RouteError['details']): RouteError => ({
  ...{ code, status, message },
  ...(details === undefined ? {} : { details }),
});

const INVALID = error('invalid-input', 400, 'query.chainId: Expected a chain id: a whole number above 0, such as 137.', {
  problems: [{ path: 'query.chainId', code: 'regex', message: 'Expected a chain id: a whole number above 0, such as 137.' }],
});
const OF_BODIES = [
  error('malformed-json', 400, 'The body is not valid JSON.'),
  error('body-too-large', 413, 'The body is larger than the 65536 bytes that this route accepts.'),
  error('unsupported-media-type', 415, 'The body must be JSON, sent with the header "Content-Type: application/json".'),
];
const LIMITED = error(
  'rate-limited',
  429,
  'This route accepts 60 requests a minute from one client. Retry after the number of seconds in the header Retry-After.',
);
const OF_TOKENS = [
  error(
    'token-missing',
    401,
    'This route needs the header "Authorization: Bearer <token>", with an access token from POST /api/auth/verify.',
  ),
  error('token-wrong', 401, 'This access token is not valid for this service. Sign in again.'),
  error('token-expired', 401, 'The access token has expired. Get a new one from POST /api/auth/refresh.'),
  error('session-ended', 401, 'This session has ended. Sign in again.'),
  error('token-of-other-kind', 403, "This route needs an admin's token, not a user's."),
];
const OF_ADMINS = error('not-an-admin', 403, 'The wallet of this admin token is no longer an admin (ADMIN_WALLETS).');
const OF_OPERATORS = [
  error(
    'operator-token-required',
    401,
    'This route needs the header "Authorization: Bearer <OPERATOR_TOKEN>", or a session of the inspector.',
  ),
  error('operator-token-wrong', 401, 'The operator token of this request is not one of the tokens of this node.'),
  error('operator-session-ended', 401, 'This operator session has ended, or belongs to another node. Sign in again.'),
  error('operator-origin-refused', 403, 'The request was sent by a page of another site, and operator routes refuse such requests.'),
];
const OF_READERS = error('read-only', 403, 'The token of rita only allows reading, so this request was refused and nothing was changed.');
const OF_SIGNATURES = [
  error('signature-missing', 401, 'The member `signature` of the body must be a signature: 0x followed by an even number of hex digits.'),
  error(
    'signature-malformed',
    401,
    'The member `timestamp` of the body must be the time of signing in unix milliseconds, as a whole number.',
  ),
  error('signature-mismatch', 401, 'The signature was not made by this wallet for this body and this action.'),
  error(
    'signature-expired',
    401,
    'The timestamp differs from the time of the service by more than 5 minutes. Sign again with the current time.',
  ),
  error(
    'signature-replayed',
    401,
    'This signature was already used. Each signature is valid for one request only. Sign again with a new timestamp.',
  ),
];
const OF_WRITERS = [
  error(
    'disk-nearly-full',
    503,
    "This node's disk is nearly full, so it stores no new data. Nothing was changed. Work with money on chain continues.",
  ),
  error(
    'strangers-wrote-much',
    503,
    'Unauthenticated clients have written as much as this service accepts in 24 hours for records without on-chain evidence. Nothing was changed.',
  ),
];
const OF_STREAMS = [
  error(
    'too-many-streams',
    429,
    'A client may have at most 20 event streams open at the same time. Close a stream before you open another one.',
  ),
  error('streams-full', 503, 'This node has reached its limit of open streams. Try again later, or use another node.'),
];
const INTERNAL = error(
  'internal',
  500,
  'The service failed unexpectedly. The log of the service contains the cause, with the id of this request.',
  {
    requestId: '5f2b9c0d-1',
  },
);

/** Returns the kind of access token that a route requires; undefined when it requires none. */
export function tokenOf({ cost, signedInAs }: Pick<Guarded, 'cost' | 'signedInAs'>): SignedInKind | 'operator' | undefined {
  return signedInAs ?? (cost === 'operator' ? 'operator' : undefined);
}

/** Lists the errors that a route can give because of its access checks and limits, whatever its handler does. */
export function standardErrors(spec: Guarded): readonly RouteError[] {
  const { method, cost, input, rateLimit, verify } = spec;
  const hasInput = input.params !== undefined || input.query !== undefined || input.body !== undefined;
  const token = tokenOf(spec);
  return [
    ...(hasInput ? [INVALID] : []),
    ...(input.body === undefined ? [] : OF_BODIES),
    ...(token === 'user' || token === 'admin' ? OF_TOKENS : []),
    ...(token === 'admin' ? [OF_ADMINS] : []),
    ...(token === 'operator' ? OF_OPERATORS : []),
    ...(token === 'operator' && method !== 'GET' ? [OF_READERS] : []),
    ...(verify === undefined ? [] : OF_SIGNATURES),
    ...(cost === 'limited' || rateLimit !== undefined ? [LIMITED] : []),
    ...(method === 'GET' && isOpenStream(spec) ? OF_STREAMS : []),
    ...(keepsOfStrangers(spec) ? OF_WRITERS : []),
    INTERNAL,
  ];
}

/** Builds the `responses` of an OpenAPI operation for the errors of a route, by HTTP status. Each error code has an example. */
export function errorResponses(errors: readonly RouteError[]): Record<string, object> {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = errors.filter((one) => one.status === status);
      const codes = [...new Set(here.map(({ code }) => code))];
      const examples = Object.fromEntries(here.map((one) => [one.code, { summary: one.code, value: bodyOf(one) }]));
      return [
        String(status),
        {
          description: `\`errors.code\`: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' }, examples } },
        },
      ];
    }),
  );
}

function bodyOf({ code, status, message, details }: RouteError): Json {
  return { status, message, data: null, errors: { code, ...details }, notShowPopUp: true };
}
