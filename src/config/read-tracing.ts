import { isUrl, type SettingReader } from './setting-reader.ts';

export type TracingSettings = {
  /** The URL of the OpenTelemetry collector, including the path for traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampling: { readonly isParentBased: boolean; readonly ratio: number };
};

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Reads OpenTelemetry's own environment variables. Returns null when no endpoint is set, which disables tracing. */
export function readTracing(reader: SettingReader): TracingSettings | null {
  const endpoint = reader.text('OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = readHeaders(reader);
  const serviceName = reader.text('OTEL_SERVICE_NAME') ?? 'coxswain';
  const sampler = reader.choice('OTEL_TRACES_SAMPLER', { default: 'parentbased_always_on', accepted: SAMPLERS });
  const share = readRatio(reader);
  if (endpoint === undefined) return null;
  if (!isUrl(endpoint, ['http:', 'https:'])) {
    reader.problem('OTEL_EXPORTER_OTLP_ENDPOINT', 'is not a URL', 'the http or https URL of an OTLP/HTTP receiver, without /v1/traces');
    return null;
  }
  const ratio = sampler.endsWith('traceidratio') ? share : sampler.endsWith('always_off') ? 0 : 1;
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return { url, headers, serviceName, sampling: { isParentBased: sampler.startsWith('parentbased'), ratio } };
}

function readRatio(reader: SettingReader): number {
  const text = reader.text('OTEL_TRACES_SAMPLER_ARG');
  if (text === undefined) return 1;
  const ratio = Number(text);
  if (/^[0-9]*\.?[0-9]+$/.test(text) && ratio <= 1) return ratio;
  reader.problem('OTEL_TRACES_SAMPLER_ARG', `${JSON.stringify(text)} is not a number from 0 to 1`, 'a number from 0 to 1, such as 0.1');
  return 1;
}

/**
 * Reads HTTP headers in the notation `name=value,name=value` with percent-encoded values. Error messages never quote the values, which
 * often contain a key.
 */
function readHeaders(reader: SettingReader): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const pair of reader.list('OTEL_EXPORTER_OTLP_HEADERS')) {
    const [, name, value] = /^\s*([A-Za-z0-9!#$&'*+.^_`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    const decoded = value === undefined ? undefined : decodedOrNull(value);
    if (name === undefined || decoded == null) {
      reader.problem(
        'OTEL_EXPORTER_OTLP_HEADERS',
        'contains an entry that is not name=value',
        'name=value,name=value with percent-encoded values',
      );
      return {};
    }
    headers[name] = decoded;
  }
  return headers;
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
