import { callProvider } from '../../platform/http-client/call-provider.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../platform/http-client/circuit-breaker.ts';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { ProviderFetch } from '../../platform/http-client/provider-http.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { RampSetting } from '../../values/ramp-keys.ts';
import { createRamp, rampEntries } from './ramp-entries.ts';
import { answered } from './ramp-failures.ts';
import type { RampName, RampProvider, RampTraits } from './ramp-provider.ts';

/** The purpose of a call to a provider. The metrics count each purpose separately. */
export type RampCallKind = 'offer' | 'catalogue' | 'checkout' | 'order' | 'exchange' | 'webhook' | 'check';

export type RegisteredRamp = {
  readonly traits: RampTraits;
  /** The provider; null while it is off. Use `call` to send requests; `readWebhook` may be called directly. */
  readonly provider: RampProvider | null;
  /** The names of the settings that are missing; empty when the provider is on. */
  readonly missing: readonly string[];
  readonly breaker: CircuitBreaker;
  /** When the pause after the provider's rate limit ends on this node, UTC ms; null when the provider is not paused. */
  readonly pausedUntilMs: () => number | null;
  /**
   * Calls the provider within its time limit and its circuit breaker, and counts the call.
   * @throws TerminalError `ramp-off` (503) when the provider is off; ProviderFailure
   */
  call<T>(
    kind: RampCallKind,
    work: (provider: RampProvider, signal: AbortSignal) => Promise<T>,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
  ): Promise<T>;
};

export type RampCount = (provider: RampName, kind: RampCallKind, outcome: string, ms: number) => void;

/** Creates every provider. A provider whose keys are not set is listed, but is off. */
export function createRampRegistry(deps: {
  readonly settings: Readonly<Record<string, RampSetting>>;
  readonly fetch: ProviderFetch;
  readonly clock: Clock;
  readonly records: RecordStore;
  readonly timeoutMs: number;
  readonly count: RampCount;
}): readonly RegisteredRamp[] {
  return rampEntries.map((entry) => {
    const { name } = entry.traits;
    const setting = deps.settings[name];
    const missing = setting?.missing ?? [];
    const created = setting === undefined || missing.length > 0 ? null : createRamp(entry, setting, deps);
    const provider = created?.provider ?? null;
    const breaker = createCircuitBreaker(name, deps.clock);
    return {
      ...{ traits: entry.traits, provider, missing, breaker, pausedUntilMs: () => created?.pausedUntilMs() ?? null },
      async call(kind, work, { signal = NEVER, timeoutMs = deps.timeoutMs } = {}) {
        if (provider === null) throw rampOff(name, missing);
        const startedAtMs = performance.now();
        const ended = (outcome: string) => deps.count(name, kind, outcome, performance.now() - startedAtMs);
        try {
          const result = await breaker.run(() => callProvider(name, { timeoutMs, signal }, (own) => work(provider, own)));
          ended('ok');
          return result;
        } catch (error) {
          ended(outcomeOf(error));
          throw error instanceof ProviderFailure ? answered(error) : error;
        }
      },
    };
  });
}

const NEVER = new AbortController().signal;

/** Returns a provider by its stored name. @throws TypeError when this program has no provider of that name */
export function rampOf(ramps: readonly RegisteredRamp[], provider: string): RegisteredRamp {
  const found = ramps.find(({ traits }) => traits.name === provider);
  if (found === undefined) throw new TypeError(`${provider} is not a ramp provider that this program supports.`);
  return found;
}

/** Builds the error for a request to a ramp provider whose keys are not set. */
export function rampOff(name: string, missing: readonly string[]): TerminalError {
  return new TerminalError({
    code: 'ramp-off',
    message: `The provider ${name} is off, because this service has no keys for it. Set ${missing.join(', ')}.`,
    status: 503,
    details: { provider: name },
  });
}

function outcomeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'reason' in error && typeof error.reason === 'string') return error.reason;
  return 'error';
}
