import { keccak256, numberToHex, serializeTransaction } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';

type Hex = `0x${string}`;
type Params = { readonly [name: string]: Hex };

/** A transaction that the simulated signer was requested to sign, in the format that viem signs. */
export type Asked = {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: bigint;
} & (
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
);

/** Handles a request to the simulated signer: signs honestly, or answers in the way that a test chooses. */
export type Behaviour = (asked: Asked, honest: (changed?: object, key?: Hex) => Promise<Hex>) => Promise<unknown> | unknown;

/** Starts a server that works like the remote signer Web3Signer: it stores a key and signs by JSON-RPC. The test controls its behavior. */
export function startStandInSigner(privateKey: Hex, options: { readonly token?: string } = {}) {
  const account = privateKeyToAccount(privateKey);
  const calls: { readonly method: string; readonly params: readonly unknown[]; readonly authorization: string | null }[] = [];
  const state: {
    behave: Behaviour;
    answer: ((method: string) => Response | Promise<Response> | null) | null;
    accounts: readonly string[];
  } = {
    behave: (_, honest) => honest(),
    answer: null,
    accounts: [account.address],
  };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { method, params } = (await request.json()) as { method: string; params: readonly unknown[] };
      const authorization = request.headers.get('authorization');
      calls.push({ method, params, authorization });
      if (options.token !== undefined && authorization !== `Bearer ${options.token}`) return new Response('Unauthorized', { status: 401 });
      const other = await state.answer?.(method);
      if (other != null) return other;
      return Response.json({ jsonrpc: '2.0', id: 1, ...(await reply(method, params)) });
    },
  });

  async function reply(method: string, params: readonly unknown[]): Promise<object> {
    if (method === 'eth_accounts') return { result: state.accounts };
    if (method === 'eth_signTypedData') {
      const { types, ...typed } = JSON.parse(String(params[1]));
      return { result: await account.signTypedData({ ...typed, types }) };
    }
    if (method !== 'eth_signTransaction') return { error: { code: -32_601, message: 'Method not found' } };
    const asked = askedOf(params[0] as Params);
    const honest = async (changed: object = {}, key: Hex = privateKey) =>
      await privateKeyToAccount(key).signTransaction({ ...asked, ...changed } as never);
    return { result: await state.behave(asked, honest) };
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    address: account.address.toLowerCase() as Hex,
    /** Value of the key setting that selects this signer: its URL, with the address after `#`. */
    key: `http://127.0.0.1:${server.port}/#${account.address.toLowerCase()}` as `http${string}#0x${string}`,
    state,
    calls,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** Returns the same signed transaction with the other, larger value s of its signature, which nodes reject. */
export async function withLargerS(asked: Asked, privateKey: Hex): Promise<Hex> {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const { r, s, yParity } = await sign({ hash: keccak256(serializeTransaction(asked as never)), privateKey });
  const other = numberToHex(order - BigInt(s), { size: 32 });
  return serializeTransaction(asked as never, { r, s: other, yParity: yParity === 0 ? 1 : 0 } as never);
}

function askedOf(params: Params): Asked {
  const number = (name: string) => BigInt(params[name] ?? '0x0');
  const common = {
    ...{ chainId: Number(number('chainId')), nonce: Number(number('nonce')), to: params.to ?? '0x', data: params.data ?? '0x' },
    ...{ value: number('value'), gas: number('gas') },
  };
  if (params.gasPrice !== undefined) return { ...common, type: 'legacy', gasPrice: number('gasPrice') };
  return { ...common, type: 'eip1559', maxFeePerGas: number('maxFeePerGas'), maxPriorityFeePerGas: number('maxPriorityFeePerGas') };
}
