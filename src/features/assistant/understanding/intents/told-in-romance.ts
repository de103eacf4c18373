import { hasAnyMark, hasConcept, hasMarkOf, type Reading } from '../entities/reading.ts';
import { LISTS } from '../lexicon/vocabulary.ts';
import { wordSet } from '../text/word-set.ts';
import { MOVING } from './told-by-grammar.ts';

const ACTING = [...MOVING, 'revoke', 'dca', 'invest', 'approvals'];
const APPROVALS = ['revoke', 'approvals'];
const STANDING = ['dca', 'limit', 'alert', 'autopilot', 'approvals'];
/** Word lists of questions in which a past form asks about what happened. */
const QUESTIONS = ['howmuch', 'quote', 'price', 'trades', 'status', 'alert'];

/**
 * The first letters of the verbs of actions. Only the verbs of these beginnings are searched for endings that tell, because other words may
 * have the same endings.
 */
const STEMS: readonly string[] = stems();
/** Endings of the past, the conditional and the imperfect, and of participles, in Spanish and Portuguese without accents. */
const TELLING_ENDING =
  /(?:aste|aron|ei|ou|aram|amos|aba[ns]?|abamos|ava[ms]?|avamos|[aei]ria[ns]?|[aei]riam|[aei]riamos|ad[oa]s?|id[oa]s?|iste|ieron|io|iu|eu|iram|eram|imos|ando|endo|asse[ms]?|esse[ms]?|isse[ms]?|ara[ns]?|iera[ns]?|ase[ns]?|iese[ns]?|i)$/;
/** The past of the first and the third person, which differs from a request only by its accent: "envié", "mandó", "compré". */
const ACCENTED = /[éóí]$/i;

/** Words of what others want or say, of doubt, and of the past. */
const TELLING = wordSet(
  'dijo dijeron dicho dice dicen decia pidio pidieron pidio pide piden sugirio aconsejo aconsejaron recomienda recomendo recomendaron ordeno ordenaron exige escribio ' +
    'disse disseram dito diz dizem falou falaram pediu pediram pede pedem sugeriu aconselhou recomendou mandou ordenou escreveu contou conto dizia ' +
    'dile diles digale decirle dizer diga dizei fala peca pidele pidale recuerdame lembra lembre ' +
    'deberia deberias deberiamos debo debe debemos debes deveria deveriamos devo deve devemos devia quizas quiza talvez acaso acho creo ' +
    'imagina imagine imaginate imaginar imaginemos supongamos suponga supon suponhamos suponha suponho hipoteticamente ojala tomara ' +
    'ayer anoche anteayer ontem anteontem iba ibamos ibas estaba pensaba ia iam estava pensava planeaba planejava ' +
    'alguien alguem nadie ninguem prohibido prohibida proibido proibida error erro equivocado errado conviene convem ideia idea sentido',
);
/** Words after which "que" and a verb say what the user wants: "quiero que envíes", "tengo que enviar". */
const WANTS = wordSet(
  'quiero quisiera necesito deseo prefiero gustaria encantaria quero queria preciso gostaria desejo prefiro pido favor tengo tenho tenemos temos hay tem ha',
);
/** Words after which a verb names an action that does not happen: "en vez de enviar", "sin enviar", "antes de enviar". */
const BEFORE_OF = wordSet('vez lugar inves antes despues depois dejar deja dejen deixa deixe parar para pare');
/** Words with which a question asks for an opinion: "sería bueno enviar". */
const JUDGING = wordSet('bueno buena bom boa mejor melhor malo mala mau ma prudente sensato inteligente seguro');
const WITHOUT: ReadonlySet<string> = new Set(['sin', 'sem', 'evita', 'evitar', 'evite']);
/** Words that take an action back when a word for it follows: "cancela el envío". */
const CANCELS = wordSet(
  'pare parem cancela cancelar cancele canceles cancelame anula anular anule deten detener detenga aborta abortar aborte olvida olvidar olvide olvidate esquece esquecer esqueca suspende suspenda suspender interrompe interrompa revierte revertir reverte reverta deshaz desfaz desfaca',
);
const NOUNS = wordSet(
  'envio envios transferencia transferencias pago pagamento intercambio cambio canje troca compra venta venda swap puente ponte operacion operacao transaccion transacao',
);
const BETWEEN = wordSet('el la los las o a os as de del da do mi mis meu minha ese esa este esta esse essa lo');

