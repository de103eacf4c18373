import * as v from 'valibot';
import { examine } from '../../app/doctor.ts';
import { ConfigError } from '../../config/config-error.ts';
import type { Config } from '../../config.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type Finding, wrong } from '../../values/finding.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import type { NodeClient } from '../operator/node-client.ts';
import { nodeAt } from '../operator/open-operations.ts';
import { REACH_OPTIONS } from '../options.ts';
import { UsageError } from '../usage-error.ts';

const foundSchema = v.object({ findings: v.array(v.object({ check: v.string(), isOk: v.boolean(), message: v.string() })) });

/** Width of the column with the names of the checks, in characters; enough for most names. */
const NAME_WIDTH = 32;

export const doctor = defineCommand({
  name: 'doctor',
  parameters: '[--url URL [--token T]] [--json]',
  summary: 'check settings, store, Redis, chains, contracts, balances and clocks, here or on a running node (--url), and say what to fix',
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, { json, url, token }, context) {
    if (url === undefined && token !== undefined) throw new UsageError('--token requires --url');
    let wrongs = 0;
    for await (const finding of url === undefined ? findingsHere(context) : findingsOf(nodeAt(url, token, context))) {
      if (!finding.isOk) wrongs += 1;
      context.say(json === true ? JSON.stringify(finding) : lineOf(finding));
    }
    if (wrongs > 0) throw new TerminalError({ code: 'not-all-ok', message: `${wrongs} checks failed; see the lines that are not ok.` });
  },
});

/** Reads the results of the checks that a running node makes of its own settings and environment. */
async function* findingsOf(node: NodeClient): AsyncGenerator<Finding> {
  const found = v.safeParse(foundSchema, await node.get('/doctor'));
  if (!found.success)
    throw new TerminalError({
      code: 'not-a-node',
      message: `${node.url} gave a reply without the results of the checks. Check that the node runs this version.`,
    });
  yield* found.output.findings;
}

async function* findingsHere({ config: load }: Pick<CommandContext, 'config'>): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // When the settings are invalid, only their problems are reported, because no other check is possible without them.
    for (const problem of error.problems) yield wrong('settings', problem);
    return;
  }
  yield* examine(config, { now: () => Date.now() });
}

function lineOf({ check, isOk, message }: Finding): string {
  return `${isOk ? 'ok   ' : 'WRONG'}  ${check.padEnd(NAME_WIDTH)}  ${message}`;
}
