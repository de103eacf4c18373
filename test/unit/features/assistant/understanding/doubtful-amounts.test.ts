import { expect, test } from 'bun:test';
import { ASKS_BACK_BELOW, type Understood } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const understood = (input: string): Understood =>
  understandMessage({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] }, NOW_MS);
const isActed = ({ intent, missing, confidence }: Understood): boolean =>
  !['text', 'fallback', 'error'].includes(intent) && missing.length === 0 && confidence >= ASKS_BACK_BELOW;

test.each([
  ['a quarter of an eth', '0.25', 'token'],
  ['three quarters of an eth', '0.75', 'token'],
  ['half of an eth', '0.5', 'token'],
  ['half an eth', '0.5', 'token'],
  ['a tenth of an eth', '0.1', 'token'],
  ['three tenths of an eth', '0.3', 'token'],
  ['two fifths of my eth', '40', 'percent'],
  ['an eighth of my eth', '12.5', 'percent'],
  ['a quarter of my eth', '25', 'percent'],
  ['1/4 eth', '0.25', 'token'],
  ['1/4 of an eth', '0.25', 'token'],
  ['3/4 of my eth', '75', 'percent'],
  ['½ eth', '0.5', 'token'],
  ['½ of my eth', '50', 'percent'],
  ['1 1/2 eth', '1.5', 'token'],
  ['1 and a half eth', '1.5', 'token'],
  ['one and a half eth', '1.5', 'token'],
  ['2 and half eth', '2.5', 'token'],
  ['twenty two and a half eth', '22.5', 'token'],
  ['two and three quarters eth', '2.75', 'token'],
  ['a quarter of a million eth', '250000', 'token'],
  ['half a million eth', '500000', 'token'],
  ['two and a half million eth', '2500000', 'token'],
  ['1.5 k eth', '1500', 'token'],
  ['10 k eth', '10000', 'token'],
  ['10 m eth', '10000000', 'token'],
  ['1.5kk eth', '1500000', 'token'],
  ['two dozen eth', '24', 'token'],
  ['one point two five eth', '1.25', 'token'],
  ['two point five million eth', '2500000', 'token'],
  ['all 500 eth', '500', 'token'],
])('"send %s" is %s (%s)', (written, amount, amountKind) => {
  const { slots } = understood(`send ${written} to bob.eth`);
  expect<unknown>(slots).toEqual({ amount, amountKind, fromToken: 'ETH', to: 'bob.eth' });
});

test.each([
  ['envía un cuarto de un eth a bob.eth', '0.25', 'token'],
  ['quiero enviar medio eth a bob.eth', '0.5', 'token'],
  ['quiero enviar dos y medio eth a bob.eth', '2.5', 'token'],
  ['envía treinta y cinco eth a bob.eth', '35', 'token'],
  ['envía la mitad de mi eth a bob.eth', '50', 'percent'],
  ['quero enviar meio eth para bob.eth', '0.5', 'token'],
  ['envie um e meio eth para bob.eth', '1.5', 'token'],
  ['envie cento e vinte eth para bob.eth', '120', 'token'],
  ['envie um quarto do meu eth para bob.eth', '25', 'percent'],
  ["bob.eth'e bir buçuk eth gönder", '1.5', 'token'],
  ["bob.eth'e yarım eth gönder", '0.5', 'token'],
  ["bob.eth'e iki yüz eth gönder", '200', 'token'],
  ["bob.eth'e eth'imin yarısını gönder", '50', 'percent'],
  ['bob.eth ko dedh eth bhejo', '1.5', 'token'],
  ['bob.eth ko sadhe teen eth bhejo', '3.5', 'token'],
  ['bob.eth ko teen sau eth bhejo', '300', 'token'],
  ['bob.eth ko mera aadha eth bhejo', '50', 'percent'],
])('"%s" is %s (%s)', (message, amount, amountKind) => {
  expect(understood(message).slots).toMatchObject({ amount, amountKind, fromToken: 'ETH', to: 'bob.eth' });
});

