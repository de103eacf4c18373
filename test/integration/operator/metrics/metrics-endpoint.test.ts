import { expect, test } from 'bun:test';
import { createMetricsEndpoint } from '../../../../src/http/metrics/metrics-endpoint.ts';
import { createOperatorAuth, type OperatorAuthOptions } from '../../../../src/http/operator-auth.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { counterOf } from '../../../../src/platform/metrics/families.ts';
import { createPromMetrics } from '../../../../src/platform/metrics/prom-metrics.ts';
import { parsePrometheusText } from '../../../support/prometheus-text.ts';

const [OPERATOR, READER] = ['an-operator-token-of-length', 'a-reader-token-of-some-length'];
const SAMPLE = counterOf('coxswain_sample_total', 'A sample of all that must be escaped.', ['label']);
const GROWN = counterOf('coxswain_grown_total', 'Grows without bound.', ['label']);
const metrics = createPromMetrics([SAMPLE]);
const counter = metrics.counter(SAMPLE);

function endpointOf(options: Partial<OperatorAuthOptions>) {
  const auth = createOperatorAuth({ operators: [], ...options });
  return createMetricsEndpoint({ render: metrics.render, authorize: auth.read, log: silentLog });
}
const request = (headers: Record<string, string> = {}, method = 'GET') => new Request('http://127.0.0.1:5000/metrics', { method, headers });
const withTokens = { operators: [{ name: 'alice', token: OPERATOR }], readers: [{ name: 'prometheus', token: READER }] };

test.each([
  ['none', {}, 401],
  ['a wrong one', { authorization: 'Bearer nothing' }, 401],
  ['an operator’s', { authorization: `Bearer ${OPERATOR}` }, 200],
  ['a reader’s', { authorization: `Bearer ${READER}` }, 200],
])('with tokens set, %s', async (_which, headers, status) => {
  const response = await endpointOf(withTokens)(request(headers));
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text.includes('coxswain_sample_total')).toBe(status === 200);
});

test('without a token nobody can read the metrics, under any host name', async () => {
  for (const host of ['127.0.0.1:5000', 'localhost:5000', 'node.example']) {
    expect((await endpointOf({})(request({ host }))).status).toBe(401);
    expect((await endpointOf(withTokens)(request({ host }))).status).toBe(401);
  }
});

test('a page of another site cannot read the metrics through a browser without a token', async () => {
  const site = { 'sec-fetch-site': 'cross-site', host: '127.0.0.1:5000' };
  expect((await endpointOf({})(request(site))).status).toBe(403);
  expect((await endpointOf(withTokens)(request({ ...site, authorization: `Bearer ${READER}` }))).status).toBe(200);
});

test('only reading is possible', async () => {
  const response = await endpointOf(withTokens)(request({ authorization: `Bearer ${OPERATOR}` }, 'POST'));
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('label values come out as they went in, whatever is in them', async () => {
  const value = 'quote " backslash \\ line\nfeed {}, =';
  counter.of(value).inc(3);
  const { text } = await metrics.render('prometheus');
  const [sample] = parsePrometheusText(text).get('coxswain_sample_total')?.samples ?? [];
  expect([sample?.labels.get('label'), sample?.value]).toEqual([value, 3]);
});

test('undeclared metrics are not counted', () => {
  expect(() => metrics.counter(GROWN)).toThrow('The metric coxswain_grown_total is counted, but no module declares it');
});

test('a family with too many label values counts the rest together', async () => {
  const own = createPromMetrics([GROWN]);
  const grown = own.counter(GROWN);
  for (let i = 0; i < 2_500; i += 1) grown.of(`value-${i}`).inc();
  const samples = parsePrometheusText((await own.render('prometheus')).text).get('coxswain_grown_total')?.samples ?? [];
  expect(samples).toHaveLength(2_001);
  expect(samples.find(({ labels }) => labels.get('label') === 'other')?.value).toBe(500);
});

test.each([
  ['no type', '# HELP a A.\na 1\n'],
  ['a sample of no family', 'a 1\n'],
  ['a series twice', '# HELP a A.\n# TYPE a gauge\na 1\na 2\n'],
  ['a value that is no number', '# HELP a A.\n# TYPE a gauge\na one\n'],
  ['a label without quotes', '# HELP a A.\n# TYPE a gauge\na{b=c} 1\n'],
  ['buckets without +Inf', '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n'],
  ['buckets that fall', '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n'],
  ['no line feed at the end', '# HELP a A.\n# TYPE a gauge\na 1'],
])('the parser of these tests refuses %s', (_what, text) => {
  expect(() => parsePrometheusText(text)).toThrow();
});
