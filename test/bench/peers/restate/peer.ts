import { existsSync } from 'node:fs';
import { freePort } from '../../../support/free-port.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { buildForNode } from '../measure/build-service.ts';
import { nodeProgram, versionOf } from '../measure/node-program.ts';
import { startProcess } from '../measure/processes.ts';
import { type PeerFactory, readJson } from '../peer.ts';
import { RESTATE } from '../summary.ts';

const platformPackage = `@restatedev/restate-server-${process.platform}-${process.arch}`;
const server = new URL(`../node_modules/${platformPackage}/bin/restate-server`, import.meta.url).pathname;

export const restatePeer: PeerFactory = {
  name: RESTATE,
  async create({ folder, logFile, collectorUrl }) {
    if (!existsSync(server)) return { blocked: `npm has no ${platformPackage}` };
    const service = await buildForNode(new URL('./service.ts', import.meta.url));
    const [ingress, admin, node, servicePort] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const settings = {
      RESTATE_BASE_DIR: folder,
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_BIND_PORT: String(node),
      RESTATE_INGRESS__BIND_PORT: String(ingress),
      RESTATE_ADMIN__BIND_PORT: String(admin),
      RESTATE_NODE_NAME: 'peer',
      RESTATE_DISABLE_TELEMETRY: 'true',
      DO_NOT_TRACK: '1',
      RESTATE_LOG_FILTER: 'warn',
    };
    const url = `http://127.0.0.1:${ingress}`;
    const headers = { 'content-type': 'application/json' };
    const add = { path: '/counter/{actor}/send', body: '{"event":{"type":"ADD","id":"{id}","report":{report}}}' };
    let isRegistered = false;
    return {
      name: this.name,
      about: `restate-server ${await versionOf('@restatedev/restate-server')} with its default settings, @restatedev/xstate ${await versionOf('@restatedev/xstate')}, SDK ${await versionOf('@restatedev/restate-sdk')} on Node; server and service are killed together`,
      url,
      add: { ...add, headers: { ...headers, 'idempotency-key': '{id}' } },
      // Restate keeps the idempotency key and the answer of a request for a day. The rate is measured without a key, so that this work does
      // not lower Restate's rate.
      addOnce: { ...add, headers },
      create: { path: '/counter/{actor}/create', body: '{}', headers },
      async readCount(actor) {
        const snapshot = await readJson(`${url}/counter/${actor}/snapshot`, { method: 'POST' });
        return (snapshot as { context: { count: number } }).context.count;
      },
      async start() {
        const processes = [
          startProcess([server], logFile, { env: settings }),
          startProcess([nodeProgram, service, String(servicePort), collectorUrl], logFile),
        ];
        if (!isRegistered) {
          const register = () =>
            readJson(`http://127.0.0.1:${admin}/deployments`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ uri: `http://127.0.0.1:${servicePort}` }),
            }).then(
              () => true,
              () => false,
            );
          await waitFor(register, { what: 'Restate to take the service', timeoutMs: 60_000 });
          isRegistered = true;
        }
        return processes;
      },
      close: async () => {},
    };
  },
};
