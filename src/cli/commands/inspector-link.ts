import * as v from 'valibot';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { signInLink } from '../../values/sign-in-link.ts';
import { defineCommand } from '../command.ts';
import { atNodeOrStore, nodeAt } from '../operator/open-operations.ts';
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
    const made = v.safeParse(codeSchema, await node.post('/session/links'));
    if (!made.success)
      throw new TerminalError({
        code: 'not-a-node',
        message: `The reply of ${node.url} contains no sign-in code. Check that the node runs this version.`,
      });
    const { operator, code, expiresAtMs } = made.output;
    const link = signInLink(node.url, code);
    context.say(values.json === true ? JSON.stringify({ link, operator, expiresAtMs }) : link);
  },
});
