import { expect, test } from 'bun:test';
import { type Abi, toEventSelector, toFunctionSelector } from 'viem';
import { loadProductArtifact } from '../../../src/contracts/load-artifact.ts';
import { adminAbi, relayerAdminAbi, v4RouterAdminAbi, vaultAdminAbi } from '../../../src/deployment/product/admin-abi.ts';

/** Lists the signatures of all functions and events in the encoding of calls and logs, with the types of the results. */
function signatures(abi: Abi): readonly string[] {
  return abi.flatMap((entry) => {
    if (entry.type === 'event') return [`${toEventSelector(entry)} ${entry.inputs.map(({ indexed }) => indexed === true)}`];
    if (entry.type !== 'function') return [];
    return [`${toFunctionSelector(entry)} ${entry.stateMutability} ${entry.outputs.map(({ type }) => type)}`];
  });
}

test.each([
  ['DcaVault', [...adminAbi, ...vaultAdminAbi]],
  ['AutopilotVault', [...adminAbi, ...vaultAdminAbi]],
  ['Relayer', [...adminAbi, ...relayerAdminAbi]],
  ['V4SwapRouter', [...v4RouterAdminAbi]],
] as const)('%s has every function and event that is used', (name, used) => {
  const compiled = signatures(loadProductArtifact(name).abi);
  const entries: Abi = used;
  const missing = entries.filter((entry) => !signatures([entry]).every((signature) => compiled.includes(signature)));
  expect(missing).toEqual([]);
});
