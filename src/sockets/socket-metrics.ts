import { counterOf, gaugeOf } from '../platform/metrics/families.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';

/** Metric families for the connected Socket.IO clients. */
export const SOCKET_METRICS = {
  connected: gaugeOf('coxswain_socket_clients', 'Number of clients that are connected to a namespace of Socket.IO.', ['namespace']),
  sent: counterOf('coxswain_socket_events_total', 'Number of events that were sent to clients over Socket.IO, by the name of the event.', [
    'event',
  ]),
  refusals: counterOf('coxswain_socket_refusals_total', 'Number of Socket.IO connections that were refused, by the code of the reason.', [
    'code',
  ]),
  cuts: counterOf(
    'coxswain_socket_cuts_total',
    'Number of Socket.IO connections that the service ended, by reason: the client read too slowly or sent too much, or its token or session ended.',
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
