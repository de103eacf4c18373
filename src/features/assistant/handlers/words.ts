import { type Handler, refuse, say } from '../answers/answer.ts';

const ABOUT =
  'I can quote swaps and bridges, prepare transfers, show balances, portfolios and transactions, set price alerts and limit orders, prepare ' +
  'DCA plans and Autopilot policies, check tokens and contracts, and list approvals. I never sign or send: your wallet does.';

/** Answers a message whose answer is only a text, such as a question about what the assistant can do. */
export const answerText: Handler = async ({ said }) => say(said ?? ABOUT);

/** Answers a message that the assistant did not understand, or on which it must not act. */
export const answerFallback: Handler = async ({ said }) => ({
  action: 'fallback',
  text: said ?? `I did not understand that. ${ABOUT}`,
  data: {},
});

/** Answers a message that contradicts itself. */
export const answerContradiction: Handler = async ({ said }) =>
  refuse('message-contradicts-itself', said ?? 'This message contradicts itself, so nothing was prepared.');

/** Answers a request to connect a wallet. The client itself makes the connection. */
export const answerConnect: Handler = async ({ wallet }) => {
  if (wallet !== null) return say(`The wallet ${wallet} is connected.`);
  const message =
    'Connect a wallet with the button on this page. The assistant only reads the public wallet address; the wallet signs all transactions itself.';
  return { action: 'connect_wallet', text: message, data: { connect: { intent: 'connect_wallet', message } } };
};

/** Creates the handler for a request that this service cannot fulfil yet. @param sentence the text of the answer */
export function notEnabled(sentence: string): Handler {
  return async () => say(sentence);
}