test.each([
  'a third of an eth',
  '1/3 eth',
  '1/3 of my eth',
  'two thirds of my eth',
  'one and a third eth',
  'half eth',
  'a quarter eth',
  '24/7 eth',
  '5/10 eth',
  'all but 10 eth',
  'everything but 100 eth',
  'all my eth except 500',
  'all my eth minus 5',
  'all my eth but keep 2 eth',
  '5 + 5 eth',
  '5 plus 5 eth',
  '2 x 50 eth',
  '50 50 eth',
  'fifty fifty eth',
  'two fifty eth',
  '2 thousand five hundred eth',
  '5 eth 10 eth',
  'half of 100 eth',
  '50% of 100 eth',
  '2.5 and a half eth',
  '10% of an eth',
  '10% of one eth',
  '100 gwei of eth',
  '1000000 wei of eth',
  '5 gazillion eth',
  '5e3 eth',
  'almost all my eth',
  'nearly half of my eth',
  'more than 5 eth',
  'eth over 100',
  '5 eth twice',
  '5 eth 3 times',
  '2 times 5 eth',
  'not 5 but 10 eth',
  '1 point 5 eth',
])('"%s" is asked for, and not read as another amount', (written) => {
  for (const message of [`send ${written} to bob.eth`, `swap ${written} to usdc`]) {
    const result = understood(message);
    expect({ message, isActed: isActed(result), amount: result.slots.amount, kind: result.slots.amountKind }).toEqual({
      message,
      isActed: false,
      amount: undefined,
      kind: undefined,
    });
  }
});

test.each([
  'swap all my usdc to eth but leave me 10',
  'swap my usdc to eth, leave me 10',
  'swap everything except usdc to eth',
  'split 100 usdc between alice.eth and bob.eth',
  'divide 100 usdc equally among alice.eth and bob.eth',
  'envía todo menos 10 usdc a bob.eth',
  'cambia todo mi usdc a eth y deja 10',
  'envía un cuarto de eth a bob.eth',
  'divide 100 usdc entre alice.eth y bob.eth',
  'envie tudo exceto 10 usdc para bob.eth',
  'troca todo o meu usdc por eth e deixa 10',
  "bob.eth'e 10 usdc hariç hepsini gönder",
  "bob.eth'e dörtte bir eth gönder",
  "bob.eth'e 100 usdc'nin yarısını gönder",
  'bob.eth ko 10 usdc chhodkar sab bhejo',
  'bob.eth ko 100 usdc ka aadha bhejo',
  'swap all my usdc and dai to eth',
  'swap 100 usdc into eth and wbtc',
  'swap 50/50 usdc into eth and wbtc',
  'send 100 usdc and eth to bob.eth',
  'sell all my eth and wbtc for usdc',
  'cambia todo mi usdc y dai por eth',
  'swap 1000 usdc to eth over 10 days',
  'send 0.5 of my eth to bob.eth',
  'top up my eth to 2 eth with usdc',
  'swap until i have 1 eth from usdc',
  'envía casi todo mi eth a bob.eth',
  'swap 5 usdc to eth and send half of 100 usdc to bob.eth',
])('"%s" is asked about', (message) => {
  expect(isActed(understood(message))).toBe(false);
});

test('a question about an unclear amount says which words were not understood', () => {
  expect(understood('send all but 10 usdc to bob.eth')).toMatchObject({
    intent: 'send_token',
    missing: ['amount'],
    text: 'I cannot read "but 10" as one amount. State one number, such as 10 or 0.25, or a percentage of the balance.',
  });
});

test('each receiver of a message gets the amount that stands beside it', () => {
  const { steps = [] } = understood('pay oscar.eth 5 usdc and paul.eth 10 usdc').slots;
  expect(steps.map(({ slots }) => [slots.to, slots.amount])).toEqual([
    ['oscar.eth', '5'],
    ['paul.eth', '10'],
  ]);
});

