import { type Address, parseAddress } from '../../../values/address.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { MOST_CHANGES, STAKE_STATES, type StakeReading } from '../../../values/rocket-stake.ts';
import { rocketStakingAbi as abi } from '../abi/rocket-staking.generated.ts';
import type { Chain, ChainEventLog, ChainReads } from '../chain.ts';
import { decodeEvents } from '../decode-events.ts';
import { createTopicsInBloom } from '../in-bloom.ts';
import { createLogReader } from '../log-reader.ts';
import type { RocketStaking, StakeEvent } from './rocket-staking.ts';

/** Latest plausible time of a stake change, in unix seconds. A later value that a contract returns is not treated as a time. */
const LATEST_SEC = 4_102_444_800n;

/**
 * Creates the client of the staking contract at `address`. It does not check that the contract is a staking contract. When a reply has
 * another structure than that of a staking contract, the read throws an error.
 */
export function createRocketStaking(chain: Chain, address: Address): RocketStaking {
  const logs = createLogReader(address);
  const topicsIn = createTopicsInBloom(abi, address, ({ name }) => name === 'StakeChanged');
  return {
    address,
    chainId: chain.chainId,
    readEvents: (work, options) =>
      chain.onOneEndpoint(
        (reads) =>
          work({
            async block(number) {
              const block = await reads.getBlock(number);
              if (block === null) return null;
              return { number: block.number, hash: block.hash, timeSec: block.timestampSec, topics: topicsIn(block.logsBloom) };
            },
            blocksAtOnce: () => logs.blocksAtOnce(reads),
            events: async (fromBlock, toBlock) => decode(await logs.read(reads, fromBlock, toBlock)),
            eventsOf: async (block) => decode(await logs.ofBlock(reads, block)),
            stakes: (tokenIds) => readStakes(reads, address, tokenIds),
          }),
        options,
      ),
  };
}

function decode(logs: readonly ChainEventLog[]): StakeEvent[] {
  return decodeEvents(abi, logs).map(({ event, log }) => ({ tokenId: event.args.tokenId.toString(), log }));
}

async function readStakes(reads: ChainReads, address: Address, tokenIds: readonly string[]): Promise<StakeReading[]> {
  if (tokenIds.length === 0) return [];
  const calls = tokenIds.map(
    (tokenId) => ({ address, abi, functionName: 'changesOf', args: [BigInt(tokenId), BigInt(MOST_CHANGES)] }) as const,
  );
  const answers = await reads.readContracts(calls);
  return answers.map((answer) => {
    if (answer.status === 'failure') throw answer.error;
    const [total, newest] = answer.result;
    return {
      total: Number(total),
      changes: newest.map(({ time, owner, level, state }) => {
        const named = STAKE_STATES[state];
        if (named === undefined || time > LATEST_SEC) throw unexpected(address);
        return { atMs: Number(time) * 1_000, owner: parseAddress(owner), level, state: named };
      }),
    };
  });
}

function unexpected(address: Address): TerminalError {
  return new TerminalError({ code: 'unexpected-return-data', message: `${address} returned a stake of an unexpected shape.` });
}

/** Returns the staking contract of a chain, created once per address. */
export function createRocketStakings(deps: {
  readonly chainOf: (chainId: number) => Chain;
}): (chainId: number, address: Address) => RocketStaking {
  const made = new Map<string, RocketStaking>();
  return (chainId, address) => {
    const key = `${chainId}/${address}`;
    const staking = made.get(key) ?? createRocketStaking(deps.chainOf(chainId), address);
    made.set(key, staking);
    return staking;
  };
}
