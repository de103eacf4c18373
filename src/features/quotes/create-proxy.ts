import { callProvider } from '../../platform/http-client/call-provider.ts';
import { verbatim } from '../../platform/http-client/wire.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Json } from '../../values/json.ts';
import { asQuery, type ProxyCall, type ProxyInput } from './proxy-calls.ts';
import type { RegisteredProvider } from './registry.ts';

export type ProviderProxy = {
  /**
   * Forwards a request to a provider with this service's API key, and returns the provider's reply.
   * @throws TerminalError 503 `provider-off`; InvalidInputError for a missing part of the path, or a nested value in a query;
   * ProviderFailure with the provider's own 4xx and its text, 429 with the time to wait, otherwise 502
   */
  forward(call: ProxyCall, input: ProxyInput, signal: AbortSignal): Promise<Json>;
};

/** Maximum length of a query string in characters that is forwarded to a provider. */
const MAX_QUERY = 8_192;

/** Query parameters that are not forwarded to a provider, because a client's API key would replace the service's key. */
const NOT_PASSED_ON = new Set(['apiKey', 'apikey', 'api_key']);

export function createProviderProxy(deps: {
  providers: readonly RegisteredProvider[];
  /** API keys of the providers that expect the key in the query of a request (Rango), by provider name. */
  queryKeys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  timeoutMs: number;
}): ProviderProxy {
  const { queryKeys, timeoutMs } = deps;
  const byName = new Map(deps.providers.map((entry) => [entry.traits.name, entry.http]));

  return {
    async forward({ method, provider, pathParts = {}, fixedMembers = {}, renamed = {}, upstream }, input, signal) {
      const place = method === 'GET' ? 'query' : 'body';
      const http = byName.get(provider) ?? null;
      if (http === null) {
        throw new TerminalError({
          code: 'provider-off',
          message: `The provider ${provider} is off: this service has no API key for it.`,
          status: 503,
        });
      }
      if (!isFiniteThroughout(input)) {
        throw new InvalidInputError([
          { path: place, code: 'number', message: 'A number is too large for a JSON number; send it as a string.' },
        ]);
      }
      const parts: Record<string, string> = {};
      for (const [name, pattern] of Object.entries(pathParts)) {
        const given = input[name];
        const value = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
        if (!pattern.test(value)) {
          throw new InvalidInputError([
            { path: `${place}.${name}`, code: 'path-part', message: `Expected ${name}, of the form ${pattern.source}.` },
          ]);
        }
        parts[name] = value;
      }
      const own = Object.entries(input).filter(([name]) => !(name in pathParts) && !NOT_PASSED_ON.has(name));
      const passed = { ...Object.fromEntries(own.map(([name, value]) => [renamed[name] ?? name, value])), ...fixedMembers };
      const path = upstream.path(parts);
      const key = queryKeys[provider] ?? {};
      const query = upstream.method === 'GET' ? asQuery(passed) : {};
      if (query === null) {
        throw new InvalidInputError([
          {
            path: place,
            code: 'nested',
            message: 'Expected only strings, numbers and booleans, because the values become query parameters.',
          },
        ]);
      }
      if (JSON.stringify(query).length > MAX_QUERY) {
        throw new InvalidInputError([
          {
            path: place,
            code: 'too-long',
            message: `Expected at most ${MAX_QUERY} characters in total, because the values become query parameters.`,
          },
        ]);
      }
      const body = upstream.method === 'POST' ? { body: passed } : {};
      return await callProvider(provider, { timeoutMs, signal }, async (callSignal) => {
        const call = { method: upstream.method, path, query: { ...query, ...key }, ...body, reply: verbatim, signal: callSignal };
        return (await http.call({ ...call, isPassedOn: true })).data;
      });
    },
  };
}

/** Checks that a value contains no numbers such as 1e400, which are parsed as infinity and would be forwarded as null. */
function isFiniteThroughout(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isFiniteThroughout);
}
