import { DEFERRED_METRICS } from '../operator/metrics/deferred-metrics.ts';
import { DISK_METRICS } from '../operator/metrics/disk-metrics.ts';
import { FEED_METRICS } from '../operator/metrics/feed-metrics.ts';
import { FOLLOWER_METRICS } from '../operator/metrics/follower-metrics.ts';
import { LATE_METRICS } from '../operator/metrics/late-metrics.ts';
import { PROCESS_METRICS } from '../operator/metrics/process-metrics.ts';
import { STORE_METRICS } from '../operator/metrics/store-metrics.ts';
import { SYSTEM_METRICS } from '../operator/metrics/system-metrics.ts';
import { TROUBLE_METRICS } from '../operator/metrics/trouble-metrics.ts';
import { type FamilySpec, familiesOf } from '../platform/metrics/families.ts';
import { HTTP_METRICS } from '../platform/metrics/http-metrics.ts';
import { SERVICE_METRICS } from '../platform/metrics/service-metrics.ts';
import { SOCKET_METRICS } from '../sockets/socket-metrics.ts';

/**
 * The metric families of the process itself, such as those of requests, the store, actors and ticks. Each module declares its own families.
 */
export const ownMetrics: readonly FamilySpec[] = [
  ...[HTTP_METRICS, SERVICE_METRICS, STORE_METRICS, FEED_METRICS, SYSTEM_METRICS, LATE_METRICS, DISK_METRICS],
  ...[DEFERRED_METRICS, FOLLOWER_METRICS, TROUBLE_METRICS, PROCESS_METRICS, SOCKET_METRICS],
].flatMap(familiesOf);
