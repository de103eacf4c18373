import { type Attack, json } from './attack.ts';
import { times } from './wire.ts';

const ACTORS = '/api/operator/actors?limit=1';

export const guessingAttacks: readonly Attack[] = [
  {
    name: 'wrong tokens, beside the right one',
    async run(front) {
      const { wire, token, size } = front;
      let isOver = false;
      const right = (async () => {
        for (let nth = 0; !isOver; nth += 1) {
          // While many clients try wrong tokens, the operator's right token must work, also when it is sent from the address of such a
          // client.
          const status = await wire.ask({ target: ACTORS, headers: { Authorization: `Bearer ${token}` }, from: nth % 3 });
          if (status !== 200) front.problem(`the right token is answered ${status}`);
          await Bun.sleep(50);
        }
      })();
      await times(200 * size, 200 * size, async (nth) => {
        const headers = { Authorization: `Bearer ${token.slice(0, -1)}${nth}` };
        const status = await wire.ask({ target: nth % 5 === 0 ? '/metrics' : ACTORS, headers, from: nth });
        if (status !== 401) front.problem(`a wrong token is answered ${status}`);
      });
      isOver = true;
      await right;
    },
  },
  {
    name: 'sign-ins and their links, guessed',
    run: ({ wire, size, problem }) =>
      times(100 * size, 100 * size, async (nth) => {
        const target = nth % 2 === 0 ? '/api/operator/session/by-link' : '/api/operator/session';
        const guess = `${nth}`.padStart(43, 'A');
        const body = json(nth % 2 === 0 ? { code: guess } : { token: guess });
        const status = await wire.ask({ method: 'POST', target, body, from: nth });
        if (status !== 401) problem(`a guess at ${target} is answered ${status}`);
      }),
  },
  {
    name: 'operator routes without a token, with bodies',
    run: ({ wire, size, problem }) =>
      times(60 * size, 20, async (nth) => {
        const target = ['bulk', 'snapshots/import', 'node/drain', 'actors/x/send', 'types/dca-position/pause'][nth % 5] ?? '';
        const body = json({ text: 'x'.repeat(200_000) });
        const status = await wire.ask({ method: 'POST', target: `/api/operator/${target}`, body, from: nth });
        if (status !== 401 && status !== 0) problem(`/operator/${target} without a token is answered ${status}`);
      }),
  },
];
