import { randomBytes } from 'node:crypto';
import { createApi, type Resource } from '../http/create-api.ts';
import { createDebugStats, DEBUG_STATS_PATH, type DebugStats } from '../http/debug-stats/debug-stats.ts';
import { tagged } from '../http/docs/api-tags.ts';
import { createDocsRoutes } from '../http/docs/docs-routes.ts';
import { SERVICE_TAG } from '../http/docs/openapi-document.ts';
import { createHealthRoutes, type ReadinessProbe } from '../http/health/health-routes.ts';
import { createHttpServer, type HttpServer } from '../http/http-server.ts';
import { createMetricsEndpoint, METRICS_PATH } from '../http/metrics/metrics-endpoint.ts';
import { createMounts } from '../http/mounts/create-mounts.ts';
import { createDirectoryRoutes } from '../http/mounts/directory-routes.ts';
import { createStreamSlots } from '../http/stream-slots.ts';
import { createInspectorPages } from '../inspector/serve/inspector-pages.ts';
import { createSessionLook } from '../inspector/serve/session-look.ts';
import type { Sockets } from '../sockets/create-sockets.ts';
import { SOCKET_PATH } from '../sockets/socket-engine.ts';
import type { Closing } from './closing.ts';
import type { OpenPlatform } from './open-platform.ts';
import { stopServing } from './stop-serving.ts';
import { watchRequests } from './watch-requests.ts';

/** Serves all HTTP routes and the inspector's pages, with the handlers that run before each route. */
export function serve(
  open: OpenPlatform,
  parts: {
    readonly routes: readonly Resource[];
    readonly probes: readonly ReadinessProbe[];
    readonly stats: () => Promise<DebugStats>;
    readonly sockets: Sockets;
  },
  closing: Closing,
): HttpServer {
  const { clock, config, version, log, limits, requireRoom, tracer } = open.platform;
  const { counting, access } = open;
  const { auth } = access;
  const directory = createMounts({ api: () => api, early: [DEBUG_STATS_PATH] });
  const own = [createHealthRoutes({ probes: parts.probes }), createDirectoryRoutes({ mounts: directory }), parts.sockets.route];
  const api: Resource = createApi({
    ...{ log, directory },
    resources: [...tagged(SERVICE_TAG, own), ...parts.routes],
    docs: (whole) => createDocsRoutes({ api: whole, version, now: clock.now }),
  });
  const server = createHttpServer({
    ...{ api, directory },
    beforeAll: {
      [DEBUG_STATS_PATH]: createDebugStats(parts.stats),
      [METRICS_PATH]: createMetricsEndpoint({ render: counting.metrics.render, authorize: auth.read, log }),
    },
    watch: watchRequests(counting.http, tracer),
    ...{
      limits,
      requireRoom,
      streams: createStreamSlots({ inAll: config.maxStreams, perClient: config.maxStreamsPerClient }),
      trustProxy: config.trustProxy,
    },
    mounts: { [SOCKET_PATH]: parts.sockets.respond },
    beside: config.inspector === 'off' ? {} : { ...createInspectorPages({ log }), ...createSessionLook({ auth }) },
    ...{ host: config.host, port: config.port, corsOrigins: config.corsOrigins, log },
    requestIdPrefix: randomBytes(4).toString('hex'),
  });
  open.server.set(server);
  closing.add(() => stopServing(server, config.shutdownGraceMs));
  closing.add(parts.sockets.close);
  closing.add(async () => access.answerHeld());
  return server;
}
