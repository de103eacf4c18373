import { expect, test } from 'bun:test';
import { createChainHeads } from '../../../../src/features/dca/chain-heads.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { asAddress, asHash } from '../../../support/branded.ts';

/** Creates a reader of a chain's newest block whose first `times` reads fail. */
function headsThatFail(times: number, error: () => Error) {
  let asked = 0;
  const readEvents = async () => {
    asked += 1;
    if (asked <= times) throw error();
    return { number: 7, hash: asHash('0x7') };
  };
  const read = createChainHeads({
    log: silentLog,
    pausesMs: [1, 1, 1],
    deployments: { of: async () => ({ vault: asAddress('0xv') }) } as never,
    vaultAt: () => ({ readEvents }) as never,
  });
  return { asked: () => asked, read: () => read(['chain-head/1']) };
}

const away = () => new RetryableError({ code: 'rpc-unavailable', message: 'away' });

test('a head that cannot be read in one moment is read in the next, and not at the next tick', async () => {
  const { read, asked } = headsThatFail(2, away);
  expect(await read()).toEqual(new Map([['chain-head/1', { number: 7, hash: asHash('0x7') }]]));
  expect(asked()).toBe(3);
});

test('reads of an unavailable chain are not repeated for ever, and a refused read is not repeated', async () => {
  const gone = headsThatFail(100, away);
  expect((await gone.read()).size).toBe(0);
  expect(gone.asked()).toBe(4);
  const refused = headsThatFail(100, () => new TerminalError({ code: 'rpc-rejected', message: 'No.' }));
  expect((await refused.read()).size).toBe(0);
  expect(refused.asked()).toBe(1);
});
