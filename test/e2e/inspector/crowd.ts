import { HEALTHY } from '../../../src/runtime/record/record.ts';
import type { Seed } from './seed-actors.ts';

const WALLETS = 1_000;
const MINUTE = 60_000;

/** The single agent that tests search for among very many actors. */
export const NEEDLE = 'autopilot-agent/6e883476-70c6-49a0-a9f1-7941cda524ed';
export const NEEDLE_WALLET = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';

/**
 * Writes so many actors that none can be found by scrolling: positions, trades and agents of a thousand wallets, and the agent that tests
 * search for.
 */
export function* crowd(count: number, nowMs: number): Generator<Seed> {
  for (let index = 0; index < count - 1; index += 1) {
    const type = index % 5 === 0 ? 'trade' : index % 50 === 1 ? 'autopilot-agent' : 'dca-position';
    const atMs = nowMs - 60 * MINUTE - index * 1_000;
    yield {
      id: `${type}/${index.toString(16).padStart(8, '0')}-seeded`,
      keys: { wallet: walletOf(index % WALLETS), chainId: 31337, status: statusOf(type, index) },
      health:
        index % 1_000 === 7
          ? { state: 'quarantined', failures: 5, sinceMs: atMs, untilMs: null, lastError: { code: 'seeded', message: 'Seeded so', atMs } }
          : HEALTHY,
      createdAtMs: atMs - index * 1_000,
      updatedAtMs: atMs,
    };
  }
  yield {
    id: NEEDLE,
    keys: { wallet: NEEDLE_WALLET, chainId: 31337, status: 'active' },
    createdAtMs: nowMs - 90 * MINUTE,
    updatedAtMs: nowMs - 80 * MINUTE,
  };
}

function walletOf(index: number): string {
  return `0x${index.toString(16).padStart(40, '0')}`;
}

function statusOf(type: string, index: number): string {
  if (type === 'trade') return index % 10 === 0 ? 'completed' : 'executing';
  return index % 3 === 0 ? 'paused' : 'active';
}
