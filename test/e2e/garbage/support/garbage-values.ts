/**
 * JSON texts that no field should accept without validation. They are texts and not values, because 1e400 and duplicate keys cannot be
 * represented as JavaScript values.
 */
export const GARBAGE_JSON: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e400', '-1e400', '1e-400', '1e21', '1e308'],
  ...['9007199254740993', '18446744073709551616', `1${'0'.repeat(80)}`, `0.${'0'.repeat(80)}1`, '4294967296'],
  ...['""', '" "', '"NaN"', '"Infinity"', '"-1"', '"1e5"', '"1E-7"', '"0x10"', '"1,5"', '"1_000"', '"+1"', '".5"', '"5."', '"0"', '"٣"'],
  ...['[]', '[[]]', '[null]', '["1"]', '{}', '{"a":{}}', '{"$gt":""}', '{"$ne":null}', '{"$where":"sleep(1000)"}', '{"$regex":".*"}'],
  ...['{"a.b":1}', '{"":1}', '{"length":1}', '{"toString":1}', '{"then":1}', '{"toJSON":1}', '{"__proto__":{"admin":true}}'],
  ...['{"constructor":{"prototype":{"admin":true}}}', '{"chainId":{"$gt":0}}', '{"chainId":1e400}', '{"chainId":"31337"}'],
  ...['"__proto__"', '"constructor"', '"toString"', '"../../etc/passwd"', '"\' OR 1=1 --"', '"<script>alert(1)</script>"', '"%00"'],
  ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202e\\u2066"', '"\\u200b"', '"\\ufeff"', '"🦄"', '"ﬀ"', '"İ"', '"\\n\\r"'],
  ...[`"0x${'0'.repeat(40)}"`, `"0x${'Z'.repeat(40)}"`, `"0x${'a'.repeat(41)}"`, `"0x${'а'.repeat(40)}"`, `"${'9'.repeat(79)}"`],
  ...[`"${'x'.repeat(100_000)}"`, `[${'0,'.repeat(5_000)}0]`, `${'['.repeat(60)}${']'.repeat(60)}`],
];

/** Garbage texts for a parameter of a path or query. */
export const GARBAGE_TEXT: readonly string[] = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    'NaN',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    '{"$gt":""}',
    '$where',
    'a.b',
    '9'.repeat(30),
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '..', '.', '../..', '%', '%00', '*', ':id', '{id}', "' OR 1=1 --", '<b>'],
  ...['\u0000', '\ud800', '\u202e', '\u200b', '🦄', 'İ', '1\n2', '٣', `0x${'0'.repeat(40)}`, `0x${'Z'.repeat(40)}`, 'x'.repeat(4_000)],
  ...['9007199254740993', '00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-00000000000g'],
];

/** Field names with which a client might reach data other than the record's own fields, or that careless code handles wrongly. */
export const GARBAGE_KEYS: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', '$set', '$where', '$', 'a.b', '.', '', '_id', 'id', 'toString', 'valueOf', 'hasOwnProperty'],
  ...['__defineGetter__', '__lookupGetter__', 'toJSON', 'then', 'length', 'type', 'key', 'value', 'createdAt', 'updatedAt', 'nextOrderAt'],
  ...['averagePrice', 'lastSkip', 'status', 'processed', 'amount', 'frequency', 'chainId', 'spent', 'positionId', 'vault', 'fromToken'],
  ...['\u0000', '\ud800', '\u202e', '🦄', 'x'.repeat(101), ' walletAddress', 'WalletAddress'],
];

/** Request bodies that are not JSON, or that no server should process. */
export const BROKEN_BODIES: readonly (string | Uint8Array)[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    '"',
    'nul',
    'undefined',
    '{"a":1,}',
    '[1,]',
    "{'a':1}",
    '{a:1}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":+1}',
    '{"a":.5}',
  ],
  ...[
    '{"a":1}{"b":2}',
    '{"a":1}\u0000',
    '\u0000',
    '\ufeff\ufeff{}',
    '// {}',
    '<xml/>',
    'a=1&b=2',
    '{"a":"\n"}',
    '{"a":"\\x41"}',
    '{"a":"\\ud8"}',
  ],
  ...['null', 'true', '0', '"text"', '[]', '[{}]', '[[[]]]', `{"__proto__":null}`, `{"\\u005f_proto__":{"admin":true}}`],
  ...['['.repeat(100_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ...[`{"a":${'['.repeat(65)}${']'.repeat(65)}}`, `[${'{},'.repeat(50_000)}{}]`],
  ...[[0xff], [0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]].map(
    (bytes) => new Uint8Array(bytes),
  ),
  ...[
    [0xff, 0xfe, 0x7b, 0, 0x7d, 0],
    [0, 0x7b, 0, 0x7d],
    [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3],
  ].map((bytes) => new Uint8Array(bytes)),
];
