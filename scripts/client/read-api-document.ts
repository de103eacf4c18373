import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InferOutput, object, parse, unknown } from 'valibot';
import { startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';

const documentSchema = object({ openapi: unknown(), info: unknown(), tags: unknown(), paths: unknown(), components: unknown() });

type ReadDocument = InferOutput<typeof documentSchema>;

let known: Promise<ReadDocument> | undefined;

/** The OpenAPI document of this version. It is read once in a process, because that starts a service. */
export function readApiDocument(): Promise<ReadDocument> {
  known ??= readAnew();
  return known;
}

/**
 * Reads `/api/docs/json` from the service of this version. The service is started for this purpose, in its own folder, without chains,
 * ticks or outside stores.
 */
async function readAnew(): Promise<ReadDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'coxswain-document-'));
  try {
    const settings = { PORT: '0', DATA_DIR: folder, DEVNET: '0', CRON: 'false', LOG_LEVEL: 'silent', INSPECTOR: 'off' };
    const app = await startApp(loadConfig(settings), { version: '0' });
    try {
      const response = await fetch(`${app.baseUrl}/docs/json`);
      return parse(documentSchema, await response.json());
    } finally {
      await app.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
