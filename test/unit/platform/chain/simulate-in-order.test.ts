import { expect, test } from 'bun:test';
import { encodeErrorResult, parseAbi, RpcRequestError } from 'viem';
import { isMissingMethod, simulatedCalls, simulationOf } from '../../../../src/platform/chain/simulate-in-order.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const abi = parseAbi(['error TooLittle(uint256 got)']);
const to = parseAddress(`0x${'11'.repeat(20)}`);
const read = (calls: readonly object[], count = calls.length) => simulatedCalls([{ calls }], count, abi, 1);

test('the calls are asked for in order, at a time after the newest block', () => {
  expect(simulationOf([{ to, data: '0x12', value: 5n }, { to }], 1_000)).toEqual([
    {
      blockStateCalls: [
        {
          blockOverrides: { time: '0x406' },
          calls: [
            { to, input: '0x12', value: '0x5' },
            { to, value: '0x0' },
          ],
        },
      ],
      ...{ traceTransfers: true, validation: false },
    },
    'latest',
  ]);
});

test('what succeeds has its events, and what fails its reason', () => {
  const log = { address: `0x${'EE'.repeat(20)}`, topics: ['0x01'], data: '0x02' };
  const returnData = encodeErrorResult({ abi, errorName: 'TooLittle', args: [7n] });
  expect(
    read([
      { status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [log] },
      { status: '0x0', gasUsed: '0x1', returnData },
      { status: '0x0', gasUsed: '0x1', returnData: '0x', error: { code: 3, message: 'reverted', data: returnData } },
      { status: '0x0', gasUsed: '0x1', error: { code: -3200, message: 'execution failed' } },
      { status: '0x0', gasUsed: '0x1' },
    ]),
  ).toEqual([
    { reason: null, gasUsed: 21_000n, logs: [{ address: parseAddress(log.address), topics: ['0x01'], data: '0x02' }] },
    { reason: 'TooLittle', gasUsed: 1n, logs: [] },
    { reason: 'TooLittle', gasUsed: 1n, logs: [] },
    { reason: 'execution failed', gasUsed: 1n, logs: [] },
    { reason: 'no reason given', gasUsed: 1n, logs: [] },
  ]);
});

test('an answer of another form, or about another number of calls, is refused', () => {
  for (const reply of [null, {}, [], [{ calls: [{}] }], [{ calls: [{ status: 1, gasUsed: '0x1' }] }]])
    expect(() => simulatedCalls(reply, 1, abi, 1)).toThrow('of 1 calls');
  expect(() => read([{ status: '0x1', gasUsed: '0x1' }], 2)).toThrow('of 2 calls');
});

test('a node that does not have the method is recognized by its error', () => {
  const error = (code: number, message: string) => new RpcRequestError({ body: {}, url: 'http://node.example', error: { code, message } });
  expect(isMissingMethod(error(-32601, 'x'))).toBe(true);
  expect(isMissingMethod(new Error('outer', { cause: error(-32000, 'the method eth_simulateV1 does not exist/is not available') }))).toBe(
    true,
  );
  expect(isMissingMethod(error(-32000, 'execution reverted'))).toBe(false);
  expect(isMissingMethod(null)).toBe(false);
});
