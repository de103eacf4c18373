import type { Intent, Slots } from '../agent-service.ts';
import { entitiesOf, hasConcept, hasMark, type Reading, textOf } from '../entities/reading.ts';
import { STANDING_INTENTS } from '../intents/intent-slots.ts';
import { listedTokens } from './listed-tokens.ts';
import { type Role, roleAfter, roleBefore } from './mentions.ts';
import { unjoinedReceivers } from './several-receivers.ts';
import { shortened } from './shortened.ts';
import { alternativeIn, correctionIn, joinedOrdersIn } from './unclear-order.ts';
import { waitingPart } from './waiting-order.ts';

const TRADES: readonly Intent[] = ['quotes', 'send_token', 'dca', 'limit_order', 'buy_sell', 'autopilot', 'workflow', 'batch'];
const TAKES_ADDRESS: readonly Intent[] = [
  'send_token',
  'token_safety',
  'contract_audit',
  'revoke_approvals',
  'wallet_card',
  'nft_info',
  'tx_info',
];

/** Intents that are prepared at once. */
const PREPARED: readonly Intent[] = ['quotes', 'send_token', 'workflow', 'batch'];
/** The grammatical roles in which the name of a chain is the place of an action. */
const PLACES: ReadonlySet<Role> = new Set<Role>(['on', 'to', 'from', 'in', 'with']);
/** Intents other than trades that concern one chain. */
const ON_CHAIN: readonly Intent[] = ['revoke_approvals', 'check_balance', 'portfolio', 'tx_history', 'switch_chain'];

/** Returns what is wrong with an order that was understood; null when nothing is wrong. */
export function contradictionIn(intent: Intent, slots: Slots, reading: Reading): string | null {
  const broken = entitiesOf(reading, 'broken')[0];
  const isShortHash = (intent === 'text' || intent === 'tx_history') && hasConcept(reading, ['tx']);
  if (broken !== undefined && (isShortHash || TAKES_ADDRESS.includes(intent) || TRADES.includes(intent))) {
    if (broken.isJoined === true)
      return `"${shortened(broken.text)}" contains an address, but is a longer text. Send the message again with the address as a word of its own.`;
    return `"${shortened(broken.text)}" is not an address: an address of an EVM chain is 0x and 40 hex digits, a transaction hash 0x and 64.`;
  }
  const isStored = STANDING_INTENTS.includes(intent);
  const below = isStored ? negativeIn(reading) : null;
  if (below !== null) return below;
  const unserved = TRADES.includes(intent) || ON_CHAIN.includes(intent) ? unservedIn(reading) : null;
  if (unserved !== null || !TRADES.includes(intent)) return unserved;
  const elsewhere = mistypedIn(reading);
  if (elsewhere !== null) return elsewhere;
  const unclear =
    alternativeIn(reading) ??
    correctionIn(reading) ??
    foreignPayerIn(reading) ??
    (PREPARED.includes(intent) ? (waitingPart(intent, reading) ?? unjoinedReceivers(reading)) : null);
  if (unclear !== null) return unclear;
  const joined = slots.steps === undefined ? joinedOrdersIn(reading) : null;
  if (joined !== null) return joined;
  const listed = slots.steps === undefined ? listedTokens(intent, reading) : null;
  if (listed !== null) return listed;
  const all = [slots, ...(slots.steps ?? []).map((step) => step.slots)];
  const negative = entitiesOf(reading, 'amount').find(
    ({ isNegative, unit }) => isNegative === true && !(intent === 'autopilot' && unit === 'percent'),
  );
  if (negative !== undefined) return `An amount must be above zero, and "-${negative.value}" is not.`;
  if (all.some(({ amount }) => amount !== undefined && Number(amount) === 0)) return 'An amount must be above zero.';
  if (intent !== 'autopilot' && all.some(({ amount, amountKind }) => amountKind === 'percent' && Number(amount) > 100))
    return 'At most 100 percent of a balance can be spent.';
  const same = all.find(
    ({ fromToken, toToken, fromChainId, toChainId }) => fromToken !== undefined && fromToken === toToken && fromChainId === toChainId,
  );
  return same === undefined
    ? null
    : `${same.fromToken} cannot be exchanged for itself on one chain; name another token, or the chain to bridge it to.`;
}

/** Finds a chain that this service does not have, as the place of an action: "on fantom", "to chain 250", "fantom network". */
function unservedIn(reading: Reading): string | null {
  const chain = entitiesOf(reading, 'chain').find(
    ({ id, hasNoun, from, to }) =>
      id === null &&
      (hasNoun ||
        reading.words[from - 1]?.raw === '(' ||
        [roleBefore(reading, from), roleAfter(reading, to)].some((role) => role !== null && PLACES.has(role))),
  );
  if (chain === undefined) return null;
  const names = reading.question.supportedChains.map(({ id, name }) => `${name} (${id})`).join(', ');
  return `The chain "${shortened(chain.text)}" is not supported here. The supported chains are: ${names}.`;
}

/** Finds an address whose checksum shows that a character is wrong. */
function mistypedIn(reading: Reading): string | null {
  const address = entitiesOf(reading, 'address').find(({ isMistyped }) => isMistyped === true);
  if (address === undefined) return null;
  const raw = reading.words[address.from]?.raw ?? address.text;
  return `The upper-case letters of "${shortened(raw)}" do not fit its checksum (EIP-55), so a character may be wrong. Check the address; if it is right, type it in lowercase.`;
}

/** Finds a sender that is not the user's wallet: "Send 5 usdc from 0x... to bob.eth". */
function foreignPayerIn(reading: Reading): string | null {
  const payer = reading.entities.find(
    ({ kind, from }) =>
      (kind === 'address' || kind === 'name') && hasMark(reading, from - 1, 'p.from') && !hasMark(reading, from - 1, 'p.of'),
  );
  if (payer === undefined) return null;
  const named = shortened(textOf(reading, payer.from, payer.to));
  return `Your wallet can send only its own tokens, and not those of ${named}. Connect that wallet, or omit "from".`;
}

/** Finds a number below zero, which no request can use, apart from a change in percent: "for -3 weeks", "under -2000". */
function negativeIn({ words, entities }: Reading): string | null {
  const at = words.findIndex(
    ({ kind, isGlued }, i) =>
      kind === 'number' &&
      isGlued &&
      words[i - 1]?.raw === '-' &&
      words[i - 1]?.isGlued === false &&
      !entities.some((entity) => entity.kind === 'amount' && entity.unit === 'percent' && entity.from <= i && entity.to > i),
  );
  return at < 0 ? null : `The numbers of a request must be above zero, and "-${words[at]?.raw}" is not.`;
}
