import { type AnyElysia, Elysia } from 'elysia';
import { array, boolean, object, string } from 'valibot';
import { withinTime } from '../../platform/loop/within-time.ts';
import { addRoute } from '../add-route.ts';
import { envelopeReply, reply } from '../reply.ts';

/** A check of one dependency that the service needs for its whole work. */
export type ReadinessProbe = {
  /** Name of the dependency, such as `store`, `chain 31337`, `ticks`. */
  readonly name: string;
  /** True when requests can be served without the dependency. When it fails, the node stays ready and reports it as degraded. */
  readonly isOptional?: boolean;
  /** Returns null when the dependency works, otherwise one sentence that describes the failure. A rejection counts as a failure. */
  check(): Promise<string | null>;
};

export type HealthDeps = {
  readonly probes: readonly ReadinessProbe[];
  /** Time limit of one probe in milliseconds. */
  readonly probeTimeoutMs?: number;
};

const PROBE_TIMEOUT_MS = 2_000;

const shortages = array(object({ name: string(), reason: string() }));

/**
 * Serves `GET /api/health` (200 as soon as the process serves) and `GET /api/ready` (200 when the service can do its whole work,
 * else 503 with what is missing).
 */
export function createHealthRoutes(deps: HealthDeps): AnyElysia {
  const { probes, probeTimeoutMs = PROBE_TIMEOUT_MS } = deps;
  const app = new Elysia({ name: 'health' });

  async function shortagesOf(some: readonly ReadinessProbe[]): Promise<{ name: string; reason: string }[]> {
    const checks = await Promise.all(some.map(async ({ name, check }) => ({ name, reason: await bounded(check, probeTimeoutMs) })));
    return checks.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]));
  }

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/health',
    summary: 'Check that the process serves',
    input: {},
    responses: { 200: { description: 'The process serves requests.', data: object({ ok: boolean() }) } },
    handle: () => reply({ ok: true }),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/ready',
    summary: 'Check that the service is ready',
    input: {},
    responses: {
      200: {
        description: 'Ready. `degraded` lists what does not work although requests are served.',
        data: object({ ready: boolean(), missing: shortages, degraded: shortages }),
      },
      503: { description: 'Not ready; `errors.missing` lists what is missing.' },
    },
    async handle() {
      const [missing, degraded] = await Promise.all([
        shortagesOf(probes.filter(({ isOptional }) => isOptional !== true)),
        shortagesOf(probes.filter(({ isOptional }) => isOptional === true)),
      ]);
      if (missing.length === 0) return reply({ ready: true, missing, degraded });
      const message = `Not ready: ${missing.map(({ name, reason }) => `${name} (${reason})`).join(', ')}`;
      return envelopeReply(
        { status: 503, message, data: null, errors: { code: 'not-ready', missing, degraded }, notShowPopUp: true },
        { 'retry-after': '1' },
      );
    },
  });
  return app;
}

async function bounded(check: () => Promise<string | null>, timeoutMs: number): Promise<string | null> {
  // The error of a probe may contain addresses and keys. The log of its own module has the details.
  const answer = check().catch(() => 'check failed');
  return await withinTime(answer, timeoutMs, () => 'no answer in time');
}
