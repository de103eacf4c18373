import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { giveTokens } from '../../../src/devnet/fork/give-tokens.ts';
import { startReadOnlyProxy } from '../../../src/devnet/fork/read-only-proxy.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { type RealChain, startRealChain } from '../../support/real-chain.ts';
import { waitFor } from '../../support/wait-for.ts';

// Tests what a rehearsal requires of a fork: it only reads its chain, it ends with its process, and it can give tokens to accounts.

let chain: RealChain;
beforeAll(async () => {
  chain = await startRealChain();
});
afterAll(async () => {
  await chain[Symbol.asyncDispose]();
});

const TOKEN = parseAddress(`0x${'70'.repeat(20)}`);
const WALLET = parseAddress(`0x${'a1'.repeat(20)}`);
const give = () => giveTokens(chain.rpc, { token: TOKEN, to: WALLET, amount: 5_000_000n, holder: null });

describe('a wallet gets a token', () => {
  // Builds contract code that only returns a balance: from a mapping at position 9, hashed as in Solidity or as in Vyper, or the constant
  // 7.
  const load = '604060002054600052602060' + '00f3';
  const solidity = `0x6004356000526009602052${load}`;
  const vyper = `0x6009600052600435602052${load}`;

  test.each([
    ['Solidity', solidity],
    ['Vyper', vyper],
  ])('that hashes as %s does', async (language, code) => {
    await chain.rpc('anvil_setCode', [TOKEN, code]);
    expect(await give()).toEqual({ ok: true, how: `mapping 9 (${language})` });
    const data = `0x70a08231${WALLET.slice(2).padStart(64, '0')}`;
    expect(BigInt(String(await chain.rpc('eth_call', [{ to: TOKEN, data }, 'latest'])))).toBe(5_000_000n);
  });

  test('whose balances have no usual place only from a holder, which is said', async () => {
    await chain.rpc('anvil_setCode', [TOKEN, '0x600760005260206000f3']);
    expect(await give()).toMatchObject({ ok: false, reason: expect.stringContaining('Name an account that has the token with --holder.') });
    await chain.rpc('anvil_setCode', [TOKEN, '0x']);
    expect(await give()).toMatchObject({ ok: false });
  });
});

test('only reads reach the chain', async () => {
  using proxy = startReadOnlyProxy(chain.rpcUrl);
  const ask = async (body: unknown) => {
    const reply = await fetch(proxy.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return await reply.json();
  };
  const request = (method: string, params: unknown[] = []) => ({ jsonrpc: '2.0', id: 1, method, params });
  expect(await ask(request('eth_chainId'))).toMatchObject({ result: '0x2105' });
  const before = await chain.rpc('eth_blockNumber');
  for (const method of [
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'anvil_mine',
    'evm_mine',
    'personal_sign',
    'eth_sign',
    'debug_setHead',
  ]) {
    expect(await ask(request(method))).toMatchObject({ error: { message: `${method} is not a read` } });
    expect(await ask([request('eth_chainId'), request(method)])).toMatchObject({ error: { code: -32601 } });
  }
  expect(await ask('nonsense')).toMatchObject({ error: { code: -32601 } });
  expect(await chain.rpc('eth_blockNumber')).toBe(before);
  expect(proxy.refused()).toContain('eth_sendRawTransaction');
});

test('the fork ends with the process that started it, also when that is killed', async () => {
  const owner = Bun.spawn([process.execPath, fileURLToPath(new URL('fork-owner.ts', import.meta.url)), chain.rpcUrl], { stdout: 'pipe' });
  const reader = owner.stdout.getReader();
  const { value } = await reader.read();
  const url = new TextDecoder().decode(value).trim();
  const answers = async () => {
    try {
      return (
        (await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }) })) !== null
      );
    } catch {
      return false;
    }
  };
  expect(await answers()).toBe(true);
  owner.kill('SIGKILL');
  await owner.exited;
  await waitFor(async () => !(await answers()), { what: 'the fork to end' });
}, 60_000);
