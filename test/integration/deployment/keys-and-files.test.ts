import { expect, test } from 'bun:test';
import { createCipheriv, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { keccak256 } from 'viem';
import { safeChecksum } from '../../../src/deployment/steps/transaction-files.ts';
import { startStandInSigner } from '../../support/stand-in-signer.ts';
import { waitFor } from '../../support/wait-for.ts';
import { placeRouters, roles, runContracts, shareChain, UNISWAP_V3_ROUTER } from './contracts-fixture.ts';

const at = shareChain(async ({ chain }) => {
  await placeRouters(chain, [UNISWAP_V3_ROUTER]);
});

const { admin, other } = roles();
const NO_KEY = { CONTRACTS_KEY: '' };
// Number of transactions that deploy and set up three contracts; this chain has no Uniswap v4, so the fourth contract is not needed.
const NEEDED = 6;

const run = (word: string, args: readonly string[], env: Record<string, string> = NO_KEY) =>
  runContracts({ folder: at.folder, rpcUrl: at.chain.rpcUrl }, word, [...args, '--price', '2000'], env);
const read = (name: string) => JSON.parse(readFileSync(at.folder.file(name), 'utf8'));

async function send(from: string, { to, data, value }: { to: string; data: string; value: string }): Promise<void> {
  await at.chain.rpc('anvil_impersonateAccount', [from]);
  const sent = { from, to, data, value: `0x${BigInt(value).toString(16)}`, gas: '0xb71b00' };
  const hash = await at.chain.rpc('eth_sendTransaction', [sent]);
  await waitFor(
    async () => {
      const receipt = (await at.chain.rpc('eth_getTransactionReceipt', [hash])) as { status: string } | null;
      if (receipt?.status === '0x0') throw new Error(`${hash} failed`);
      return receipt !== null;
    },
    { what: 'the receipt' },
  );
}

async function expectDeployed(args: readonly string[]): Promise<void> {
  // No signing key is needed here: all contracts are already deployed and set up, so the command only writes their addresses to the Network
  // record.
  expect((await run('deploy', [...args, '--yes'])).text).toContain('now names these contracts');
  const { text } = await runContracts({ folder: at.folder, rpcUrl: at.chain.rpcUrl }, 'status', [], NO_KEY);
  expect(text.match(/open +yes/g)).toHaveLength(3);
  expect(text).toContain(UNISWAP_V3_ROUTER);
}

test('before anything is deployed, the commands say how to', async () => {
  const { chain, folder } = at;
  const status = runContracts({ folder, rpcUrl: chain.rpcUrl }, 'status', [], NO_KEY);
  await expect(status).rejects.toThrow('Deploy them: coxswain contracts plan --chain 8453');
  await expect(run('routers', [])).rejects.toThrow('coxswain contracts deploy --chain 8453.');
});

test('the unsigned transactions deploy everything when wallets send them in order', async () => {
  const args = ['--admin', admin.address];
  await run('deploy', [...args, '--unsigned', 'unsigned.json']);
  const { transactions, chainId } = read('unsigned.json');
  expect([chainId, transactions.length]).toEqual([at.chain.chainId, NEEDED]);
  for (const transaction of transactions) await send(transaction.from ?? other.address, transaction);
  await expectDeployed(args);
});

test('the Safe files deploy everything when the Safe executes them in order', async () => {
  const args = ['--admin', other.address];
  await run('deploy', [...args, '--safe', 'safe.json']);
  const files = ['safe.json', 'safe.2.json', 'safe.3.json'].filter((name) => existsSync(at.folder.file(name))).map(read);
  expect(files.length).toBeGreaterThan(1);
  expect(files.flatMap(({ transactions }) => transactions)).toHaveLength(NEEDED);
  for (const file of files) {
    expect(file.meta.checksum).toBe(safeChecksum(file));
  }
  writeFileSync(at.folder.file('safe.4.json'), '{"transactions": []}');
  const left = [];
  for (const [index, file] of files.entries()) {
    for (const transaction of file.transactions) await send(other.address, transaction);
    await run('deploy', [...args, '--safe', 'safe.json']);
    left.push(['safe.json', 'safe.2.json', 'safe.3.json'].filter((name) => existsSync(at.folder.file(name))).length);
    expect(left.at(-1)).toBeLessThan(files.length - index);
  }
  // The command must delete files whose transactions are mined, and must keep a file that it did not write.
  expect(left.at(-1)).toBe(0);
  expect(existsSync(at.folder.file('safe.4.json'))).toBe(true);
  await expectDeployed(args);
});

test('with --unsigned or --safe nothing is sent, and --yes is refused together with them', async () => {
  await expect(run('deploy', ['--admin', admin.address, '--unsigned', 'a.json', '--yes'])).rejects.toThrow('send nothing');
  await expect(run('deploy', ['--admin', admin.address, '--yes'])).rejects.toThrow('no key is given');
  await expect(run('deploy', ['--yes'])).rejects.toThrow('--admin ADDRESS is required without a key');
});

test("with a key that is not the admin's, the contracts are deployed and the transactions for the admin are named", async () => {
  const args = ['--admin', admin.address];
  const dryRun = (await run('deploy', args, { CONTRACTS_KEY: other.privateKey })).lines.at(-1);
  expect(dryRun).toBe(
    `Nothing was sent. Add --yes to send ${NEEDED / 2} transactions. ${admin.address} must send ${NEEDED / 2} transactions. ` +
      'To write transactions that another account must send, use --unsigned FILE, or --safe FILE for a Safe.',
  );
  const deploy = run('deploy', [...args, '--yes'], { CONTRACTS_KEY: other.privateKey });
  const setUps = ['DcaVault', 'AutopilotVault', 'Relayer'].map((name) => `${name} set-up`).join(', ');
  await expect(deploy).rejects.toThrow(`${setUps}: ${admin.address} must send this transaction`);
  await expect(deploy).rejects.toThrow('use --unsigned FILE, or --safe FILE for a Safe. Then run the command again.');
  await run('deploy', [...args, '--unsigned', 'rest.json']);
  const { transactions } = read('rest.json');
  expect(transactions).toHaveLength(NEEDED / 2);
  for (const transaction of transactions) await send(admin.address, transaction);
  await expectDeployed(args);
});

test('a key file and an encrypted keystore work like the key itself', async () => {
  writeFileSync(at.folder.file('key'), `${admin.privateKey}\n`);
  expect((await run('plan', ['--key-file', 'key'])).text).toContain(`The key's account ${admin.address} has`);
  writeFileSync(at.folder.file('keystore.json'), keystoreOf(admin.privateKey, 'correct horse'));
  writeFileSync(at.folder.file('password'), 'correct horse\n');
  const keystore = ['--keystore', 'keystore.json'];
  await expect(run('deploy', [...keystore, '--yes'])).rejects.toThrow('The keystore file has a password.');
  await expect(run('deploy', [...keystore, '--yes'], { ...NO_KEY, CONTRACTS_KEYSTORE_PASSWORD: 'wrong' })).rejects.toThrow('The password');
  expect((await run('deploy', [...keystore, '--password-file', 'password', '--yes'])).text).toContain('now names these contracts');
  expect(Number(await at.chain.rpc('eth_getTransactionCount', [admin.address, 'latest']))).toBe(NEEDED);
});

test('a signer behind a URL signs as the key itself does, and what it changes is not sent', async () => {
  await using standIn = startStandInSigner(admin.privateKey, { token: 'open sesame' });
  const env = { ...NO_KEY, SIGNER_URL_TOKEN: 'open sesame', EXECUTOR_KEY: `https://127.0.0.1:1/#${roles().executor.address}` };
  const signed = ['--key-url', standIn.key];
  await expect(run('plan', [...signed, '--key-file', 'key'], env)).rejects.toThrow('--key-file and --key-url cannot be given together');
  await expect(run('plan', ['--key-url', 'https://signer.example'], env)).rejects.toThrow('is a URL without the address of the key');
  const { text } = await run('plan', signed, env);
  expect(text).toContain(`The key's account ${admin.address} has`);
  expect(text).toContain(`Executors ${roles().executor.address};`);
  await expect(run('deploy', [...signed, '--yes'], { ...env, SIGNER_URL_TOKEN: '' })).rejects.toThrow('Set SIGNER_URL_TOKEN.');
  standIn.state.behave = (_, honest) => honest({ maxFeePerGas: 10n ** 15n });
  await expect(run('deploy', [...signed, '--yes'], env)).rejects.toThrow(
    'is not the requested signature: its highest fee is 1000000000000000',
  );
  expect(Number(await at.chain.rpc('eth_getTransactionCount', [admin.address, 'latest']))).toBe(0);
  standIn.state.behave = (_, honest) => honest();
  expect((await run('deploy', ['--yes'], { ...env, CONTRACTS_KEY: standIn.key })).text).toContain('now names these contracts');
  expect(Number(await at.chain.rpc('eth_getTransactionCount', [admin.address, 'latest']))).toBe(NEEDED);
});

test('every key of EXECUTOR_KEY becomes an executor, and none of them may send the deployment', async () => {
  const { executor, poor } = roles();
  const keys = { EXECUTOR_KEY: `${executor.privateKey},${poor.privateKey}` };
  expect((await run('plan', ['--admin', admin.address], { ...NO_KEY, ...keys })).text).toContain(
    `Executors ${executor.address}, ${poor.address};`,
  );
  const deploy = run('deploy', ['--yes'], { CONTRACTS_KEY: poor.privateKey, ...keys });
  await expect(deploy).rejects.toThrow('is also the EXECUTOR_KEY of chain');
});

function keystoreOf(privateKey: string, password: string): string {
  const [salt, iv] = [Buffer.alloc(32, 1), Buffer.alloc(16, 2)];
  const derived = scryptSync(password, salt, 32, { N: 4096, r: 8, p: 1 });
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(privateKey.slice(2), 'hex')), cipher.final()]);
  const crypto = {
    ...{ cipher: 'aes-128-ctr', cipherparams: { iv: iv.toString('hex') }, ciphertext: ciphertext.toString('hex') },
    ...{ kdf: 'scrypt', kdfparams: { dklen: 32, n: 4096, r: 8, p: 1, salt: salt.toString('hex') } },
    mac: keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2),
  };
  return JSON.stringify({ version: 3, id: 'a', crypto });
}
