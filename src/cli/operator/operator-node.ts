import * as v from 'valibot';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { ownOrigin } from '../../values/loopback.ts';
import type { CommandContext } from '../command.ts';
import type { NodeClient } from './node-client.ts';
import { nodeAt } from './open-operations.ts';

/** The options of every command that sends requests to a running node. */
export type Reach = { readonly url?: string | undefined; readonly token?: string | undefined; readonly json?: boolean | undefined };

/** Returns a client for the operator routes of the node that the option `--url` names, or else of the node of the settings. */
export function operatorNode({ url, token }: Reach, context: Pick<CommandContext, 'config'>): NodeClient {
  const { host, port } = context.config();
  return nodeAt(url ?? ownOrigin(host, port), token, context);
}

/**
 * Validates a reply of a node. @param what the expected content for the error message, such as `treasury data` @throws TerminalError
 * `not-a-node`
 */
export function readReply<T>(schema: v.GenericSchema<unknown, T>, data: unknown, { url }: Pick<NodeClient, 'url'>, what?: string): T {
  const read = v.safeParse(schema, data);
  if (read.success) return read.output;
  const fault =
    what === undefined ? `${url} gave a reply that this version of the program cannot read` : `The reply of ${url} contains no ${what}`;
  throw new TerminalError({ code: 'not-a-node', message: `${fault}. Check that the node runs this version.` });
}

/** Builds a URL query string from those parameters that have a value. */
export function queryOf(parts: { readonly [name: string]: string | undefined }): string {
  const given = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
