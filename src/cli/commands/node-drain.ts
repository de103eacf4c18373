import * as v from 'valibot';
import type { NodeState } from '../../operator/operations/node-drain.ts';
import { defineCommand } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { nodeAt } from '../operator/open-operations.ts';
import { REACH_OPTIONS, text, YES_OPTION } from '../options.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  reason: text('TEXT', 'the reason for the action, kept in the record of operator actions'),
  ...YES_OPTION,
  ...REACH_OPTIONS,
};
const LOOK_EVERY_MS = 500;

const nodeSchema: v.GenericSchema<unknown, NodeState> = v.object({
  nodeId: v.string(),
  drain: v.nullable(v.object({ by: v.string(), reason: v.nullable(v.string()), atMs: v.number(), endedAtMs: v.nullable(v.number()) })),
  effectsRunning: v.number(),
  commitsOutstanding: v.number(),
});

export const nodeDrain = defineCommand({
  name: 'node drain',
  parameters: '--url URL [--reason TEXT] [--yes] [--json]',
  summary: 'take a running node out of service and wait until its work has ended; the process itself must be ended by its supervisor',
  arguments: {},
  options: OPTIONS,
  async run(_none, values, context) {
    if (values.url === undefined) throw new UsageError('--url is required: the node’s own address, not that of a load balancer');
    const node = nodeAt(values.url, values.token, context);
    const look = async () => v.parse(nodeSchema, await node.get('/node'));
    let state = await look();
    await confirm(context, `Take node ${state.nodeId} out of service? Only a restart puts it back into service.`, values.yes === true);
    // The request contains the node's id, so that it cannot drain a node other than the one that was shown to the operator.
    const reason = values.reason === undefined ? {} : { reason: values.reason };
    state = v.parse(nodeSchema, await node.post('/node/drain', { nodeId: state.nodeId, ...reason }));
    while (state.drain?.endedAtMs === null) {
      process.stderr.write(
        `effects (such as transactions being sent) that are running: ${state.effectsRunning}, changes that are not stored yet: ${state.commitsOutstanding}\n`,
      );
      await Bun.sleep(LOOK_EVERY_MS);
      state = await look();
    }
    context.say(values.json === true ? JSON.stringify(state) : `Node ${state.nodeId} has finished its work; its process can be ended.`);
  },
});
