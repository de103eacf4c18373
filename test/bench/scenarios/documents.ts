import { DCA_FILLS, type DcaFill } from '../../../src/features/dca/fill-repository.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { type CollectionSpec, withoutForm } from '../../../src/platform/store/record-store.ts';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { asHash, asUnits } from '../../support/branded.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { walletOf } from '../support/fill-store.ts';
import { median } from '../support/measure.ts';

// Measures what the schema check of each document costs when a page of documents is read. The reference is reading without a check.
const ROUNDS = 9;
const FILLS = 2_000;
const PAGE = 200;
const PAGES = 400;

using folder = tempFolder();
const store = createSqliteStore({ path: folder.file('documents.db'), clock: systemClock });
const wallet = walletOf(1);
const fill = (at: number): DcaFill => ({
  ...{
    chainId: 1,
    wallet,
    vault: walletOf(2),
    positionId: at % 50,
    txHash: asHash(`0x${at.toString(16).padStart(64, '0')}`),
    orderIndex: at,
  },
  ...{ fromToken: walletOf(3), toToken: walletOf(4), amountIn: asUnits('12345678901234'), amountOut: asUnits('987654321098765432109') },
  ...{ blockNumber: at, blockHash: asHash(`0x${'ab'.repeat(32)}`), executedAtMs: 1_764_000_000_000 + at },
});
await store.records
  .collection<DcaFill>(DCA_FILLS)
  .insertMany(Array.from({ length: FILLS }, (_, at) => ({ id: `f${at}`, value: fill(at) })));

/** Reads pages of a collection, and returns the number of documents read per second. */
async function read(spec: CollectionSpec): Promise<number> {
  const fills = store.records.collection<DcaFill>(spec);
  const sort = { field: 'executedAtMs', order: 'descending' } as const;
  const startedAt = performance.now();
  for (let page = 0; page < PAGES; page += 1) await fills.find({ where: { wallet }, sort, limit: PAGE });
  return (PAGES * PAGE * 1_000) / (performance.now() - startedAt);
}

const plain = withoutForm(DCA_FILLS);
await read(plain);
await read(DCA_FILLS);
const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = await read(plain);
  const ours = await read(DCA_FILLS);
  const after = await read(plain);
  rounds.push({ ours, reference: (before + after) / 2 });
}
const note = `pages of ${PAGE} fills of SQLite, ${ROUNDS} rounds`;
const name = 'documents read and held against their form, over documents read';
console.log(JSON.stringify([benchLine(name, 'documents per second', rounds, '>= 0.85', note, median)]));
await store.close();
