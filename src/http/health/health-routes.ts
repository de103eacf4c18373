import { type AnyElysia, Elysia } from 'elysia';
import { array, boolean, nullable, number, object, picklist, string } from 'valibot';
import { withinTime } from '../../platform/loop/within-time.ts';
import { byReach, OUTAGE_KINDS, type Outage } from '../../values/inspection/outage.ts';
import { addRoute } from '../add-route.ts';
import { envelopeReply, reply } from '../reply.ts';

/** A readiness check of one dependency. The service needs the dependency to do all of its work. */
export type ReadinessProbe = {
  /** Name of the checked dependency, such as `store`, `chain 31337`, `ticks`. */
  readonly name: string;
  /**
   * True when the service can answer requests without the dependency. When the dependency fails, the node stays ready and reports itself as
   * degraded.
   */
  readonly isOptional?: boolean;
  /** Returns null when the dependency works, otherwise one sentence that describes the failure. A rejection counts as a failure. */
  check(): Promise<string | null>;
  /** Returns the outage (a failure that stops work of this service) that the last check found; null when it found none. */
  outage?(): Outage | null;
  /** Describes those functions of the dependency that are switched off or paused, which is not a failure; null when there are none. */
  detail?(): string | null;
};

export type HealthDeps = {
  readonly probes: readonly ReadinessProbe[];
  /** Time limit of one readiness check in milliseconds. */
  readonly probeTimeoutMs?: number;
};

const PROBE_TIMEOUT_MS = 2_000;

const shortages = array(object({ name: string(), reason: string() }));
const detailsSchema = array(object({ name: string(), detail: string() }));
const outagesSchema = array(
  object({
    name: string(),
    kind: picklist(OUTAGE_KINDS),
    chainId: nullable(number()),
    cause: string(),
    since: string(),
    waits: string(),
    remedy: string(),
    transactionsWaiting: nullable(number()),
  }),
);

/** Returns the outages that the last checks of the probes found. Outages that affect more of the service come first. */
export function outagesOf(probes: readonly Pick<ReadinessProbe, 'outage'>[]): Outage[] {
  return byReach(probes.flatMap(({ outage }) => outage?.() ?? []));
}

/**
 * Serves `GET /api/health` (200 as soon as the process serves requests) and `GET /api/ready` (200 when the service can do all of its work,
 * else 503 with the failed checks).
 */
export function createHealthRoutes(deps: HealthDeps): AnyElysia {
  const { probes, probeTimeoutMs = PROBE_TIMEOUT_MS } = deps;
  const app = new Elysia({ name: 'health' });

  async function shortagesOf(some: readonly ReadinessProbe[]): Promise<{ name: string; reason: string }[]> {
    const checks = await Promise.all(some.map(async ({ name, check }) => ({ name, reason: await checkWithin(check, probeTimeoutMs) })));
    const failed = checks.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]));
    // In the list of failed checks, the failures that stop work of the service come first.
    const names = outagesOf(some).map(({ name }) => name);
    const rankOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
    return failed.toSorted((a, b) => rankOf(a.name) - rankOf(b.name));
  }

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/health',
    summary: 'Check that the process answers requests',
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
        description:
          'The service is ready. `degraded` lists the parts that do not work, although requests are served. `outages` lists the ' +
          'failures that keep the service from doing its work, such as a full disk, a store that refuses writes, or a chain that ' +
          'cannot be reached. The failure with the largest effect comes first. `details` describes what is switched off or paused, ' +
          'which is no failure.',
        data: object({ ready: boolean(), outages: outagesSchema, missing: shortages, degraded: shortages, details: detailsSchema }),
      },
      503: {
        description:
          'The service is not ready. `errors.missing` lists the reasons. `errors.outages` lists the failures that keep the service from doing its work.',
      },
    },
    async handle() {
      const [missing, degraded] = await Promise.all([
        shortagesOf(probes.filter(({ isOptional }) => isOptional !== true)),
        shortagesOf(probes.filter(({ isOptional }) => isOptional === true)),
      ]);
      const outages = outagesOf(probes).map(({ sinceMs, ...outage }) => ({ ...outage, since: new Date(sinceMs).toISOString() }));
      const details = detailsOf(probes);
      if (missing.length === 0) return reply({ ready: true, outages, missing, degraded, details });
      const message = `Not ready: ${missing.map(({ name, reason }) => `${name} (${reason})`).join(', ')}`;
      return envelopeReply(
        { status: 503, message, data: null, errors: { code: 'not-ready', outages, missing, degraded, details }, notShowPopUp: true },
        { 'retry-after': '1' },
      );
    },
  });
  return app;
}

function detailsOf(probes: readonly ReadinessProbe[]): { name: string; detail: string }[] {
  return probes.flatMap(({ name, detail }) => {
    const said = detail?.() ?? null;
    return said === null ? [] : [{ name, detail: said }];
  });
}

/** Makes a readiness check. A check that rejects, or does not answer in time, counts as a failure. */
async function checkWithin(check: ReadinessProbe['check'], timeoutMs: number): Promise<string | null> {
  // The reply does not contain a check's own error, which may contain URLs and keys. The module that declares the check logs the error.
  const answer = check().catch(() => 'check failed');
  return await withinTime(answer, timeoutMs, () => 'no answer in time');
}
