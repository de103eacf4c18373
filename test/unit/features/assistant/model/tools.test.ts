import { expect, test } from 'bun:test';
import { finishModel } from '../../../../../src/features/assistant/model/finish-model.ts';
import { readCall } from '../../../../../src/features/assistant/model/read-call.ts';
import { sourcesOf } from '../../../../../src/features/assistant/model/sources.ts';
import { MODEL_TOOLS } from '../../../../../src/features/assistant/model/tools.ts';
import { INTENTS } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { INTENT_SLOTS } from '../../../../../src/features/assistant/understanding/intents/intent-slots.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';
import { readUtterances } from '../../../../assistant/read-utterances.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);

const understoodOf = (input: string) => {
  const question = { input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] };
  return { question, grammar: understandMessage(question, NOW_MS) };
};

test('there is a function for each intent, with the slots of that intent and no others', () => {
  expect(MODEL_TOOLS.map((tool) => tool.function.name)).toEqual([...INTENTS]);
  const own = ['confidence', 'leftOut', 'operation', 'text'];
  for (const {
    function: { name, parameters, description },
  } of MODEL_TOOLS) {
    const { properties = {}, additionalProperties, required } = parameters;
    expect(additionalProperties).toBe(false);
    expect(required).toContain('confidence');
    expect(description).not.toBe('');
    expect(
      Object.keys(properties as object)
        .filter((member) => !own.includes(member))
        .toSorted(),
    ).toEqual(INTENT_SLOTS[name].takes.toSorted());
  }
  const quotes = MODEL_TOOLS.find((tool) => tool.function.name === 'quotes')?.function.parameters.properties;
  expect(quotes).toMatchObject({
    amount: { type: 'string', pattern: expect.any(String) },
    amountKind: { enum: ['token', 'usd', 'percent', 'all'] },
  });
});

test('the grammar fills no slot that the definition of its intent does not have', () => {
  const foreign = readUtterances().flatMap(({ text }) => {
    const { intent, slots } = understoodOf(text).grammar;
    return Object.keys(slots)
      .filter((name) => !INTENT_SLOTS[intent].takes.some((taken) => taken === name))
      .map((name) => `${intent} ${name}: ${text}`);
  });
  expect(foreign).toEqual([]);
});

test('what the grammar understands of the labelled messages would be accepted from a model', () => {
  const refused: string[] = [];
  for (const { text } of readUtterances()) {
    const { question, grammar } = understoodOf(text);
    const { intent, slots, operation } = grammar;
    if (intent === 'error' || intent === 'text' || intent === 'fallback') continue;
    const input = JSON.stringify({ ...slots, confidence: 0.9, ...(operation === undefined ? {} : { operation }) });
    const read = readCall({ calls: [{ name: intent, input }] });
    const finished =
      read.draft === undefined ? read : finishModel(read.draft, { sources: sourcesOf(question, NOW_MS), pending: undefined, grammar });
    if (finished.problem !== undefined) refused.push(`${finished.problem.text}: ${text}`);
    else if (finished.understood.intent === intent) expect(finished.understood).toMatchObject({ by: 'model', slots });
  }
  expect(refused).toEqual([]);
});

test('every value of a call is compared with the message: changed ones are refused', () => {
  const changes: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
    'send 5 usdc to bob.eth': [
      ['amount', '6'],
      ['amount', '50'],
      ['fromToken', 'ETH'],
      ['to', 'bobb.eth'],
      ['fromChainId', 1],
    ],
    'alert me when eth is under 2.8k': [
      ['price', '28'],
      ['price', '28000'],
      ['fromToken', 'BTC'],
    ],
    'buy weth with 10 usdc every day for 5 days': [
      ['count', 7],
      ['amount', '1'],
      ['intervalSeconds', 1],
    ],
    'swap 1,000.50 usdc to eth on base': [
      ['amount', '1000.05'],
      ['amount', '100050'],
      ['toChainId', 10],
    ],
  };
  const accepted: string[] = [];
  for (const [text, values] of Object.entries(changes))
    for (const [name, value] of values) {
      const { question, grammar } = understoodOf(text);
      const read = readCall({
        calls: [{ name: grammar.intent, input: JSON.stringify({ ...grammar.slots, [name]: value, confidence: 1 }) }],
      });
      const finished =
        read.draft === undefined ? read : finishModel(read.draft, { sources: sourcesOf(question, NOW_MS), pending: undefined, grammar });
      if (finished.problem === undefined) accepted.push(`${text}: ${name} ${value}`);
    }
  expect(accepted).toEqual([]);
});
