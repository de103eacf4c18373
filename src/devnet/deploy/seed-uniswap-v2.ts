import * as v from 'valibot';
import { uniswapV2FactoryAbi } from '../../platform/chain/abi/uniswap-v2-factory.generated.ts';
import { uniswapV2RouterAbi } from '../../platform/chain/abi/uniswap-v2-router.generated.ts';
import { parseAddress } from '../../values/address.ts';
import { parseRational } from '../../values/rational.ts';
import type { DeployedContracts, Deployment } from '../deployment.ts';
import { devnetAccounts } from '../devnet-accounts.ts';
import { devnetPairsV2 } from '../devnet-tokens.ts';
import type { ChainWriter } from './chain-writer.ts';
import { type PlacedToken, tokensOfPool } from './placed-token.ts';
import { baseUnitsWorth } from './pool-price.ts';

const FOREVER = 2n ** 256n - 1n;

/** Opens the Uniswap v2 pairs with liquidity and returns them. */
export async function seedUniswapV2(
  writer: ChainWriter,
  { contracts }: DeployedContracts,
  tokens: readonly PlacedToken[],
): Promise<Deployment['pairsV2']> {
  const { factory, router } = contracts.uniswapV2;
  const from = devnetAccounts.deployer.address;
  const pairs: Deployment['pairsV2'] = [];
  for (const { symbols, sideUsd } of devnetPairsV2) {
    const [token0, token1] = tokensOfPool(tokens, symbols);
    const side = parseRational(sideUsd);
    const amounts = [baseUnitsWorth(side, token0), baseUnitsWorth(side, token1)] as const;
    await writer.send({
      ...{ from, to: router, abi: uniswapV2RouterAbi, functionName: 'addLiquidity' },
      args: [token0.address, token1.address, ...amounts, 0n, 0n, from, FOREVER],
    });
    const lookUp = { to: factory, abi: uniswapV2FactoryAbi, functionName: 'getPair', args: [token0.address, token1.address] };
    pairs.push({ address: parseAddress(v.parse(v.string(), await writer.read(lookUp))), symbols: [...symbols] });
  }
  return pairs;
}
