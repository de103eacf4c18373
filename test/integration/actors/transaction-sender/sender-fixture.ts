import { afterAll } from 'bun:test';
import * as v from 'valibot';
import { createPublicClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { assign, setup } from 'xstate';
import { transactionSender } from '../../../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects, type FaultPoint } from '../../../../actors/transaction-sender/effects.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../../src/devnet/foundry.ts';
import { createJsonRpc } from '../../../../src/devnet/guard/json-rpc.ts';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import type { Pause } from '../../../../src/platform/chain/pause.ts';
import { createSigners, type Signers } from '../../../../src/platform/chain/signer.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { defineActor } from '../../../../src/runtime/define/define-actor.ts';
import { implementActor } from '../../../../src/runtime/define/implement-actor.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { Address } from '../../../../src/values/address.ts';
import { stopSharedDevnet, takeSharedDevnet } from '../../../support/shared-devnet.ts';
import { waitFor } from '../../../support/wait-for.ts';

export type Told = {
  readonly type: 'TX_SETTLED';
  readonly requestKey: string;
  readonly outcome: string;
  readonly txHash?: string | undefined;
  readonly blockNumber?: number | undefined;
  readonly blockHash?: string | undefined;
  readonly reason?: string | undefined;
};

const requesterMachine = setup({
  types: {
    context: {} as { readonly told: readonly Told[] },
    events: {} as (Told | { readonly type: 'BE_BUSY' } | { readonly type: 'BE_READY' }) & { readonly at: number },
  },
  actions: {
    note: assign(({ context, event }) => {
      if (event.type !== 'TX_SETTLED') return {};
      const { at, ...told } = event;
      return { told: [...context.told, told] };
    }),
  },
}).createMachine({
  id: 'asker',
  context: { told: [] },
  initial: 'waiting',
  states: {
    waiting: { on: { TX_SETTLED: { actions: 'note' }, BE_BUSY: 'busy' } },
    busy: { on: { BE_READY: 'waiting' } },
  },
});

/** An actor that requests transactions from the sender and stores the outcomes that it receives. */
const requester = defineActor({
  type: 'asker',
  version: 1,
  machine: requesterMachine,
  events: {
    TX_SETTLED: v.object({
      type: v.literal('TX_SETTLED'),
      requestKey: v.string(),
      outcome: v.string(),
      txHash: v.optional(v.string()),
      blockNumber: v.optional(v.number()),
      blockHash: v.optional(v.string()),
      reason: v.optional(v.string()),
    }),
    BE_BUSY: v.object({ type: v.literal('BE_BUSY') }),
    BE_READY: v.object({ type: v.literal('BE_READY') }),
  },
  effects: {},
  keys: {},
  view: ({ context }) => context,
  due: () => null,
});

const CHAIN_ID = 31337;
const ASKER_ID = 'asker/1';
export const { executor, deployer } = devnetAccounts;
const [bob] = devnetAccounts.demo;
export const recipient = bob.address;

export type SenderFixtureOptions = {
  readonly confirmations?: number;
  readonly stuckAfterMs?: number;
  readonly maxInFlight?: number;
  readonly faultPoint?: (name: FaultPoint) => Promise<void>;
  readonly createEffects?: typeof createTransactionSenderEffects;
  readonly signers?: Signers;
  /** Number of looks at the chain that one effect makes, and the pause between them; default: one look. */
  readonly looks?: number;
  readonly pause?: Pause;
};

afterAll(stopSharedDevnet);

/**
 * A real devnet, which the tests of one file use one after another, and a transaction sender on virtual time with an actor that sends it
 * requests.
 */
export async function createSenderFixture(options: SenderFixtureOptions = {}) {
  const devnet = await takeSharedDevnet();
  const rpc = createJsonRpc(devnet.rpcUrl);
  const {
    faultPoint,
    maxInFlight,
    createEffects = createTransactionSenderEffects,
    signers,
    looks = 1,
    pause = async () => {},
    ...network
  } = options;
  const chains = createChains({
    networks: [{ chainId: CHAIN_ID, rpcUrls: [devnet.rpcUrl], ...network }],
    log: silentLog,
    abis: [dcaVaultAbi],
  });
  const effects = createEffects({
    chains,
    signers: signers ?? createSigners([{ chainId: CHAIN_ID, privateKey: executor.privateKey }]),
    // Unless a test says otherwise, each effect looks at the chain only once and does not wait in real time. When a transaction is not
    // mined yet, the effect is retried later in virtual time.
    looks,
    pause,
    ...(faultPoint ? { faultPoint } : {}),
    ...(maxInFlight === undefined ? {} : { maxInFlight }),
  });
  const system = createTestSystem({ actors: [implementActor(transactionSender, { effects }), implementActor(requester, { effects: {} })] });
  await system.system().of(requester, '1').create(undefined);
  const sender = () => system.system().of(transactionSender, `${CHAIN_ID}/${executor.address}`);
  const transport = http(devnet.rpcUrl, { retryCount: 0 });
  const client = createPublicClient({ chain: foundry, transport, cacheTime: 0 });
  const chain = chains.of(CHAIN_ID);

  /** Repeats until the condition holds. Effects run in real time; between two repetitions, virtual time passes. */
  async function until<T>(what: string, condition: () => Promise<T>) {
    return await waitFor(
      async () => {
        await system.settle();
        const value = await condition();
        if (value || system.system().stats().effectsRunning > 0) return value;
        await system.advance(1_000);
        return false;
      },
      { what, timeoutMs: 45_000 },
    );
  }

  const told = async (requestKey: string): Promise<readonly Told[]> => {
    const reading = await system.system().of(requester, '1').read();
    return reading?.snapshot.context.told.filter((one) => one.requestKey === requestKey) ?? [];
  };

  return {
    devnet,
    rpc,
    chain,
    client,
    system,
    sender,
    requester: () => system.system().of(requester, '1'),
    until,
    told,
    /**
     * Requests a plain payment, or the given `call`. The deadline is far away, or `deadlineInSec` seconds after the chain's newest block.
     */
    async request(requestKey: string, more: { readonly call?: Partial<Call>; readonly deadlineInSec?: number } = {}) {
      const head = await chain.getBlock('latest');
      const call: Call = { to: recipient, data: '0x', value: '1000', gas: null, ...more.call };
      const deadlineSec = head.timestampSec + (more.deadlineInSec ?? 100_000);
      return await sender().ask({ type: 'REQUEST', requestKey, replyTo: ASKER_ID, call, deadlineSec });
    },
    settled: (requestKey: string, times = 1) =>
      until(`the outcome of ${requestKey}`, async () => {
        const all = await told(requestKey);
        return all.length >= times ? (all.at(-1) ?? null) : null;
      }),
    view: async () => (await sender().read())?.view ?? null,
    /** Waits until the transaction sender is in the given state. */
    reaches: (state: string) => until(`the state ${state}`, async () => (await sender().read())?.view.state === state),
    /** Waits until the first version of the transaction was sent and the endpoint has replied. Returns its hash. */
    sentHash: () =>
      until('a sent transaction', async () => {
        const view = (await sender().read())?.view;
        return view?.state === 'confirming' ? (view.inFlight[0]?.versions.at(-1)?.hash ?? null) : null;
      }),
    nonce: () => chain.getNonce(executor.address, 'latest'),
    /** Sends a transaction with the executor's key outside of the transaction sender, as another program with this key could. */
    async sendElsewhere(nonce: number) {
      const wallet = createWalletClient({ account: privateKeyToAccount(executor.privateKey), chain: foundry, transport });
      return await wallet.sendTransaction({ to: recipient, value: 1n, nonce, gas: 21_000n, maxFeePerGas: 10n ** 12n });
    },
    automine: (isOn: boolean) => rpc('evm_setAutomine', [isOn]),
    mine: () => rpc('evm_mine', []),
    /** Sets the base fee of the next block. Transactions that offer less are not included in that block. */
    baseFee: (wei: bigint) => rpc('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]),
    snapshot: async () => v.parse(v.string(), await rpc('evm_snapshot', [])),
    /** Reverts the chain to the snapshot and empties its pool, as after the devnet was killed. */
    async goBack(snapshot: string) {
      await rpc('evm_revert', [snapshot]);
      await rpc('anvil_dropAllTransactions', []);
    },
    [Symbol.asyncDispose]: async () => {
      await system.system().drain(5_000);
      await devnet.stop();
    },
  };
}

export type Call = { readonly to: Address; readonly data: string; readonly value: string; readonly gas: string | null };
