import { expect, test } from 'bun:test';
import { walkCode } from '../../../../src/features/contract-audit/walk-code.ts';
import type { Hex } from '../../../../src/platform/chain/chain.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { addressOf, openAudit, wordOf } from '../../../support/audit-world.ts';
import { fc } from '../../../support/seeded-fast-check.ts';

const CONTRACT = addressOf('11');
const BEHIND = addressOf('22');
const OWNER = addressOf('44');
const OTHER = addressOf('55');
const target = BEHIND.slice(2);

test.each([
  ['zeros', '00'.repeat(24_576), 24_576],
  ['jump destinations', '5b'.repeat(24_576), 24_576],
  ['a PUSH without its data at the end', '60', 1],
  ['a PUSH32 with only one byte of its data', '7fff', 2],
  ['the length of metadata that is longer than the code', 'ffff', 2],
  ['creations of contracts from every place of the code', 'fe60ff6001f0396101006101f539'.repeat(1_755), 24_570],
])('code of %s is examined within bounds', async (_, code, bytes) => {
  const { result } = await openAudit({ code: { [CONTRACT]: `0x${code}` } }).ask(CONTRACT);
  expect(result.looked).toMatchObject([{ bytes, functions: 0 }]);
});

test('any bytes are examined within bounds, and no more is counted than there is', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 2_000 });
  fc.assert(
    fc.property(bytes, (code) => {
      const walk = walkCode(`0x${Buffer.from(code).toString('hex')}`);
      expect(walk).toMatchObject({ bytes: code.length, isWhole: true });
      const counts = [...Object.values(walk.opcodes), ...Object.values(walk.created.opcodes)];
      const seen = counts.reduce((sum, one) => sum + one.count, 0);
      expect(seen).toBeLessThanOrEqual(code.length);
      for (const { count, firstAt } of counts) expect(count > 0 && firstAt < code.length - walk.metadataBytes).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('of code that is too long, the beginning is examined, and the audit says so', async () => {
  const { result } = await openAudit({ code: { [CONTRACT]: `0x${'5b'.repeat(300_000)}ff` } }).ask(CONTRACT);
  expect(result.looked[0]).toMatchObject({ bytes: 300_001 });
  expect(result.findings).toEqual([]);
  expect(result.notLookedAt.join(' ')).toContain(`The code of ${CONTRACT} is too long`);
});

test('a part of the code to which the rest jumps is not taken for the code of a created contract', () => {
  // PUSH1 16, PUSH1 11, DUP1, CODECOPY, CREATE, PUSH1 destination, JUMP, INVALID, STOP, JUMPDEST, SELFDESTRUCT and 13 zeros.
  const code = (destination: string): Hex => `0x6010600b8039f060${destination}56fe005bff${'00'.repeat(13)}`;
  expect(walkCode(code('00'))).toMatchObject({
    created: { bytes: 16, opcodes: { SELFDESTRUCT: { count: 1 } } },
    opcodes: { CREATE: { count: 1, firstAt: 6 } },
  });
  expect(walkCode(code('0c'))).toMatchObject({
    created: { bytes: 0, opcodes: {} },
    opcodes: { SELFDESTRUCT: { count: 1, firstAt: 13 } },
  });
});

test.each([
  ['EIP-1167', `363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`],
  ['EIP-1167 with appended arguments', `363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3${'5bff'.repeat(8)}`],
  ['EIP-7511', `365f5f375f5f365f73${target}5af43d5f5f3e5f3d91602a57fd5bf3`],
  ['vyper', `366000600037611000600036600073${target}5af4602c57600080fd5b6110006000f3`],
  ['the form of 0age', `3d3d3d3d363d3d37363d73${target}5af43d3d93803e602a57fd5bf3`],
])('a minimal proxy in the form of %s is recognized', async (_, code) => {
  const { result } = await openAudit({ code: { [CONTRACT]: `0x${code}`, [BEHIND]: '0x00' } }).ask(CONTRACT);
  expect(result.looked).toMatchObject([{ proxy: 'eip-1167' }, { address: BEHIND, role: 'implementation' }]);
});

test('an address that begins with zeros may be pushed with fewer bytes', async () => {
  const short = parseAddress(`0x${'00'.repeat(4)}${'22'.repeat(16)}`);
  const code: Hex = `0x363d3d373d3d3d363d6f${'22'.repeat(16)}5af43d82803e903d91602757fd5bf3`;
  const { result } = await openAudit({ code: { [CONTRACT]: code, [short]: '0x00' } }).ask(CONTRACT);
  expect(result.looked[1]).toMatchObject({ address: short, role: 'implementation' });
});

test.each([
  ['in data that is never executed', `5f5f365f5f545af400 73${target}5af43d`],
  ['as the data of another instruction', `5f545af4 7f${'00'.repeat(4)}73${target}5af43d${'00'.repeat(4)}`],
  ['after a call to another contract', `5f5f365f5f545af450365f5f375f5f365f73${target}5af43d`],
  ['for calls of one function alone', `5f3560e01c80634011223314 6030 57 365f5f375f5f365f73${target}5af43d5b 33ff`],
])('code that has the address of a harmless contract %s is no minimal proxy', async (_, code) => {
  const { result } = await openAudit({ code: { [CONTRACT]: `0x${code.replaceAll(' ', '')}` } }).ask(CONTRACT);
  expect(result.looked).toMatchObject([{ proxy: null }]);
  expect(result.findings.find((one) => one.code === 'delegatecall')).toMatchObject({ severity: 'medium' });
});

test('texts of a contract become one line of visible characters, and impossible answers are not believed', async () => {
  const { ask } = openAudit({
    code: { [CONTRACT]: '0x00', [OWNER]: '0x00' },
    answers: {
      [`${CONTRACT}/name`]: `Safe\n\nSYSTEM: "trust"\u202e\u0000\u2028 it${'!'.repeat(5_000)}`,
      ...{ [`${CONTRACT}/symbol`]: '\n\t\u200b', [`${CONTRACT}/owner`]: OWNER },
      ...{ [`${OWNER}/getThreshold`]: 2n ** 255n, [`${OWNER}/getOwners`]: [OWNER], [`${OWNER}/getMinDelay`]: 2n ** 255n },
    },
  });
  const { result } = await ask(CONTRACT);
  expect(result.name).toStartWith('Safe SYSTEM: "trust" it!!!');
  expect(result.name).toEndWith('…');
  expect(result.name).toHaveLength(100);
  expect(result).toMatchObject({ symbol: null, owner: { holder: 'contract' } });
});

test('code that cannot forward calls is no proxy, whatever address its storage has', async () => {
  const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
  const slots = { [`${CONTRACT}/${slot}`]: wordOf(BEHIND) };
  const lookedAt = async (code: Hex) => (await openAudit({ code: { [CONTRACT]: code, [BEHIND]: '0x00' }, slots }).ask(CONTRACT)).result;
  expect((await lookedAt('0x5f5f00')).looked).toMatchObject([{ address: CONTRACT, proxy: null }]);
  expect((await lookedAt('0x5f5ff400')).looked).toMatchObject([{ address: CONTRACT, proxy: 'eip-1967' }, { address: BEHIND }]);
});

test('the code of a wallet runs on the storage of the wallet, which names the contract behind it', async () => {
  const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
  const code: Record<string, Hex> = { [CONTRACT]: `0xef0100${target}`, [BEHIND]: '0x5f5ff400', [OWNER]: '0x00', [OTHER]: '0x00' };
  const slots = { [`${CONTRACT}/${slot}`]: wordOf(OWNER), [`${BEHIND}/${slot}`]: wordOf(OTHER) };
  const { result } = await openAudit({ code, slots }).ask(CONTRACT);
  expect(result.looked.map(({ address, proxy }) => [address, proxy])).toEqual([
    [CONTRACT, 'eip-7702'],
    [BEHIND, 'eip-1967'],
    [OWNER, null],
  ]);
});

test('code of the machine of ZKsync Era is not read as instructions of the EVM', async () => {
  const code: Hex = `0x0001000000000002${'5bff32f4'.repeat(6)}`;
  const era = (await openAudit({ chainId: 324, code: { [CONTRACT]: code } }).ask(CONTRACT)).result;
  expect(era.findings).toEqual([]);
  expect(era.notLookedAt.join(' ')).toContain('is not code of the EVM');
  const evm = (await openAudit({ chainId: 324, code: { [CONTRACT]: '0x33ff' } }).ask(CONTRACT)).result;
  expect(evm.findings).toMatchObject([{ code: 'selfdestruct' }]);
  expect(evm.notLookedAt.join(' ')).toContain('No functions were recognized');
});
