import { encodeFunctionData } from 'viem';
import { deterministicDeployer } from '../../contracts/deterministic-deployment.ts';
import { loadProductArtifact } from '../../contracts/load-artifact.ts';
import { parseAddress } from '../../values/address.ts';
import type { Deployment } from '../deployment.ts';
import { devnetAccounts } from '../devnet-accounts.ts';
import { splitRouter } from '../split-router.ts';
import { createChainWriter } from './chain-writer.ts';

/**
 * Allows the vaults of a devnet to trade through Uniswap v2 and v4 and through the stand-in aggregator too, so that several routes compete.
 * This happens only once per devnet, so a router that is removed later stays removed. @returns whether anything was changed
 */
export async function allowMoreRouters(rpcUrl: string, { contracts }: Pick<Deployment, 'contracts'>): Promise<boolean> {
  const { deployer } = devnetAccounts;
  const writer = createChainWriter(rpcUrl, deployer.address);
  const aggregator = splitRouter.address();
  if ((await writer.rpc('eth_getCode', [aggregator, 'latest'])) !== '0x') return false;
  const routers = [contracts.uniswapV2.router, contracts.uniswapV4.swapRouter, aggregator];
  const to = parseAddress(deterministicDeployer.address);
  // When the stand-in aggregator has code on chain, this set-up was made before and nothing is left to do. Its deployment must come before
  // the vaults' calls, because a vault accepts only a router that has code.
  const calls = [
    { to, data: splitRouter.deploymentData(), what: 'The deployment of SplitRouter' },
    ...(['DcaVault', 'AutopilotVault'] as const).map((name) => {
      const { abi } = loadProductArtifact(name);
      const allowed = routers.flatMap((router) =>
        ['setTargetAllowed', 'setSpenderAllowed'].map((functionName) => encodeFunctionData({ abi, functionName, args: [router, true] })),
      );
      const vault = name === 'DcaVault' ? contracts.dcaVault : contracts.autopilotVault;
      return { to: vault, data: encodeFunctionData({ abi, functionName: 'changeAll', args: [allowed] }), what: `More routers of ${name}` };
    }),
  ];
  for (const call of calls) await writer.sendData({ from: deployer.address, ...call });
  return true;
}
