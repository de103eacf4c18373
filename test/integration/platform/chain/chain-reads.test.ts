import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type AbiEvent, parseAbi } from 'viem';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { createJsonRpc } from '../../../../src/devnet/guard/json-rpc.ts';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import type { Chain } from '../../../../src/platform/chain/chain.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { decodeEvents } from '../../../../src/platform/chain/decode-events.ts';
import { encodeCall } from '../../../../src/platform/chain/encode-call.ts';
import { MULTICALL3 } from '../../../../src/platform/chain/read-contracts.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { CoxswainError } from '../../../../src/values/errors/coxswain-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { startTestDevnet } from '../../../support/devnet.ts';
import { waitFor } from '../../../support/wait-for.ts';

const nowhere = parseAddress('0x00000000000000000000000000000000000000aa');
const noHash = parseHash(`0x${'12'.repeat(32)}`);
const [alice] = devnetAccounts.demo;

describe('reading a real chain', () => {
  let devnet: Devnet;
  let chain: Chain;
  let rpc: ReturnType<typeof createJsonRpc>;

  beforeAll(async () => {
    devnet = await startTestDevnet();
    rpc = createJsonRpc(devnet.rpcUrl);
    chain = newChain();
  });
  afterAll(() => devnet.stop());

  const newChain = () =>
    createChains({ networks: [{ chainId: 31337, rpcUrls: [devnet.rpcUrl] }], log: silentLog, abis: [dcaVaultAbi] }).of(31337);
  const mined = async (transaction: object) => {
    const hash = parseHash(String(await rpc('eth_sendTransaction', [transaction])));
    return await waitFor(() => chain.getReceipt(hash), { what: `the receipt of ${hash}` });
  };
  const tokens = () => devnet.deployment.tokens.map(({ address }) => address);
  const balances = () => tokens().map((address) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [alice.address] }) as const);
  /** The test uses only the few needed functions of the vault's ABI, because the whole ABI would make type checking too slow. */
  const claimsAbi = parseAbi([
    'struct Key { address wallet; uint32 positionId; }',
    'function processAutoClaims(Key[] keys, uint256 deadline)',
  ]);

  test('many contract calls are one request, and one that fails does not harm the others', async () => {
    const [balance, missing, refused] = await chain.readContracts([
      { address: tokens()[0] ?? nowhere, abi: erc20Abi, functionName: 'balanceOf', args: [alice.address] },
      { address: nowhere, abi: erc20Abi, functionName: 'balanceOf', args: [alice.address] },
      { address: devnet.deployment.contracts.dcaVault, abi: claimsAbi, functionName: 'processAutoClaims', args: [[], 2n ** 255n] },
    ]);
    expect(balance.status).toBe('success');
    expect(balance.result ?? 0n).toBeGreaterThan(0n);
    expect(missing.error).toMatchObject({ code: 'no-contract' });
    expect(refused.error).toMatchObject({ code: 'execution-reverted', details: { reason: 'NotExecutor' } });
  });

  test('more calls than fit in one request come back in their order', async () => {
    const some = balances();
    const many = Array.from({ length: 450 }, (_, i) => some[i % some.length]).filter((call) => call !== undefined);
    const [few, all] = [await chain.readContracts(some), await chain.readContracts(many)];
    expect(all).toHaveLength(450);
    expect(all.map(({ result }) => result)).toEqual(many.map((_, i) => few[i % few.length]?.result));
  });

  test('without Multicall3 on the chain the calls go one by one, with the same results', async () => {
    const together = await chain.readContracts(balances());
    const code = await chain.getCode(MULTICALL3);
    await rpc('anvil_setCode', [MULTICALL3, '0x']);
    try {
      expect(await newChain().readContracts(balances())).toEqual(together);
    } finally {
      await rpc('anvil_setCode', [MULTICALL3, code]);
    }
  });

  test('a call and an estimate that revert say why', async () => {
    const to = devnet.deployment.contracts.dcaVault;
    const data = encodeCall({ abi: dcaVaultAbi, functionName: 'execute', args: [[], 2n ** 255n] });
    const failure = { kind: 'terminal', code: 'execution-reverted', details: { reason: 'NotExecutor' } };
    for (const work of [() => chain.call({ from: nowhere, to, data }), () => chain.estimateGas({ from: nowhere, to, data })]) {
      const error = await work().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(CoxswainError);
      expect(error).toMatchObject(failure);
    }
  });

  test('missing blocks, transactions and receipts are null, not errors', async () => {
    expect(await chain.getReceipt(noHash)).toBeNull();
    expect(await chain.getTransaction(noHash)).toBeNull();
    expect(await chain.getBlock(1_000_000)).toBeNull();
    expect(await chain.getCode(nowhere)).toBe('0x');
  });

  test('a receipt is final at its depth, and not after its block was taken back', async () => {
    const snapshot = await rpc('evm_snapshot', []);
    const receipt = await mined({ from: alice.address, to: nowhere, value: '0x1' });
    expect(await chain.isFinal(receipt, 0)).toBe(true);
    expect(await chain.isFinal(receipt, 1)).toBe(false);
    await devnet.mine();
    expect(await chain.isFinal(receipt, 1)).toBe(true);
    await rpc('evm_revert', [snapshot]);
    expect(await chain.isFinal(receipt, 0)).toBe(false);
  });

  test('events are returned decoded, in chain order, with their block and index', async () => {
    const token = tokens()[0] ?? nowhere;
    const data = encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [nowhere, 5n] });
    const from = (await chain.getBlockNumber()) + 1;
    for (let i = 0; i < 2; i += 1) await mined({ from: alice.address, to: token, data });
    const events = erc20Abi.filter((item): item is Extract<typeof item, AbiEvent> => item.type === 'event' && item.name === 'Transfer');
    const logs = await chain.getLogs({ address: token, events, fromBlock: from, toBlock: await chain.getBlockNumber() });
    const decoded = decodeEvents(erc20Abi, logs);
    expect(decoded.map(({ log }) => log.blockNumber)).toEqual([from, from + 1]);
    expect(decoded[0]?.event).toMatchObject({ eventName: 'Transfer', args: { value: 5n } });
    expect((await chain.getBlock(from))?.hash).toBe(decoded[0]?.log.blockHash ?? noHash);
  });

  test('the endpoint says which chain it is', async () => {
    expect(await chain.getChainId()).toBe(31337);
    expect((await chain.estimateFees()).kind).toBe('eip1559');
  });
});
