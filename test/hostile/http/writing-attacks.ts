import { type Attack, CHAIN, type Front, json, walletOf } from './attack.ts';
import { orderBody } from './connection-attacks.ts';
import { times } from './wire.ts';

/** Maximum number of characters of a reply that is one record with fields merged by clients. */
const LONGEST_RECORD = 60_000;

const position = ({ usdc, weth }: Front, wallet: string, nth: number): string =>
  json({
    ...{ fromToken: usdc, toToken: weth, amount: String(100 + (nth % 900)), frequency: 5, interval: 86_400 },
    ...{ walletAddress: wallet, chainId: { chainId: CHAIN } },
  });

/** Creates a DCA record of a wallet that waits for its position on chain, and returns the record's id. */
async function record(front: Front, wallet: string, from: number): Promise<string | null> {
  const { wire } = front;
  const { text } = await wire.read({ method: 'POST', target: '/api/defi/create-position', body: position(front, wallet, from), from });
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? null;
}

const uuid = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;

export const writingAttacks: readonly Attack[] = [
  {
    name: 'records that no chain will link',
    run: (front) =>
      times(60 * front.size, 20, (nth) =>
        front.wire.ask({
          method: 'POST',
          target: '/api/defi/create-position',
          body: position(front, walletOf(nth % 40), nth),
          from: nth % 60,
        }),
      ),
  },
  {
    name: 'merges into one record at once',
    async run(front) {
      const { wire } = front;
      const wallet = walletOf(7_000);
      const id = await record(front, wallet, 500);
      if (id === null) return front.problem('no record could be made');
      await times(60 * front.size, 60, (nth) =>
        wire.ask({
          method: 'POST',
          target: `/api/defi/update-position/${id}`,
          body: json({ [`field${nth}`]: 'x'.repeat(15_000) }),
          from: nth,
        }),
      );
      const { text } = await wire.read({ target: `/api/defi/get-position?walletAddress=${wallet}`, from: 500 });
      if (text.length > LONGEST_RECORD) front.problem(`one record has grown to more than ${LONGEST_RECORD} characters`);
    },
  },
  {
    name: 'claims, cancels and looks at everything',
    run: (front) =>
      times(80 * front.size, 20, async (nth) => {
        const target = ['claim-dca', 'cancel-dca', `update-position/x${nth}`][nth % 3] ?? '';
        const body = nth % 3 === 2 ? json({ status: 'success' }) : json({ dcaId: `x${nth}` });
        const status = await front.wire.ask({ method: 'POST', target: `/api/defi/${target}`, body, from: nth });
        if (status < 400) front.problem(`${target} of nothing is answered ${status}`);
      }),
  },
  {
    name: 'a look at the vault asked for again and again',
    async run(front) {
      const id = await record(front, walletOf(7_001), 501);
      if (id === null) return front.problem('no record could be made');
      await times(60 * front.size, 20, (nth) =>
        front.wire.ask({ method: 'POST', target: `/api/defi/update-position/${id}`, body: json({ status: 'success' }), from: nth }),
      );
    },
  },
  {
    name: 'orders, trades, accounts and sentences',
    run: (front) =>
      times(120 * front.size, 20, (nth) => {
        const { usdc, weth } = front;
        const [target = '', body = ''] =
          [
            ['order/create', orderBody(walletOf(nth), nth)],
            [
              'transaction',
              json({
                ...{ txHash: uuid(nth), walletAddress: walletOf(nth), fromChainId: CHAIN, toChainId: CHAIN },
                ...{ fromToken: usdc, toToken: weth, amountIn: '5' },
              }),
            ],
            ['save-sca', json({ chainId: CHAIN, scaAddress: walletOf(nth), ownerAddress: walletOf(nth + 1), label: 'x'.repeat(190) })],
            ['wit', json({ message: `swap ${'1'.repeat(400)} eth to usdc on base` })],
          ][nth % 4] ?? [];
        return front.wire.ask({ method: 'POST', target: `/api/defi/${target}`, body, from: nth });
      }),
  },
  {
    name: 'hashes for trades of nobody',
    run: (front) =>
      times(60 * front.size, 20, (nth) =>
        front.wire.ask({
          ...{ method: 'PATCH', target: `/api/defi/transaction/hash/${uuid(nth * 4 + 1)}`, from: nth },
          body: json({ txHash: `0x${nth.toString(16).padStart(64, '0')}` }),
        }),
      ),
  },
  {
    name: 'lists of wallets, and notifications of nobody',
    run: (front) =>
      times(150 * front.size, 30, (nth) => {
        const wallet = walletOf(nth % 50);
        const read = `/api/v1/notifications/read-all?walletAddress=${wallet}`;
        if (nth % 6 === 0) return front.wire.ask({ method: 'POST', target: read, body: '{}', from: nth });
        const target =
          [
            `/api/v1/notifications?walletAddress=${wallet}&limit=200`,
            `/api/defi/get-position?walletAddress=${wallet}`,
            `/api/defi/transaction/${wallet}`,
            `/api/defi/autopilot/list/${wallet}`,
            `/api/defi/init/${wallet}`,
          ][nth % 5] ?? '';
        return front.wire.ask({ target, from: nth });
      }),
  },
];
