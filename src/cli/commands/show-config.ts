import { describeConfig } from '../../config/describe-config.ts';
import type { Command } from '../command.ts';
import { takeArguments } from '../take-arguments.ts';

/** Of secrets only that they are set. */
export const showConfig: Command = {
  name: 'config',
  parameters: '',
  summary: 'show the settings as they are understood, without secrets',
  async run(args, { say, config }) {
    takeArguments(args, []);
    for (const line of describeConfig(config())) say(line);
  },
};
