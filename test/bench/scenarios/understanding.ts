import { createTokenWords } from '../../../src/features/assistant/understanding/tokens/create-token-words.ts';
import { understandMessage } from '../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../src/values/chain-ids.ts';
import { chains, listedTokens } from '../../assistant/known-words.ts';
import { readUtterances } from '../../assistant/read-utterances.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { median } from '../support/measure.ts';

// Understanding messages of 500 characters against 20,000 tokens, compared with one scan of each by a regular expression.
const ROUNDS = 7;
const MESSAGES = 60;
const CHARACTERS = 500;
const TOKENS = 20_000;
const NOW_MS = Date.UTC(2026, 5, 15, 12);
const SCAN = /\b(?:swap|bridge|send|buy|sell|alert)\b|\b\d[\d.,]*\s?(?:k|m)?\b|\b[a-z]{2,6}\b|0x[0-9a-f]{40}/gi;

const startedMs = performance.now();
const tokens = createTokenWords(listedTokens(TOKENS));
tokens.near('nothing', 1);
const builtMs = performance.now() - startedMs;

const texts = readUtterances().map(({ text }) => text);
const messages = Array.from({ length: MESSAGES }, (_, i) => {
  let text = '';
  for (let at = i * 7; text.length < CHARACTERS; at += 1) text += `${texts[at % texts.length]} `;
  return text.slice(0, CHARACTERS);
});

let found = 0;
const perMessage = (work: (message: string) => void) => {
  const from = performance.now();
  for (const message of messages) work(message);
  return (performance.now() - from) / messages.length;
};
const rounds: Round[] = [];
for (let round = 0; round < ROUNDS + 1; round += 1) {
  const reference = perMessage((message) => {
    found += [...message.matchAll(SCAN)].length;
  });
  const ours = perMessage((input) => {
    found += understandMessage({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens, recent: [] }, NOW_MS).leftOut.length;
  });
  // The first round warms the machine's caches.
  if (round > 0) rounds.push({ ours, reference });
}
if (found === 0) throw new Error('Nothing was found in the messages.');

const note = `several messages in one; the index was built in ${builtMs.toFixed(0)} ms`;
console.log(
  JSON.stringify([
    benchLine(
      `understand ${CHARACTERS} characters against ${TOKENS.toLocaleString('en')} tokens, over a regular expression`,
      'ms',
      rounds,
      null,
      note,
      median,
    ),
  ]),
);
