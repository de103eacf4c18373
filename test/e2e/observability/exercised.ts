import type { ParsedFamily } from '../../support/prometheus-text.ts';

/**
 * The expected behavior of a metric in this test. `grew`: actions of the test increase it; `holds`: its value is always above 0; `shown`:
 * it exists, and may be 0.
 */
export type Exercise = { readonly where: 'service' | 'kit' | 'held'; readonly how: 'grew' | 'holds' | 'shown' };

const grewIn = (where: Exercise['where']): Exercise => ({ where, how: 'grew' });
const holds: Exercise = { where: 'service', how: 'holds' };
const shown: Exercise = { where: 'service', how: 'shown' };

/** For each metric, how this test exercises it. A metric without an entry fails the test, and so does an entry without a metric. */
export const EXERCISES: Readonly<Record<string, Exercise>> = {
  coxswain_http_requests_total: grewIn('service'),
  coxswain_http_request_duration_seconds: grewIn('service'),
  coxswain_http_requests_in_flight: grewIn('held'),
  coxswain_sse_clients: grewIn('service'),
  // The number of requests that wait for the assistant. test/e2e/assistant checks that it counts.
  coxswain_chat_waiting: shown,
  // Metrics of the notification channels. test/integration/features/channels checks that they count.
  coxswain_channel_deliveries_total: shown,
  coxswain_channel_delay_seconds: shown,
  coxswain_channel_queue_age_seconds: shown,
  // This metric counts alerts; test/e2e/assistant and test/unit/features/alerts check that it counts.
  coxswain_alerts_total: shown,
  // These metrics change only when a staking contract, a relayed trade, or a signer behind a URL is used. This test has none of these;
  // other tests cover them.
  coxswain_points_given_total: shown,
  coxswain_points_capped_total: shown,
  coxswain_signer_answers_total: shown,
  // Metrics of sign-ins, and of sockets that are closed because the client is slow. Other tests check that they count.
  coxswain_sessions_ended_total: shown,
  coxswain_sessions_stored: shown,
  coxswain_sign_in_nonces_total: shown,
  coxswain_sign_in_refreshes_total: shown,
  coxswain_sign_ins_total: shown,
  // Metrics of the assistant. test/unit/features/assistant/model checks that they count.
  coxswain_assistant_turns_total: shown,
  coxswain_assistant_model_tokens_total: shown,
  coxswain_socket_cuts_total: shown,
  coxswain_socket_clients: shown,
  coxswain_socket_events_total: grewIn('service'),
  coxswain_socket_refusals_total: grewIn('service'),
  coxswain_rate_limited_total: grewIn('service'),
  coxswain_wrong_tokens_total: grewIn('service'),
  coxswain_rpc_requests_total: grewIn('service'),
  coxswain_rpc_duration_seconds: grewIn('service'),
  coxswain_provider_requests_total: grewIn('service'),
  coxswain_provider_duration_seconds: grewIn('service'),
  coxswain_provider_used_total: grewIn('service'),
  // Ramp providers need keys. test/integration/features/ramps checks that their requests are counted.
  coxswain_ramp_requests_total: shown,
  coxswain_ramp_duration_seconds: shown,
  // test/unit/features/ramps/ramp-orders.test.ts checks that these count.
  coxswain_ramp_order_changes_total: shown,
  coxswain_ramp_webhooks_total: shown,
  coxswain_ramp_short_deliveries_total: shown,
  coxswain_price_tokens_total: grewIn('service'),
  coxswain_price_source_duration_seconds: grewIn('service'),
  coxswain_cache_reads_total: grewIn('service'),
  coxswain_transactions_sent_total: grewIn('service'),
  coxswain_transactions_total: grewIn('service'),
  // This metric counts only when several sources of routes compete; this test has one source.
  coxswain_vault_routes_total: shown,
  coxswain_store_duration_seconds: grewIn('service'),
  coxswain_commit_batch_size: grewIn('service'),
  coxswain_commits_total: grewIn('service'),
  coxswain_steps_total: grewIn('service'),
  coxswain_effects_total: grewIn('service'),
  coxswain_effect_duration_seconds: grewIn('service'),
  coxswain_tick_duration_seconds: grewIn('service'),
  coxswain_tick_lag_seconds: grewIn('kit'),
  coxswain_tick_last_timestamp_seconds: grewIn('service'),
  coxswain_tick_actors_total: grewIn('service'),
  coxswain_tick_facts_fetched_total: grewIn('service'),
  coxswain_tick_effects_woken_total: grewIn('kit'),
  coxswain_ticks_missed_total: grewIn('kit'),
  coxswain_events_refused_total: grewIn('kit'),
  coxswain_step_errors_total: grewIn('kit'),
  coxswain_commit_conflicts_total: grewIn('kit'),
  coxswain_quarantines_total: grewIn('kit'),
  coxswain_facts_failures_total: grewIn('kit'),
  coxswain_topics_failures_total: grewIn('kit'),
  coxswain_store_errors_total: grewIn('kit'),
  coxswain_feed_gaps_total: grewIn('kit'),
  coxswain_asks_outstanding: grewIn('held'),
  coxswain_commits_outstanding: grewIn('held'),
  coxswain_effects_running: grewIn('held'),
  coxswain_outbox_entries: grewIn('held'),
  coxswain_resident_actors: grewIn('service'),
  coxswain_actors: grewIn('service'),
  coxswain_feed_followers: grewIn('service'),
  coxswain_feed_connected: holds,
  coxswain_feed_events_total: grewIn('service'),
  coxswain_endpoint_left_aside: shown,
  // The test chain mines a block for each transaction, so no transaction waits and no actor is late.
  coxswain_chain_degraded: shown,
  coxswain_transaction_waiting_seconds: shown,
  coxswain_transactions_in_flight: shown,
  coxswain_late_actors: shown,
  coxswain_executor_balance_ether: holds,
  coxswain_executor_spend_ether_per_hour: shown,
  coxswain_executor_hours_left: holds,
  coxswain_executor_gas_usd_today: shown,
  coxswain_executor_gas_usd_limit: holds,
  coxswain_disk_below_floor: shown,
  coxswain_strangers_written_bytes: shown,
  coxswain_strangers_written_share: shown,
  coxswain_disk_free_bytes: holds,
  coxswain_store_bytes: holds,
  // No unhandled error happens in this test, so the metric stays 0.
  coxswain_lost_errors_total: shown,
  // No stored document is damaged in this test, so the metric stays 0.
  coxswain_wrong_documents_total: shown,
  // No data in this test is a day old, so nothing is deleted and the metric stays 0.
  coxswain_forgotten_total: shown,
  coxswain_price_buckets_mended_total: shown,
  coxswain_vault_gaps_total: grewIn('kit'),
  coxswain_follower_stalled_seconds: shown,
  coxswain_deferred_items: shown,
  coxswain_deferred_oldest_seconds: shown,
  // No dependency of the service refuses requests in this test, so the metric stays 0.
  coxswain_dependency_degraded: shown,
  coxswain_build_info: holds,
  coxswain_process_start_time_seconds: holds,
  coxswain_uptime_seconds: grewIn('service'),
  coxswain_process_cpu_seconds_total: grewIn('service'),
  coxswain_process_resident_memory_bytes: holds,
  coxswain_process_heap_bytes: holds,
  coxswain_event_loop_lag_seconds: grewIn('service'),
};

/** Returns the sum of all series of a metric; for a histogram, the number of its observations. */
export function amountOf(family: ParsedFamily | undefined): number {
  if (family === undefined) return 0;
  const counted = family.type === 'histogram' ? family.samples.filter(({ name }) => name.endsWith('_count')) : family.samples;
  return counted.reduce((sum, { value }) => sum + value, 0);
}
