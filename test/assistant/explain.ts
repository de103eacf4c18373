import { featuresOf } from '../../src/features/assistant/understanding/intents/features.ts';
import { scoreIntents } from '../../src/features/assistant/understanding/intents/score-intents.ts';
import { readMessage } from '../../src/features/assistant/understanding/read-message.ts';
import { understandMessage } from '../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../src/values/chain-ids.ts';
import { chains, words } from './known-words.ts';

// bun test/assistant/explain.ts "a message" ...: shows how messages are understood, for whoever changes the word lists.
const NOW_MS = Date.UTC(2026, 5, 15, 12);
for (const input of process.argv.slice(2)) {
  const question = { input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] };
  const reading = readMessage(input, question, NOW_MS);
  const features = featuresOf(reading, { isActiveDapp: false });
  console.log(`${input}  [${reading.language}]`);
  console.log('  entities', reading.entities.map((entity) => JSON.stringify({ ...entity, tokens: undefined, near: undefined })).join(' '));
  console.log('  features', [...features].join(' '));
  console.log(
    '  scores  ',
    scoreIntents(features)
      .map(({ intent, score }) => `${intent} ${score}`)
      .join(', '),
  );
  console.log('  result  ', JSON.stringify(understandMessage(question, NOW_MS)));
}
