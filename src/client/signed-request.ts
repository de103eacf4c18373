/**
 * Signs requests and policies for wallets. This file has no imports, so it can be copied alone into another project. It runs in browsers
 * (on https pages and localhost, where WebCrypto is available) and in Node. docs/wallet-signatures.md describes the scheme, with test
 * vectors.
 */

/**
 * A function that requests an EIP-191 signature of a text from the wallet: `personal_sign`, viem's `signMessage({message})`, ethers'
 * `signMessage(text)`.
 */
export type SignMessage = (message: string) => Promise<string>;

/** A request body with the fields of a signature, ready to be sent as JSON. */
export type SignedBody<T> = T & { readonly wallet: string; readonly timestamp: number; readonly signature: string };

/**
 * Writes a value as canonical JSON: keys sorted by UTF-16 code units at every depth, no white space, and without fields that are
 * `undefined`. Numbers and strings are written as by `JSON.stringify`.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value);
    if (typeof text !== 'string') throw new TypeError(`A value of type ${typeof value} cannot be written as JSON`);
    return text;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/**
 * Computes the SHA-256 of the canonical JSON of a request body, in lowercase hex. The body includes `wallet` and `timestamp`, but not
 * `signature`.
 */
export async function bodyDigest(body: object): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(body))));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Builds the text that a wallet signs for a request. */
export function requestMessage(options: { brand?: string; action: string; digest: string; timestamp: number }): string {
  return `${options.brand ?? 'Svc'} ${options.action} ${options.digest} ${options.timestamp}`;
}

/**
 * Adds `wallet`, `timestamp` and `signature` to a payload. Send the result unchanged within five minutes, and only once: a signature is
 * accepted for one request, even if that request is refused.
 *
 * @param options.action `autopilot-create`, `autopilot-update`, `autopilot-pause`, `autopilot-resume`, `save-sca`
 * @param options.timestamp unix milliseconds; default: now
 * @param options.brand the service's SERVICE_BRAND; default `Svc`
 *
 * @example const body = await signRequest({ action: 'autopilot-pause', payload: { agentId }, wallet, sign: (message) =>
 * account.signMessage({ message }) });
 */
export async function signRequest<T extends object>(options: {
  action: string;
  payload: T;
  wallet: string;
  sign: SignMessage;
  timestamp?: number;
  brand?: string;
}): Promise<SignedBody<T>> {
  const { action, payload, wallet, sign, timestamp = Date.now(), brand = 'Svc' } = options;
  const body = { ...payload, wallet, timestamp };
  const message = requestMessage({ brand, action, digest: await bodyDigest(body), timestamp });
  return { ...body, signature: await sign(message) };
}

/**
 * Builds the text that binds a wallet to a policy; `policySignature` is the wallet's signature of this text.
 *
 * @param options.policyHash the policy's hash as returned by `POST /defi/autopilot/preview` beside the policy. To check it: it is the
 * keccak256 of the UTF-8 bytes of `canonicalJson(policy)`; browsers have no function for keccak256
 * @param options.agent `new` for create; the on-chain number of the agent for update
 *
 * @example
 * const policySignature = await sign(policyMessage({ policyHash, agent: 'new', chainId: policy.chainId }));
 */
export function policyMessage(options: { brand?: string; policyHash: string; agent: 'new' | number; chainId: number }): string {
  return `${options.brand ?? 'Svc'} Autopilot policy ${options.policyHash} for agent ${options.agent} on chain ${options.chainId}`;
}
