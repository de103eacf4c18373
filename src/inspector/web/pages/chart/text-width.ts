/** Sizes of the text in a statechart and of the spaces around it, in pixels at scale 1. */
export const CHART_TEXT = {
  title: 13,
  row: 11,
  label: 11,
  titleHeight: 22,
  rowHeight: 16,
  labelLine: 15,
  labelPad: 6,
  boxPad: 12,
} as const;

/**
 * Widths of characters in thousandths of the font size. They are those of the widest possible font for `system-ui`, so that text fits in
 * any of these fonts.
 */
const WIDTHS: Readonly<Record<number, string>> = {
  290: `'ijlIJ`,
  340: ' ,./:;\\|',
  390: 'f-()[]t·›',
  460: '!r"',
  530: 's?z*_`c',
  600: 'LFkPvxyTYao',
  640: 'eESbdghnpqu$0123456789{}',
  700: 'KABRVXZC',
  770: 'DGHNU&',
  840: 'OQw#+<=>^~→↻',
  990: 'Mm%W@…',
};

const BOLD = 1.1;
const UNKNOWN = 1000;
const widthOf = new Map(
  Object.entries(WIDTHS).flatMap(([width, characters]) => [...characters].map((one) => [one, Number(width)] as const)),
);

/** Computes the maximum possible width of a text in pixels, without a browser. */
export function textWidth(text: string, fontSize: number, weight: 'normal' | 'bold' = 'normal'): number {
  let thousandths = 0;
  for (const character of text) thousandths += widthOf.get(character) ?? UNKNOWN;
  return (thousandths / 1000) * fontSize * (weight === 'bold' ? BOLD : 1);
}

/** Returns the text, or as much of its start as fits into a width, followed by an ellipsis. */
export function fitText(text: string, fontSize: number, maxWidth: number): string {
  if (textWidth(text, fontSize) <= maxWidth) return text;
  let kept = '';
  for (const character of text) {
    if (textWidth(`${kept}${character}…`, fontSize) > maxWidth) break;
    kept += character;
  }
  return `${kept}…`;
}