test.each([
  ['dca 1000 usdc total into weth in 10 daily buys', '100', 10],
  ['dca a total of 1000 usdc into weth daily for 10 days', '100', 10],
  ['invest 1000 usdc altogether in weth every day for 10 days', '100', 10],
  ['put 1000 usdc in all into weth, every day for 10 days', '100', 10],
  ['split 1200 usdc into 12 monthly buys of weth', '100', 12],
  ['dca 100 usdc daily into weth for 10 days, 1000 usdc overall', '100', 10],
  ['dca 100 usdc daily into weth, 1000 usdc in total', '100', 10],
  ['dca 100 usdc into weth daily, 10 times', '100', 10],
  ['invierte 1000 usdc en total en weth cada día durante 10 días', '100', 10],
  ['investe 1000 usdc no total em weth todo dia durante 10 dias', '100', 10],
  ['toplam 1000 usdc ile her gün weth al 10 gün', '100', 10],
])('"%s" spends %s at each of %d purchases', (message, amount, count) => {
  expect(understood(message)).toMatchObject({ intent: 'dca', missing: [], slots: { amount, count, fromToken: 'USDC', toToken: 'WETH' } });
});

test.each([
  'dca 1000 usdc total into weth in 7 daily buys',
  'dca 1000 usdc total into weth daily until december',
  'dca 1000 usdc into weth in 10 daily buys',
  'dca 1000 usdc into weth over 10 weeks',
  'dca 300 usdc daily into weth for 10 days, 1000 usdc overall',
])('"%s" is asked for the amount of one purchase', (message) => {
  const { intent, missing, slots } = understood(message);
  expect({ intent, isAsked: missing.includes('amount'), amount: slots.amount }).toEqual({
    intent: 'dca',
    isAsked: true,
    amount: undefined,
  });
});

test.each([
  ['give me usdc for my 0.2 wbtc', { amount: '0.2', fromToken: 'WBTC', toToken: 'USDC' }],
  ['give me eth for 100 usdc', { amount: '100', fromToken: 'USDC', toToken: 'ETH' }],
  ['give me 100 usdc for eth', { amount: '100', amountOf: 'toToken', fromToken: 'ETH', toToken: 'USDC' }],
  ['trade me weth for 50 usdc', { amount: '50', fromToken: 'USDC', toToken: 'WETH' }],
  ['swap me 50 usdc for weth', { amount: '50', fromToken: 'USDC', toToken: 'WETH' }],
  ['sell me 1 eth for usdc', { amount: '1', amountOf: 'toToken', fromToken: 'USDC', toToken: 'ETH' }],
  ['get me 250 usdx, pay in usdc', { amount: '250', amountOf: 'toToken', fromToken: 'USDC', toToken: 'USDX' }],
  ['get me 250 usdx and pay with usdc', { amount: '250', amountOf: 'toToken', fromToken: 'USDC', toToken: 'USDX' }],
  ['dame usdc por mis 0.2 wbtc', { amount: '0.2', fromToken: 'WBTC', toToken: 'USDC' }],
  ['quero eth por 100 usdc', { amount: '100', fromToken: 'USDC', toToken: 'ETH' }],
  ['100 usdc karşılığında eth ver', { amount: '100', fromToken: 'USDC', toToken: 'ETH' }],
  ['pay with usdc for 0.1 eth', { amount: '0.1', amountOf: 'toToken', fromToken: 'USDC', toToken: 'ETH' }],
  ['véndeme eth por 100 usdc', { amount: '100', fromToken: 'USDC', toToken: 'ETH' }],
  ['cámbiame 100 usdc por eth', { amount: '100', fromToken: 'USDC', toToken: 'ETH' }],
  ['me venda eth por 100 usdc', { amount: '100', fromToken: 'USDC', toToken: 'ETH' }],
  ['eth satıp 100 usdc al', { amount: '100', amountOf: 'toToken', fromToken: 'ETH', toToken: 'USDC' }],
  ['mujhe 100 usdc me eth do', { amount: '100', fromToken: 'USDC', toToken: 'ETH' }],
  ['eth bech kar 100 usdc lo', { amount: '100', amountOf: 'toToken', fromToken: 'ETH', toToken: 'USDC' }],
  ['100 usdc ke badle eth do', { amount: '100', fromToken: 'USDC', toToken: 'ETH' }],
] as const)('"%s" spends and receives the right tokens', (message, slots) => {
  const result = understood(message);
  expect<unknown>({ intent: result.intent, slots: result.slots }).toEqual({ intent: 'quotes', slots: { amountKind: 'token', ...slots } });
});

