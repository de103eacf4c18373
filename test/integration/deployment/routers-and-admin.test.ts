import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { placeRouters, roles, runContracts, shareChain, UNISWAP_V2_ROUTER, UNISWAP_V3_ROUTER } from './contracts-fixture.ts';

const DAY_SECONDS = 86_400;
/** The address of 0x's AllowanceHolder, which the registry pins for Base. */
const ZEROEX = '0x0000000000001ff3684f28c67538d4d072c22734';

const at = shareChain(async ({ chain }) => {
  await placeRouters(chain, [UNISWAP_V3_ROUTER]);
  await run('deploy', ['--yes']);
});

const { admin, executor, signer, other } = roles();
const run = async (word: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  (await runContracts({ folder: at.folder, rpcUrl: at.chain.rpcUrl }, word, word === 'status' ? args : ['--price', '2000', ...args], env))
    .text;

async function afterSeconds(seconds: number): Promise<void> {
  await at.chain.rpc('evm_increaseTime', [seconds]);
  await at.chain.rpc('evm_mine');
}

test('routers are compared between registry and chain; they are announced, allowed after the delay, and removed at once', async () => {
  await placeRouters(at.chain, [UNISWAP_V2_ROUTER]);
  const shown = await run('routers');
  expect(shown).toMatch(new RegExp(` ${UNISWAP_V3_ROUTER} +call +uniswap_v3 +allowed`));
  expect(shown).toMatch(new RegExp(`\\+ +${UNISWAP_V2_ROUTER} +approve +uniswap_v2 +missing: use --announce`));
  expect(shown).toMatch(new RegExp(` ${ZEROEX} +call +0x +a vault refuses it`));

  expect(await run('routers', ['--apply'])).toContain('The change must be announced before it can be made.');
  expect(await run('routers', ['--announce'])).toContain('Nothing was sent. Add --yes to send 2 transactions.');
  await run('routers', ['--announce', '--yes']);
  expect(await run('routers')).toMatch(new RegExp(`\\+ +${UNISWAP_V2_ROUTER} +call +uniswap_v2 +announced: use --apply from 20`));
  const announced = await run('status');
  expect(announced).toMatch(new RegExp(`announced +settargetallowed\\(${UNISWAP_V2_ROUTER}, true\\), can be made between 20`, 'i'));
  expect(await run('routers', ['--apply', '--yes'])).toContain('The change is announced, and can be made from 20');
  expect(await run('routers')).not.toMatch(new RegExp(`${UNISWAP_V2_ROUTER} +call +uniswap_v2 +allowed`));

  await afterSeconds(DAY_SECONDS);
  expect(await run('status')).toContain('can be made now, until');
  await run('routers', ['--apply', '--yes']);
  expect(await run('routers')).toMatch(new RegExp(`  ${UNISWAP_V2_ROUTER} +call +uniswap_v2 +allowed`));
  expect(await run('status')).not.toContain('announced ');

  await run('routers', ['--remove', UNISWAP_V2_ROUTER, '--yes']);
  expect(await run('routers')).toMatch(new RegExp(`\\+ +${UNISWAP_V2_ROUTER} +call +uniswap_v2 +missing`));
});

test("a key that is not the admin's is told how the admin can send", async () => {
  const how = 'To write transactions that another account must send, use --unsigned FILE, or --safe FILE for a Safe.';
  const key = { CONTRACTS_KEY: other.privateKey };
  for (const args of [
    ['admin', 'add-executor', other.address],
    ['routers', '--remove', UNISWAP_V3_ROUTER],
  ]) {
    const [word = '', ...rest] = args;
    const dry = await run(word, rest, key);
    expect(dry).toContain(`${admin.address} must send`);
    expect(dry).toContain(how);
    await expect(run(word, [...rest, '--yes'], key)).rejects.toThrow(how);
  }
});

test('a wrong name or router is refused, instead of changing the others', async () => {
  const mistyped = run('routers', ['--of', 'uniswapv3', '--remove', 'unwanted', '--yes']);
  await expect(mistyped).rejects.toThrow(
    'The registry has no router of uniswapv3 on chain 8453. It has routers of: uniswap_v3, uniswap_v2',
  );
  expect(await run('routers')).toMatch(new RegExp(` ${UNISWAP_V3_ROUTER} +call +uniswap_v3 +allowed`));
  const absent = run('routers', ['--remove', ZEROEX, '--yes']);
  await expect(absent).rejects.toThrow(`No vault allows ${ZEROEX}, so nothing can be removed.`);
});

test('an admin who was not proposed cannot accept, and a fee needs a treasury', async () => {
  expect(await run('admin', ['accept-admin', '--yes'])).toContain('DcaVault acceptance: already-done');
  const stranger = run('admin', ['accept-admin', '--yes'], { CONTRACTS_KEY: other.privateKey });
  await expect(stranger).rejects.toThrow('has no proposed admin who could accept.');
  const fee = run('admin', ['set-fee', '30', '--contract', 'DcaVault', '--yes']);
  await expect(fee).rejects.toThrow('has no treasury to which a fee could be paid.');
});

test('a second deployment reports settings that differ from the first, and routers that the chain does not have', async () => {
  const again = await run('deploy', ['--delay', '3600', '--fee-bps', '50', '--treasury', other.address]);
  expect(again).toContain(
    'DcaVault is already set up, and this command does not change it. It keeps a delay of 86400 s, a fee of 0 bps, the treasury none.',
  );
  expect(again).toContain(`These routers are not allowed, because this chain has no contract at their address: ${UNISWAP_V2_ROUTER}`);
  expect(again.match(/^Routers: .*$/m)?.[0]).not.toContain(UNISWAP_V2_ROUTER);
  const open = JSON.stringify({ 8453: ZEROEX });
  expect(await run('deploy', ['--yes', '--replace'], { DCA_VAULT_ADDRESSES: open })).toContain(
    `But the setting DCA_VAULT_ADDRESSES names ${ZEROEX}`,
  );
});

test('a router that the registry does not know is found by its event, and removed', async () => {
  await placeRouters(at.chain, [UNISWAP_V2_ROUTER]);
  // First the vaults are made to allow the router of uniswap_v2. Then only uniswap_v3 is wanted, so the router of uniswap_v2 must be
  // reported as unwanted.
  await run('routers', ['--announce', '--yes']);
  await afterSeconds(DAY_SECONDS);
  await run('routers', ['--apply', '--yes']);
  const only = ['--of', 'uniswap_v3'];
  expect(await run('routers', only)).toMatch(
    new RegExp(`- +${UNISWAP_V2_ROUTER} +call +- +allowed, but not among the wanted routers: use --remove`),
  );
  await run('routers', [...only, '--remove', 'unwanted', '--yes']);
  expect(await run('routers', only)).not.toContain(UNISWAP_V2_ROUTER);
});

test('an executor is announced, added after the delay, and removed at once', async () => {
  const add = ['add-executor', other.address];
  await run('admin', [...add, '--yes']);
  expect(await run('status')).not.toMatch(new RegExp(`executors .*${other.address}`));
  expect(await run('admin', add)).toContain('The change is announced, and can be made from');
  await afterSeconds(DAY_SECONDS);
  await run('admin', [...add, '--yes']);
  expect(await run('status')).toMatch(new RegExp(`executors +${executor.address}, ${other.address}`));
  expect(await run('admin', add)).toContain('The chain already has everything: no transaction is needed.');
  await run('admin', ['remove-executor', other.address, '--yes']);
  expect(await run('status')).not.toMatch(new RegExp(`executors .*${other.address}`));
});

test('a new admin is announced, proposed after the delay, and accepts with its own key', async () => {
  const propose = ['propose-admin', other.address];
  await run('admin', [...propose, '--yes']);
  await afterSeconds(DAY_SECONDS);
  await run('admin', [...propose, '--yes']);
  expect(await run('status')).toContain(`next admin    ${other.address}`);
  await expect(run('admin', ['accept-admin', '--yes'])).rejects.toThrow(`${other.address} must send this transaction`);
  await run('admin', ['accept-admin', '--yes'], { CONTRACTS_KEY: other.privateKey });
  expect((await run('status')).match(new RegExp(`admin +${other.address}`, 'g'))).toHaveLength(3);
  // After the change of the admin, the first admin must have no permissions.
  await expect(run('admin', ['remove-executor', executor.address, '--yes'])).rejects.toThrow(`${other.address} must send this transaction`);
});

test('a fee needs a treasury and the delay; it is lowered at once', async () => {
  const { treasury } = roles();
  await run('admin', ['set-treasury', treasury.address, '--yes']);
  await run('admin', ['set-fee', '30', '--yes']);
  expect(await run('status')).toMatch(/fee +0 bps[\s\S]*announced +setfee\(30\)/i);
  await afterSeconds(DAY_SECONDS);
  await expect(run('admin', ['set-fee', '30', '--yes'])).rejects.toThrow('InvalidTreasury');
  await run('admin', ['set-treasury', treasury.address, '--yes']);
  await run('admin', ['set-fee', '30', '--yes']);
  expect((await run('status')).match(/fee +30 bps/g)).toHaveLength(2);
  await run('admin', ['set-fee', '20', '--yes']);
  expect((await run('status')).match(/fee +20 bps/g)).toHaveLength(2);
});

test('announcements are cancelled at once', async () => {
  await run('admin', ['add-signer', other.address, '--yes']);
  expect(await run('status')).toContain('announced');
  await run('admin', ['cancel', '--yes']);
  expect(await run('status')).not.toContain('announced ');
  await afterSeconds(DAY_SECONDS);
  await run('admin', ['add-signer', other.address, '--yes']);
  expect(await run('status')).toMatch(new RegExp(`signers +${signer.address}\n`));
});

test('an admin command can also write files for a Safe, and a wrong command is refused', async () => {
  await run('admin', ['set-delay', '172800', '--safe', 'delay.json', '--unsigned', 'delay-unsigned.json'], { CONTRACTS_KEY: '' });
  const file = JSON.parse(readFileSync(at.folder.file('delay.json'), 'utf8'));
  expect(file.transactions).toHaveLength(3);
  expect(JSON.parse(readFileSync(at.folder.file('delay-unsigned.json'), 'utf8')).transactions[0].from).toBe(admin.address);
  await expect(run('admin', ['set-fee', '101'])).rejects.toThrow('accepted: a whole number from 0 to 100');
  await expect(run('admin', ['add-signer', other.address, '--contract', 'DcaVault'])).rejects.toThrow('accepted: Relayer');
  await expect(run('admin', ['steal'])).rejects.toThrow('there is no change "steal"');
  const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  await expect(run('admin', ['add-executor', account, '--yes'])).rejects.toThrow('public test mnemonic');
});
