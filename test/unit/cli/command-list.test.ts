import { expect, test } from 'bun:test';
import { listedCommands } from '../../../scripts/command-list.ts';
import { commandList } from '../../../src/cli/command-list.generated.ts';

test('the list that the help is printed from is that of the commands (otherwise run: npm run command-list)', () => {
  expect(commandList).toEqual(listedCommands());
});
