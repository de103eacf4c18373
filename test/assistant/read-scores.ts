import type { Understood } from '../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../src/values/chain-ids.ts';
import { isWritten } from './is-written.ts';
import { judgeUtterance } from './judge-utterance.ts';
import { chains, words } from './known-words.ts';
import { readUtterances } from './read-utterances.ts';

/** Right ones among the messages of an action; `slots` counts those whose intent and slots are all right. */
export type Row = { readonly messages: number; readonly intents: number; readonly slots: number };

export type Scores = {
  readonly rows: ReadonlyMap<string, Row>;
  readonly total: Row;
  readonly invented: readonly string[];
  /** Messages that must not be acted on, and would have been. */
  readonly acted: readonly string[];
  readonly forbidden: number;
  readonly wrong: readonly string[];
  readonly holds: boolean;
};

/** The labels' "until 1 September" is of 2026. */
const NOW_MS = Date.UTC(2026, 5, 15, 12);
const LEAST = { intents: 0.95, slots: 0.9 };
const NONE: Row = { messages: 0, intents: 0, slots: 0 };

/** Understands a message with the grammar of this program. */
const byGrammar = async (input: string): Promise<Understood> =>
  understandMessage({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] }, NOW_MS);

/** Understands the labelled messages, of all sets or of one. */
export async function readScores(set?: string, understand = byGrammar): Promise<Scores> {
  const rows = new Map<string, Row>();
  const [invented, acted, wrong]: [string[], string[], string[]] = [[], [], []];
  let forbidden = 0;
  for (const utterance of readUtterances(set)) {
    const { intent, text } = utterance;
    const understood = await understand(text);
    const { isIntent, isSlots, isActed, invented: made } = judgeUtterance(utterance, understood, isWritten);
    invented.push(...made.map((what) => `${what} from "${text}"`));
    if (intent === 'none') {
      forbidden += 1;
      if (isActed) acted.push(`${understood.intent} for "${text}"`);
      continue;
    }
    if (!isIntent || !isSlots)
      wrong.push(`${intent} | ${text}\n    ${understood.intent} ${JSON.stringify(understood.slots)} ${understood.confidence}`);
    rows.set(intent, plus(rows.get(intent) ?? NONE, { messages: 1, intents: Number(isIntent), slots: Number(isIntent && isSlots) }));
  }
  const total = [...rows.values()].reduce(plus, NONE);
  const isGood = total.intents / total.messages >= LEAST.intents && total.slots / total.messages >= LEAST.slots;
  return { rows, total, invented, acted, forbidden, wrong, holds: isGood && invented.length === 0 && acted.length === 0 };
}

function plus(a: Row, b: Row): Row {
  return { messages: a.messages + b.messages, intents: a.intents + b.intents, slots: a.slots + b.slots };
}
