import { expect, test } from 'bun:test';
import { readAddress, readWord } from '../../../src/deployment/product/read-word.ts';
import { closeAgentSteps, countAgents } from '../../../src/deployment/wallet/wallet-agents.ts';
import { closePositionStep, countPositions } from '../../../src/deployment/wallet/wallet-positions.ts';
import { readAllowance, readBalance } from '../../../src/deployment/wallet/wallet-tokens.ts';
import type { ChainReads, Hex } from '../../../src/platform/chain/chain.ts';
import { parseAddress } from '../../../src/values/address.ts';

const CONTRACT = parseAddress(`0x${'c0'.repeat(20)}`);
const WALLET = parseAddress(`0x${'a1'.repeat(20)}`);

/** Simulates a chain on which every contract has this code and returns this data. */
function chainOf(code: Hex, answer: Hex): ChainReads {
  const reads: Pick<ChainReads, 'call' | 'chainId' | 'getCode'> = { chainId: 8453, call: async () => answer, getCode: async () => code };
  // The cast is safe, because the tested functions use only these reads.
  return reads as ChainReads;
}

const READS: Readonly<Record<string, (reads: ChainReads) => Promise<unknown>>> = {
  word: (reads) => readWord(reads, CONTRACT, '0x'),
  address: (reads) => readAddress(reads, CONTRACT, '0x'),
  allowance: (reads) => readAllowance(reads, { token: CONTRACT, wallet: WALLET, spender: WALLET }),
  balance: (reads) => readBalance(reads, CONTRACT, WALLET),
  positions: (reads) => countPositions(reads, CONTRACT, WALLET),
  position: async (reads) => await closePositionStep(CONTRACT, WALLET, 1).look(reads),
  agents: (reads) => countAgents(reads, CONTRACT),
  agent: async (reads) => await closeAgentSteps(CONTRACT, WALLET, 1, [])[0]?.look(reads),
};

test.each(Object.entries(READS))('a read of the %s from an address without a contract names the address and the chain', async (_, read) => {
  await expect(read(chainOf('0x', '0x'))).rejects.toMatchObject({
    ...{ kind: 'terminal', code: 'no-contract' },
    message: `There is no contract at ${CONTRACT} on chain 8453.`,
  });
});

test('a contract that returns nothing is reported as a contract of another kind', async () => {
  await expect(readWord(chainOf('0x00', '0x'), CONTRACT, '0x')).rejects.toMatchObject({
    code: 'no-contract',
    message: `The contract at ${CONTRACT} on chain 8453 returned nothing, so it is a contract of another kind.`,
  });
});

test('a returned word is read as a number or an address', async () => {
  const reads = chainOf('0x00', `0x${WALLET.slice(2).padStart(64, '0')}`);
  expect(await readWord(reads, CONTRACT, '0x')).toBe(BigInt(WALLET));
  expect(await readAddress(reads, CONTRACT, '0x')).toBe(WALLET);
});