const BUYS_AT_3500 = { amount: '1', amountOf: 'toToken', fromToken: 'USDC', toToken: 'WETH', price: '3500', condition: 'below' };
const SELLS_AT_3500 = { amount: '1', fromToken: 'WETH', toToken: 'USDC', price: '3500', condition: 'above' };

test.each([
  ['place a buy limit for 1 weth at 3500 usdc', BUYS_AT_3500],
  ['buy limit 1 weth at 3500 usdc', BUYS_AT_3500],
  ['limit buy 1 weth at 3500 usdc', BUYS_AT_3500],
  ['buy 1 weth at 3500 usdc', BUYS_AT_3500],
  ['at 3500 usdc buy 1 weth', BUYS_AT_3500],
  ['at 3500 buy 1 weth with usdc', BUYS_AT_3500],
  ['orden limite de compra de 1 weth a 3500 usdc', BUYS_AT_3500],
  ['ordem limite: comprar 1 weth a 3500 usdc', BUYS_AT_3500],
  ["3500 usdc'den 1 weth al limit emri", BUYS_AT_3500],
  ['1 weth 3500 usdc par kharido limit order', BUYS_AT_3500],
  ['place a sell limit for 1 weth at 3500 usdc', SELLS_AT_3500],
  ['sell limit 1 weth at 3500 usdc', SELLS_AT_3500],
  ['orden limite de venta de 1 weth a 3500 usdc', SELLS_AT_3500],
  ['ordem de venda de 1 weth a 3500 usdc', SELLS_AT_3500],
  ["3500 usdc'den 1 weth sat limit emri", SELLS_AT_3500],
])('"%s" is an order on the right side of the trade', (message, slots) => {
  const result = understood(message);
  expect<unknown>({ intent: result.intent, slots: result.slots }).toEqual({
    intent: 'limit_order',
    slots: { amountKind: 'token', ...slots },
  });
});

test.each([
  'limit order 1 weth at 3500 usdc',
  'bid 3000 usdc for 1 weth',
  'trade me 50 usdc for weth',
  "bana 100 usdc'ye eth sat",
  'give me 1 eth for 2500 usdc',
])('"%s" does not show what is spent, so the user is asked', (message) => {
  expect(isActed(understood(message))).toBe(false);
});

test.each(['send 5 usdc worth of eth to bob.eth', 'swap 5 usdc worth of eth to wbtc', 'bridge 50 usdc worth of eth to base'])(
  '"%s" is asked for an amount of eth',
  (message) => {
    expect(understood(message)).toMatchObject({
      missing: ['amount'],
      slots: { fromToken: 'ETH' },
      text: expect.stringContaining('ETH in USDC'),
    });
  },
);

test.each(['empty my wbtc to bob.eth', 'sweep my wbtc to bob.eth', 'vacía mi wbtc a bob.eth'])(
  '"%s" sends the whole balance',
  (message) => {
    expect<unknown>(understood(message).slots).toEqual({ amountKind: 'all', fromToken: 'WBTC', to: 'bob.eth' });
  },
);
