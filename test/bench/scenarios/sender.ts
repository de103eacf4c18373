import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects } from '../../../actors/transaction-sender/effects.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { createJsonRpc } from '../../../src/devnet/guard/json-rpc.ts';
import { createChains } from '../../../src/platform/chain/create-chains.ts';
import { pause } from '../../../src/platform/chain/pause.ts';
import { createSigners } from '../../../src/platform/chain/signer.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import { createActorSystem } from '../../../src/runtime/system.ts';
import { parseHash } from '../../../src/values/hash.ts';
import { randomIds } from '../../../src/values/id-source.ts';
import { requester } from '../../sim/sender/requester-actor.ts';
import { startTestDevnet } from '../../support/devnet.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { median } from '../support/measure.ts';

// Measures how many transactions of one signing key are mined per block, on a devnet with a block every two seconds: with 16 unmined
// transactions at a time, compared with one at a time.
const ROUNDS = 3;
const BLOCK_SEC = 2;
const CHAIN_ID = 31337;
/**
 * Number of payments that are requested at the same time. `MANY` fills three blocks and is less than the sender's queue accepts. `FEW` is
 * for the reference, in which only one transaction may be unmined at a time.
 */
const [MANY, FEW] = [48, 4];
const { executor, demo } = devnetAccounts;
const SENDER = `${CHAIN_ID}/${executor.address}`;

const devnet = await startTestDevnet();
const rpc = createJsonRpc(devnet.rpcUrl);
const chains = createChains({ networks: [{ chainId: CHAIN_ID, rpcUrls: [devnet.rpcUrl] }], log: silentLog, abis: [] });
const chain = chains.of(CHAIN_ID);
await rpc('evm_setAutomine', [false]);
await rpc('evm_setIntervalMining', [BLOCK_SEC]);

/**
 * Requests this many payments at once. Returns the average number of payments per block, from the block with the first payment to the block
 * with the last.
 */
async function perBlock(count: number, maxInFlight: number): Promise<number> {
  using folder = tempFolder();
  const store = createSqliteStore({ path: folder.file('sender.db'), clock: systemClock });
  const signers = createSigners([{ chainId: CHAIN_ID, privateKey: executor.privateKey }]);
  const effects = createTransactionSenderEffects({ chains, signers, pause, maxInFlight });
  const system = createActorSystem({
    actors: [implementActor(transactionSender, { effects }), implementActor(requester, { effects: {} })],
    ...{ store: store.actors, clock: systemClock, timers: systemTimers, ids: randomIds, random: Math.random, nodeId: 'bench' },
  });
  system.start();
  const { timestampSec } = await chain.getBlock('latest');
  const call = { to: demo[0].address, data: '0x', value: '1', gas: null };
  const keys = Array.from({ length: count }, (_, i) => `r${i}`);
  for (const requestKey of keys) {
    const request = { requestKey, replyTo: `requester/${requestKey}`, call, deadlineSec: timestampSec + 3_600 };
    await system.of(transactionSender, SENDER).ask({ type: 'REQUEST', ...request });
  }
  const blocks: number[] = [];
  for (const key of keys) {
    const hash = await waitFor(async () => (await system.of(requester, key).read())?.view.outcomes[0]?.txHash ?? null, {
      what: `the outcome of ${key}`,
      timeoutMs: 120_000,
    });
    const receipt = await chain.getReceipt(parseHash(hash));
    if (receipt === null) throw new Error(`There is no receipt of ${hash}.`);
    blocks.push(receipt.blockNumber);
  }
  await system.drain(10_000);
  await store.close();
  return count / (Math.max(...blocks) - Math.min(...blocks) + 1);
}

const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await perBlock(MANY, 16), reference: await perBlock(FEW, 1) });
await devnet.stop();
const note = `${MANY} requests at once over ${FEW}; blocks every ${BLOCK_SEC} s; medians of ${ROUNDS} rounds`;
console.log(JSON.stringify([benchLine('transactions of one key per block, 16 in flight over 1', 'a block', rounds, '>= 8', note, median)]));
