import { expect, test } from 'bun:test';
import { walletClose } from '../../../src/cli/commands/wallet-close.ts';
import { closeCommand } from '../../../src/cli/wallet/own-wallet.ts';

const NONE = {
  ...{ chain: '8453', store: undefined, 'key-file': undefined, keystore: undefined, 'key-url': undefined },
  ...{ 'password-file': undefined, price: '3000', yes: true, json: undefined },
};

test('the printed command has every option that wallet close requires', async () => {
  const command = closeCommand('position', 1, { ...NONE, 'key-file': 'wallet.key' });
  expect(command).toBe('coxswain wallet close position 1 --chain 8453 --key-file wallet.key --yes');
  const context = { say: () => undefined, ask: async () => null, prompt: async () => null, folder: '/' };
  const config = () => {
    throw new Error('The options are complete');
  };
  // The settings are read only after the options were accepted.
  await expect(walletClose.run(command.split(' ').slice(3), { ...context, config })).rejects.toThrow('The options are complete');
});

test('the printed command names the same store and key, quoted for a shell, without URLs that may contain secrets', () => {
  const files = { ...NONE, store: 'sqlite:data/a.db', keystore: "my wallet's.json", 'password-file': 'pass' };
  expect(closeCommand('agent', 7, files)).toBe(
    "coxswain wallet close agent 7 --chain 8453 --store sqlite:data/a.db --keystore 'my wallet'\\''s.json' --password-file pass --yes",
  );
  const urls = { ...NONE, store: 'mongodb://me:secret@db/coxswain', 'key-url': 'https://signer.internal/secret#0x12' };
  expect(closeCommand('agent', 7, urls)).toBe('coxswain wallet close agent 7 --chain 8453 --store URL --key-url URL --yes');
});
