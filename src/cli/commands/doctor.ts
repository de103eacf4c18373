import { examine } from '../../app/doctor/examine.ts';
import { type Finding, ok, wrong } from '../../app/doctor/finding.ts';
import { ConfigError } from '../../config/config-error.ts';
import { type Config, settingNames } from '../../config.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';

/** As wide as the names of most checks. */
const NAME_WIDTH = 32;

export const doctor: Command = {
  name: 'doctor',
  parameters: '[--json]',
  summary: 'look at settings, store, Redis, chains, contracts, balances and clocks: each is ok, or says what to do',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } });
    if (positionals.length > 0) throw new UsageError('it takes options only');
    let wrongs = 0;
    for await (const finding of findingsOf(context)) {
      if (!finding.isOk) wrongs += 1;
      context.say(values.json === true ? JSON.stringify(finding) : lineOf(finding));
    }
    if (wrongs > 0) throw new TerminalError({ code: 'not-all-ok', message: `${wrongs} of these are not ok.` });
  },
};

async function* findingsOf({ config: load }: Pick<CommandContext, 'config'>): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Nothing else can be looked at without them.
    for (const problem of error.problems) yield wrong('settings', problem);
    return;
  }
  yield ok('settings', `all ${settingNames().size} are in order`);
  yield* examine(config, { now: () => Date.now() });
}

function lineOf({ check, isOk, message }: Finding): string {
  return `${isOk ? 'ok   ' : 'WRONG'}  ${check.padEnd(NAME_WIDTH)}  ${message}`;
}
