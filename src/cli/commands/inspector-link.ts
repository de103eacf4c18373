import * as v from 'valibot';
import { signInLink } from '../../values/sign-in-link.ts';
import { defineCommand } from '../command.ts';
import { atNodeOrStore, nodeAt } from '../operator/open-operations.ts';
import { readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS } from '../options.ts';

const codeSchema = v.object({ operator: v.string(), code: v.string(), expiresAtMs: v.number() });

export const inspectorLink = defineCommand({
  name: 'inspector link',
  parameters: '[--url URL] [--token T] [--json]',
  summary: "print a one-time link that signs a browser in to a node's inspector, valid for ten minutes",
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, values, context) {
    const { url } = atNodeOrStore({ url: values.url }, context);
    if (url === undefined) throw new TypeError('There is no running node to ask');
    const node = nodeAt(url, values.token, context);
    const { operator, code, expiresAtMs } = readReply(codeSchema, await node.post('/session/links'), node, 'sign-in code');
    const link = signInLink(node.url, code);
    context.say(values.json === true ? JSON.stringify({ link, operator, expiresAtMs }) : link);
  },
});
