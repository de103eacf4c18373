import { words } from './known-words.ts';

const NUMBER_WORDS =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|couple|dozen|half|quarter|third|quarters|tenth|mitad|metade|yarisi\w*|yarım|yarısı\w*|aadh[aei]|adh[aei]|cien|cem|y[üu]z|elli|doscientos|quinientos|dos|duas|dois|tres|três|üç|iki|be[sş]|das|sau|paanch|bir|ek|diez|dez|veinte|vinte|cuarto|cuarta|quarto|on|yirmi|beş|bes|teen|chauthai|çeyre\w*)\b/iu;

/** True when a value of a slot stands in the message: its digits, its address, or a word for the token that the index gives. */
export function isWritten(value: string, text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase();
  if (plain.includes(value.toLowerCase())) return true;
  if (/^[\d.]+$/.test(value)) return isNumberIn(value, plain);
  const pieces = plain.split(/[^\p{L}\p{N}]+/u);
  const isNamed = [1, 2, 3, 4].some((length) =>
    pieces.some((_, at) => {
      const phrase = pieces.slice(at, at + length).join(' ');
      return [...words.bySymbol(phrase), ...words.byName(phrase), ...words.near(phrase, 3)].some(({ symbol }) => symbol === value);
    }),
  );
  return isNamed;
}

/** The significant digits of a number, in any grouping and scale, a number word, or a fraction. */
function isNumberIn(value: string, plain: string): boolean {
  const digits = value.replace('.', '').replace(/^0+|0+$/g, '');
  return (
    NUMBER_WORDS.test(plain) ||
    /\d\/\d/.test(plain) ||
    [/[\d.,_' ]+/g, /[\d.,_']+/g].some((runs) =>
      [...plain.matchAll(runs)].some(([run]) => run.replace(/\D/g, '').replace(/^0+|0+$/g, '') === digits),
    )
  );
}
