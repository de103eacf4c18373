import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { createWalletClient, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../src/devnet/foundry.ts';
import { loadArtifact } from '../../../src/devnet/load-artifact.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';

const PAGE = 'https://app.example.org';
const PATIENCE_MS = 60_000;

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && value.startsWith('0x'));
const envelope = v.object({ status: v.number(), data: v.unknown(), errors: v.nullable(v.looseObject({ code: v.string() })) });
const networks = v.array(
  v.object({ id: v.number(), rpcUrls: v.array(v.string()), contracts: v.object({ rocketStaking: v.nullable(hex) }) }),
);
const rockets = v.array(v.looseObject({ tokenId: v.string(), isStaked: v.boolean(), nextClaimAvailableIn: v.number() }));

const exported = v.looseObject({ parts: v.array(v.object({ kind: v.string(), of: v.string(), rows: v.array(v.unknown()) })) });

test(
  'a wallet stakes a rocket of the devnet, signs in, sees it, claims when it can, and gets all of it in its export',
  async () => {
    await using service = await spawnService({
      ...{ until: 'ready', chain: 'copied' },
      env: { DEVNET_PORT: '0', TICK_INTERVAL_MS: '500', LOG_LEVEL: 'warn', AUTH_ORIGINS: PAGE },
    });
    const ask = async (method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}) => {
      const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return v.parse(envelope, await (await fetch(`${service.url}${path}`, init)).json());
    };
    const network = v.parse(networks, (await ask('GET', '/common/network')).data).find(({ id }) => id === foundry.id);
    const staking = network?.contracts.rocketStaking;
    if (network === undefined || staking == null) throw new Error('The devnet has no contract for rockets');
    const account = privateKeyToAccount(devnetAccounts.demo[1].privateKey);
    const client = createWalletClient({ account, chain: foundry, transport: http(network.rpcUrls[0]) }).extend(publicActions);
    const { abi } = loadArtifact('RocketStaking');
    const rocket = v.parse(hex, await client.readContract({ address: staking, abi, functionName: 'rocket' }));
    const calls = [
      { address: rocket, abi: loadArtifact('Rocket').abi, functionName: 'approve', args: [staking, 2n] },
      { address: staking, abi, functionName: 'stake', args: [2n] },
    ];
    for (const call of calls) await client.waitForTransactionReceipt({ hash: await client.writeContract(call), pollingInterval: 20 });

    const { nonce } = v.parse(v.object({ nonce: v.string() }), (await ask('POST', '/auth/nonce')).data);
    const message = createSiweMessage({
      ...{ address: account.address, chainId: foundry.id, domain: 'app.example.org', uri: `${PAGE}/login`, version: '1', nonce },
      issuedAt: new Date(),
    });
    const signed = await ask('POST', '/auth/verify', { body: { message, signature: await account.signMessage({ message }) } });
    const { accessToken: token } = v.parse(v.object({ accessToken: v.string() }), signed.data);

    const shown = await waitFor(
      async () => {
        const [found] = v.parse(rockets, (await ask('GET', '/rocket/status', { token })).data);
        return found;
      },
      { what: 'the staked rocket', timeoutMs: PATIENCE_MS },
    );
    expect(shown).toMatchObject({ tokenId: '2', level: 2, isStaked: true, currentRatePerHour: 15, maxDailyCap: 150, claimablePoints: 0 });
    expect(await ask('POST', '/rocket/claim', { token, body: { rocketId: 2 } })).toMatchObject({
      ...{ status: 409, errors: { code: 'claim-not-ready', nextClaimAvailableIn: shown.nextClaimAvailableIn } },
    });
    expect(await ask('POST', '/rocket/claim', { token, body: { rocketId: 1 } })).toMatchObject({ status: 404 });
    expect(await ask('GET', '/reward', { token })).toMatchObject({ status: 200, data: { points: '0' } });
    expect(await ask('GET', '/rocket/status')).toMatchObject({ status: 401 });

    // An operator's change of the points rules must take effect at once. The new rule awards 200 points a second, so that a claim soon
    // succeeds.
    const operator = service.asOperator().authorization.replace('Bearer ', '');
    const levels = { token: operator, body: { value: '720000/720000,720000/720000' } };
    expect(await ask('POST', '/operator/admin/settings/rocket_levels', levels)).toMatchObject({ status: 200 });
    const claimed = await waitFor(
      async () => {
        const answer = await ask('POST', '/rocket/claim', { token, body: { rocketId: 2, requestId: 'once' } });
        return answer.status === 200 ? v.parse(v.looseObject({ points: v.number() }), answer.data) : undefined;
      },
      { what: 'a claim', timeoutMs: PATIENCE_MS },
    );
    expect(await ask('POST', '/rocket/claim', { token, body: { rocketId: 2, requestId: 'once' } })).toMatchObject({
      ...{ status: 200, data: { points: claimed.points, requestId: 'once' } },
    });
    expect(await ask('GET', '/reward', { token })).toMatchObject({ data: { points: String(claimed.points) } });

    const wallet = account.address.toLowerCase();
    const authorization = { authorization: `Bearer ${token}` };
    const read = await fetch(`${service.url}/user/export`, { headers: authorization });
    const { parts } = v.parse(exported, await read.json());
    expect(parts.find(({ of }) => of === 'rocket')).toMatchObject({
      ...{ kind: 'actors', rows: [{ id: `rocket/${foundry.id}/2`, context: { lastClaim: { wallet, requestId: 'once' } } }] },
    });
    expect(parts.find(({ of }) => of === 'points-ledger')).toMatchObject({
      ...{ kind: 'documents', rows: [{ wallet, reason: 'rocket-claim', points: claimed.points, balance: claimed.points }] },
    });
    expect(await ask('DELETE', '/user', { token })).toMatchObject({ data: { kept: { rocket: 1, 'points-ledger': 1 } } });
  },
  2 * PATIENCE_MS,
);
