import { counterOf, gaugeOf } from '../platform/metrics/families.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';

/** Metric families for the connected Socket.IO clients. */
export const SOCKET_METRICS = {
  connected: gaugeOf('coxswain_socket_clients', 'Clients that are connected to a namespace of Socket.IO now.', ['namespace']),
  sent: counterOf('coxswain_socket_events_total', 'Events that were sent to clients over Socket.IO, by their name.', ['event']),
  refusals: counterOf('coxswain_socket_refusals_total', 'Clients of Socket.IO that were not taken, by the code of the reason.', ['code']),
  cuts: counterOf(
    'coxswain_socket_cuts_total',
    'Connections of Socket.IO that were ended: a client that reads too slowly or sends too much, a token or session that ended.',
    ['reason'],
  ),
};

/** Creates the metrics of the Socket.IO connections: connected clients, sent events, refusals and closed connections. */
export function countSockets(metrics: Metrics) {
  return {
    connected: metrics.gauge(SOCKET_METRICS.connected),
    sent: metrics.counter(SOCKET_METRICS.sent),
    refusals: metrics.counter(SOCKET_METRICS.refusals),
    cuts: metrics.counter(SOCKET_METRICS.cuts),
  };
}
