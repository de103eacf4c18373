export type NormalText = {
  readonly text: string;
  /**
   * True when the message contained control or broken characters, invisible or raised characters within words, letters in a special style (such as bold mathematical or
   * full-width letters), or characters that reverse the direction of writing. The user then sees another text than the one that is
   * interpreted.
   */
  readonly hasHidden: boolean;
};

/** Maximum number of characters of a message that are read. The rest is ignored. */
export const MOST_CHARACTERS = 2_000;

/** Matches text that consists of printable ASCII characters. Most messages do, and little has to be done for them. */
const PLAIN = /^[ -~]*$/;
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const INVISIBLE_INSIDE = /[\p{L}\p{N}]\p{Default_Ignorable_Code_Point}+[\p{L}\p{N}]/u;
/** Characters that mark the direction of writing, and invisible tag letters that follow a letter. */
const INVISIBLE_ANYWHERE = /[\u061c\u200e\u200f]|[\p{L}\p{N}][\u{e0000}-\u{e007f}]/u;
/** Raised or circled digits beside ordinary digits. NFKC would convert "5²" to 52. */
const RAISED = /[\p{Nd}]\p{No}|\p{No}\p{Nd}/u;
/**
 * Letters in a mathematical or encircled style, and full-width letters. NFKC would convert them to plain letters, so that a message could
 * be acted on whose words other programs do not recognise.
 */
const STYLED = /[\u{1d400}-\u{1d7cb}\u{1f110}-\u{1f189}\u24b6-\u24e9\uff21-\uff3a\uff41-\uff5a]/u;
const CONTROL = /\p{Cc}+/gu;
/** The character that stands for one that was broken. */
const REPLACED = '\ufffd';
/** Control characters that change the text before them on a screen. A backspace would make "5\b0" look like "0". */
const EDITING = ['\b', '\u007f', '\u001b', '\u009b'];

/** Whether a text consists of printable ASCII characters only. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Normalises a message: it applies NFKC (full-width digits become ordinary ones), replaces quotation marks and dashes by plain ones and
 * control characters by spaces, and removes invisible characters.
 */
export function normaliseText(input: string): NormalText {
  const start = input.length > MOST_CHARACTERS ? input.slice(0, MOST_CHARACTERS) : input;
  if (isPlain(start)) return { text: start.replaceAll('`', "'"), hasHidden: false };
  const cut = start.toWellFormed();
  const hasHidden =
    !input.isWellFormed() ||
    input.includes(REPLACED) ||
    [INVISIBLE_INSIDE, INVISIBLE_ANYWHERE, RAISED, STYLED].some((one) => one.test(cut)) ||
    EDITING.some((one) => cut.includes(one)) ||
    cut.search(OVERRIDES) >= 0;
  const text = cut
    .normalize('NFKC')
    .replaceAll('\u2044', '/')
    .replace(OVERRIDES, '')
    .replace(INVISIBLE, '')
    .replace(CONTROL, ' ')
    .replace(/[‘’ʼ`´′]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[–—−]/g, '-');
  return { text, hasHidden };
}

/**
 * Converts text to lowercase without diacritics: `Dönüştür` becomes `donustur`. It is used for words of a language, never for symbols or
 * addresses.
 */
export function foldText(text: string): string {
  const lowered = text.toLowerCase();
  if (isPlain(lowered)) return lowered;
  return lowered.normalize('NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').replace(/ø/g, 'o').replace(/ł/g, 'l').replace(/ß/g, 'ss');
}
