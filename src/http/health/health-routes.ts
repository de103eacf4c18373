import { type AnyElysia, Elysia } from 'elysia';
import { array, boolean, object, string } from 'valibot';
import { withinTime } from '../../platform/loop/within-time.ts';
import { addRoute } from '../add-route.ts';
import { envelopeReply, reply } from '../reply.ts';

/** One thing that must work before the service can do its whole job. */
export type ReadinessProbe = {
  /** Such as `store`, `chain 31337`, `ticks`. */
  readonly name: string;
  /** Without it requests are served as well as ever, so the node stays ready, and says what is degraded. */
  readonly isOptional?: boolean;
  /** null when it works, else one sentence on what is missing. A rejection counts as not working. */
  check(): Promise<string | null>;
};

export type HealthDeps = {
  readonly probes: readonly ReadinessProbe[];
  /** How long one probe may take, in milliseconds. */
  readonly probeTimeoutMs?: number;
};

const PROBE_TIMEOUT_MS = 2_000;

const shortages = array(object({ name: string(), reason: string() }));

/** `GET /api/health`: 200 as soon as the process serves. `GET /api/ready`: 200 when it can do its whole job, else 503 with what is missing. */
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
    summary: 'Is the process serving',
    input: {},
    responses: { 200: { description: 'It is.', data: object({ ok: boolean() }) } },
    handle: () => reply({ ok: true }),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/ready',
    summary: 'Can the service do its whole job',
    input: {},
    responses: {
      200: {
        description: 'It can, or at least whatever requests ask for: `degraded` says what does not work meanwhile.',
        data: object({ ready: boolean(), missing: shortages, degraded: shortages }),
      },
      503: { description: 'It cannot; `errors.missing` says what is missing.' },
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
  // What a probe throws may quote addresses and keys; the log of its own module has it.
  const answer = check().catch(() => 'check failed');
  return await withinTime(answer, timeoutMs, () => 'no answer in time');
}
