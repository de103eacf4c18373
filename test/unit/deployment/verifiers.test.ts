import { afterEach, expect, test } from 'bun:test';
import { createEtherscan } from '../../../src/deployment/verify/create-etherscan.ts';
import { createSourcify } from '../../../src/deployment/verify/create-sourcify.ts';
import { createProviderHttp } from '../../../src/platform/http-client/provider-http.ts';
import { parseAddress } from '../../../src/values/address.ts';

const ADDRESS = parseAddress(`0x${'ab'.repeat(20)}`);
const submission = {
  ...{ chainId: 8453, address: ADDRESS, contract: 'DcaVault.sol:DcaVault', compiler: '0.8.37+commit.f401782d' },
  ...{ standardJson: '{"language":"Solidity","sources":{}}', constructorArgs: '0x00ff' as const },
};

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly body: string;
  readonly type: string;
};
const servers: { stop(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});

/** Starts a verification service that returns the given answers one after another. */
function stub(...answers: (() => Response)[]): { url: string; asked: Asked[] } {
  const asked: Asked[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const type = request.headers.get('content-type') ?? '';
      asked.push({ method: request.method, path: pathname, query: Object.fromEntries(searchParams), body: await request.text(), type });
      return answers.shift()?.() ?? new Response('no more answers', { status: 500 });
    },
  });
  servers.push({ stop: () => void server.stop(true) });
  return { url: `http://127.0.0.1:${server.port}`, asked };
}

const pauses: number[] = [];
const pause = async (ms: number) => void pauses.push(ms);
const httpAt = (name: string, baseUrl: string) =>
  createProviderHttp({ name, baseUrl, secrets: ['the-key'], fetch, clock: { now: () => 0 } });
const etherscanAt = (url: string) => createEtherscan({ http: httpAt('Etherscan', `${url}/v2/api`), apiKey: 'the-key', pause });
const sourcifyAt = (url: string) => createSourcify({ http: httpAt('Sourcify', `${url}/server`), pause });
const says = (status: string, result: string) => () => Response.json({ status, message: status === '1' ? 'OK' : 'NOTOK', result });

test('Etherscan gets the sources as a form, and its result is awaited', async () => {
  const { url, asked } = stub(says('1', 'a-guid'), says('0', 'Pending in queue'), says('1', 'Pass - Verified'));
  expect(await etherscanAt(url).verify(submission)).toEqual({ isVerified: true, message: 'Pass - Verified' });
  const [first, , last] = asked;
  expect(first).toMatchObject({ method: 'POST', path: '/v2/api', query: { chainid: '8453' }, type: 'application/x-www-form-urlencoded' });
  expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
    ...{ apikey: 'the-key', module: 'contract', action: 'verifysourcecode', codeformat: 'solidity-standard-json-input' },
    ...{ sourceCode: submission.standardJson, contractaddress: ADDRESS, contractname: 'DcaVault.sol:DcaVault' },
    ...{ compilerversion: 'v0.8.37+commit.f401782d', constructorArguements: '00ff' },
  });
  expect(last?.query).toMatchObject({ action: 'checkverifystatus', guid: 'a-guid', chainid: '8453' });
  expect(pauses.splice(0)).toEqual([3_000]);
});

test('what Etherscan refuses, or does not match, is told in its words; an earlier verification counts', async () => {
  const cases: [(() => Response)[], boolean, string][] = [
    [[says('0', 'Invalid API Key')], false, 'Invalid API Key'],
    [[says('1', 'g'), says('0', 'Fail - Unable to verify')], false, 'Fail - Unable to verify'],
    [[says('0', 'Contract source code already verified')], true, 'Contract source code already verified'],
  ];
  for (const [answers, isVerified, message] of cases)
    expect(await etherscanAt(stub(...answers).url).verify(submission)).toEqual({ isVerified, message });
  await expect(etherscanAt(stub(() => new Response('<html>')).url).verify(submission)).rejects.toThrow('Etherscan answered with a page.');
});

test('Sourcify gets the standard JSON input, and its job is awaited', async () => {
  const { url, asked } = stub(
    () => Response.json({ verificationId: 'job-1' }, { status: 202 }),
    () => Response.json({ isJobCompleted: false, verificationId: 'job-1' }),
    () => Response.json({ isJobCompleted: true, contract: { match: 'match', address: ADDRESS } }),
  );
  expect(await sourcifyAt(url).verify(submission)).toEqual({ isVerified: true, message: 'match' });
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /server/v2/verify/8453/${ADDRESS}`,
    ...['GET /server/v2/verify/job-1', 'GET /server/v2/verify/job-1'],
  ]);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    stdJsonInput: { language: 'Solidity', sources: {} },
    ...{ compilerVersion: '0.8.37+commit.f401782d', contractIdentifier: 'DcaVault.sol:DcaVault' },
  });
  expect(pauses.splice(0)).toEqual([3_000]);
});

test('a job of Sourcify without a match fails with its reason; an earlier verification counts', async () => {
  const failed = stub(
    () => Response.json({ verificationId: 'job-2' }, { status: 202 }),
    () =>
      Response.json({ isJobCompleted: true, contract: { match: null }, error: { customCode: 'no_match', message: 'The code differs' } }),
  );
  expect(await sourcifyAt(failed.url).verify(submission)).toEqual({ isVerified: false, message: 'The code differs' });
  const known = stub(() => Response.json({ customCode: 'already_verified', message: 'Already there' }, { status: 409 }));
  expect(await sourcifyAt(known.url).verify(submission)).toMatchObject({ isVerified: true });
  const refused = stub(() => Response.json({ customCode: 'unsupported_chain', message: 'Unknown chain' }, { status: 400 }));
  await expect(sourcifyAt(refused.url).verify(submission)).rejects.toThrow('(unsupported_chain): Unknown chain');
});
