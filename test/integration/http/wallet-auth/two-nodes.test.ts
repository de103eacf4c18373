import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createSqliteStore } from '../../../../src/platform/store/sqlite/sqlite-store.ts';
import { wallClock } from '../../../support/devnet.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { alice, outcomeOf, signedPause, walletAuthOver } from '../../../unit/http/wallet-auth/signing.ts';

test('of many requests with one signature, sent to two nodes at once, one is accepted; also after both restarted', async () => {
  using folder = tempFolder();
  const path = join(folder.path, 'store.sqlite');
  const open = () => [createSqliteStore({ path, clock: wallClock }), createSqliteStore({ path, clock: wallClock })];
  const body = await signedPause({ timestamp: wallClock.now() });
  const askOn = async (stores: ReturnType<typeof open>) => {
    const nodes = stores.map(({ records }) => walletAuthOver(records, wallClock));
    const asked = Array.from({ length: 10 }, () =>
      nodes.map((node) => outcomeOf(node.verifyWalletRequest({ action: 'autopilot-pause', body }))),
    );
    const outcomes = await Promise.all(asked.flat());
    await Promise.all(stores.map((store) => store.close()));
    return outcomes.filter((outcome) => outcome !== '401 signature-replayed');
  };
  expect(await askOn(open())).toEqual([alice.address]);
  expect(await askOn(open())).toEqual([]);
});
