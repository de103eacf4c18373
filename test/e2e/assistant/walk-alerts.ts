import { expect } from 'bun:test';
import * as v from 'valibot';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { connectDevnet } from '../../../src/devnet/connect-devnet.ts';
import { deployedToken } from '../../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../src/devnet/foundry.ts';
import type { Service } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';

const account = privateKeyToAccount(devnetAccounts.demo[2].privateKey);
const wallet = account.address.toLowerCase();

const notification = v.looseObject({ kind: v.string(), type: v.string(), message: v.string(), data: v.looseObject({}) });
const listed = v.array(v.looseObject({ id: v.string(), status: v.string(), createdBy: v.string() }));

/**
 * Sets alerts and a limit order by chat and by HTTP, lets the price of the devnet fall, and reads what the wallet is told.
 * @param page the page at which wallets may sign in
 */
export async function walkAlerts(
  service: Service,
  say: (message: string, more: object) => Promise<{ readonly action: string; readonly text: string; readonly data: object }>,
  page: string,
): Promise<void> {
  const tell = (message: string) => say(message, { wallet });
  const ask = async (method: string, path: string, { body, token }: { readonly body?: object; readonly token?: string } = {}) => {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${service.url}${path}`, { method, headers, ...init });
    return { status: response.status, data: JSON.parse(await response.text()).data };
  };

  expect(await tell('alert me when thin is under 3')).toMatchObject({
    action: 'price_alert',
    data: { priceAlert: { kind: 'price-alert', status: 'waiting', createdBy: 'chat', condition: { type: 'below', belowUsd: '3' } } },
  });
  const reached = await tell('alert me when thin is under 9');
  expect(reached).toMatchObject({ action: 'text', data: { asked: { intent: 'price_alert', missing: ['price'] } } });
  expect(reached.text).toContain('so the price is already at or below $9');
  expect(await tell('tell me if thin drops 20%')).toMatchObject({
    data: { priceAlert: { condition: { type: 'change', direction: 'down' } } },
  });
  expect(await tell('sell 10 thin when it falls below 3')).toMatchObject({
    action: 'limit_order',
    data: { limitOrder: { kind: 'limit-order', order: { from: { symbol: 'THIN' }, to: { symbol: 'USDC' }, amountText: '10' } } },
  });

  expect(await tell('sell all but 10 thin when it falls below 3')).toMatchObject({ data: { asked: { missing: ['amount'] } } });
  // The order spends one percent more than the price states, so that the purchase yields the whole amount.
  const bought = await tell('place a buy limit for 2 weth at 1000 usdc');
  expect(bought).toMatchObject({
    data: {
      limitOrder: {
        order: { from: { symbol: 'USDC' }, to: { symbol: 'WETH' }, amountText: '2020' },
        condition: { type: 'below', belowUsd: '1000' },
      },
    },
  });

  expect((await ask('GET', '/v1/alerts')).status).toBe(401);
  const { nonce } = (await ask('POST', '/auth/nonce', { body: {} })).data;
  const message = createSiweMessage({
    ...{ address: account.address, chainId: foundry.id, domain: new URL(page).host, uri: page, version: '1', nonce },
  });
  const { accessToken: token } = (
    await ask('POST', '/auth/verify', { body: { message, signature: await account.signMessage({ message }) } })
  ).data;
  const thin = deployedToken(connectDevnet(service.dataDir).deployment, 'THIN').address;
  const body = { chainId: foundry.id, token: thin, condition: 'above', price: '1000' };
  const own = await ask('POST', '/v1/alerts', { body, token });
  expect(own).toMatchObject({ status: 201, data: { createdBy: 'wallet', status: 'waiting', condition: { aboveUsd: '1000' } } });
  expect((await ask('POST', '/v1/alerts', { body: { ...body, price: '1' }, token })).status).toBe(409);
  const alerts = async (status: string) => v.parse(listed, (await ask('GET', `/v1/alerts?status=${status}`, { token })).data);
  expect(await alerts('waiting')).toHaveLength(5);

  await connectDevnet(service.dataDir).movePrice('THIN', '2');
  await waitFor(async () => (await alerts('fired')).length === 3, { what: 'the alerts', timeoutMs: 60_000, everyMs: 100 });
  const told = v.parse(v.array(notification), (await ask('GET', `/v1/notifications?walletAddress=${wallet}`)).data);
  expect(told.map(({ kind }) => kind).toSorted()).toEqual(['limit-order', 'price-alert', 'price-alert']);
  const { data } = told.find(({ kind }) => kind === 'limit-order') ?? { data: {} };
  const { quote } = v.parse(v.looseObject({ quote: v.looseObject({ id: v.string() }) }), data);
  expect((await ask('GET', `/defi/swap/${quote.id}`)).data).toMatchObject({ tx: { to: expect.stringMatching(/^0x/) } });

  expect((await tell('cancel all my alerts')).text).toContain('You have no waiting price alert');
  expect(await alerts('waiting')).toMatchObject([{ createdBy: 'wallet' }, { createdBy: 'chat', kind: 'limit-order' }]);
  const id = String(own.data.id);
  expect((await ask('DELETE', `/v1/alerts/${id}`, { token })).data).toMatchObject({ status: 'cancelled', cancelledBy: 'wallet' });
  expect((await ask('GET', `/v1/alerts/${id}`, { token })).data).toMatchObject({ status: 'cancelled' });
}