/**
 * Whether the words and the verb forms of a message in Spanish or Portuguese show that its action is not requested: it is past ("envié"),
 * conditional ("si envío"), somebody else's ("me dijeron que envíe"), doubted ("debería enviar") or cancelled ("cancela el envío").
 */
export function isToldInRomance(reading: Reading): boolean {
  const { words, entities } = reading;
  const hasAmount = entities.some(({ kind }) => kind === 'amount' || kind === 'all');
  if (!hasAmount && !hasConcept(reading, APPROVALS)) return false;
  const isAction = (at: number) => hasMarkOf(reading, at, ACTING);
  const isQuestion = hasConcept(reading, QUESTIONS);
  const isActing = hasConcept(reading, ACTING) || entities.some(({ kind }) => kind === 'address' || kind === 'name');
  return (
    words.some(({ kind, text, raw }, at) => {
      if (kind !== 'word') return false;
      if (text === 'pena' || (text === 'seria' && JUDGING.has(words[at + 1]?.text ?? ''))) return true;
      if (isActing && TELLING.has(text) && !isQuestion) return true;
      if (CANCELS.has(text) && cancels(reading, at + 1, isAction)) return true;
      const next = isAction(at + 1) ? at + 1 : isAction(at + 2) ? at + 2 : -1;
      if (next < 0) return !isQuestion && isPastForm(text, raw);
      if ((text === 'si' || text === 'se') && raw.toLowerCase() !== 'sí' && words[at - 1]?.text !== 'dime') return true;
      if (text === 'que' && at > 0 && words[at - 1]?.kind === 'word' && !WANTS.has(words[at - 1]?.text ?? '')) return true;
      if (WITHOUT.has(text) && next === at + 1) return true;
      if ((text === 'de' || text === 'do') && next === at + 1 && BEFORE_OF.has(words[at - 1]?.text ?? '')) return true;
      return !isQuestion && isPastForm(text, raw);
    }) ||
    (!isQuestion && isSafetyQuestion(reading))
  );
}

/**
 * Whether a message whose words are not recognised as Spanish or Portuguese contains a past form of these languages: "vendió 1 eth".
 */
export function hasRomancePast(reading: Reading): boolean {
  return reading.words.some(({ kind, text, raw }, at) => kind === 'word' && !hasAnyMark(reading, at) && isPastForm(text, raw));
}

function cancels(reading: Reading, from: number, isAction: (at: number) => boolean): boolean {
  if (hasConcept(reading, STANDING)) return false;
  let at = from;
  while (BETWEEN.has(reading.words[at]?.text ?? '')) at += 1;
  return isAction(at) || NOUNS.has(reading.words[at]?.text ?? '');
}

/** Whether a message asks if an action is safe: "es seguro enviar 5 usdc a bob.eth?". */
function isSafetyQuestion(reading: Reading): boolean {
  return hasConcept(reading, ['safe']) && hasConcept(reading, MOVING);
}

function isPastForm(text: string, raw: string): boolean {
  if (text.length < 4) return false;
  const isTold = ACCENTED.test(raw) || (TELLING_ENDING.test(text) && !NOUNS.has(text));
  return STEMS.some((stem) => text.startsWith(stem) && (isTold || /^ia[ns]?$/.test(text.slice(stem.length))));
}

/** Returns the beginnings of the verbs in the word lists of actions: the infinitives without their endings. */
function stems(): readonly string[] {
  const phrases = (['es', 'pt'] as const).flatMap((language) =>
    [...MOVING, 'revoke'].flatMap((concept) => LISTS[language][concept]?.split(';') ?? []),
  );
  const infinitives = phrases.map((phrase) => phrase.trim()).filter((phrase) => /^[a-z]{3,}[aei]r$/.test(phrase));
  const all = infinitives.map((verb) => verb.slice(0, -2));
  // The past of "trocar" and "pagar" is written with other letters: "troquei", "paguei".
  const changed = all.filter((stem) => /[cg]$/.test(stem)).map((stem) => (stem.endsWith('c') ? `${stem.slice(0, -1)}qu` : `${stem}u`));
  return [...new Set([...all, ...changed])].filter((stem) => stem.length >= 3);
}
