import { describe, expect, test } from 'bun:test';
import { createCipheriv, scryptSync } from 'node:crypto';
import { keccak256 } from 'viem';
import { readKeystore } from '../../../src/deployment/keys/read-keystore.ts';

// The test vectors of the keystore standard (ethereum.org, "Web3 secret storage definition").
const SECRET = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const PASSWORD = 'testpassword';
const pbkdf2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: { c: 262144, dklen: 32, prf: 'hmac-sha256', salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd' },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const scrypt = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 262144, r: 1, p: 8, salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19' },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const { crypto } = scrypt;

describe('a keystore file', () => {
  test.each([
    ['pbkdf2', pbkdf2],
    ['scrypt', scrypt],
  ])("opens the standard's vector for %s", (_, file) => {
    expect(readKeystore(JSON.stringify(file), PASSWORD)).toBe(SECRET);
  });

  test('opens with the parameters that Geth and Foundry use, a capital name, and a password of any letters', () => {
    const password = 'Fluß 船 "quoted"';
    const [salt, iv] = [Buffer.alloc(32, 7), Buffer.alloc(16, 9)];
    const derived = scryptSync(password, salt, 32, { N: 8192, r: 8, p: 1, maxmem: 2 ** 26 });
    const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
    const ciphertext = Buffer.concat([cipher.update(Buffer.from(SECRET.slice(2), 'hex')), cipher.final()]);
    const file = {
      version: 3,
      Crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: iv.toString('hex') },
        ciphertext: ciphertext.toString('hex'),
        kdf: 'scrypt',
        kdfparams: { dklen: 32, n: 8192, r: 8, p: 1, salt: salt.toString('hex') },
        mac: keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2),
      },
    };
    expect(readKeystore(JSON.stringify(file), password)).toBe(SECRET);
  });

  test('refuses a wrong password and a changed ciphertext', () => {
    const { ciphertext } = pbkdf2.crypto;
    const changed = { ...pbkdf2, crypto: { ...pbkdf2.crypto, ciphertext: `00${ciphertext.slice(2)}` } };
    expect(() => readKeystore(JSON.stringify(pbkdf2), 'Testpassword')).toThrow('The password does not open the keystore file');
    expect(() => readKeystore(JSON.stringify(changed), PASSWORD)).toThrow('or the file is damaged');
  });

  test.each([
    ['text', 'not JSON'],
    [JSON.stringify({ ...scrypt, version: 1 }), 'not a keystore of version 3'],
    [JSON.stringify({ ...scrypt, crypto: { ...crypto, cipher: 'aes-256-gcm' } }), 'not a keystore of version 3'],
    [JSON.stringify({ ...scrypt, crypto: { ...crypto, kdfparams: { ...crypto.kdfparams, n: 2 ** 30 } } }), 'more memory or time'],
    [JSON.stringify({ ...scrypt, crypto: { ...crypto, kdfparams: { ...crypto.kdfparams, n: 1000 } } }), 'not a power of two'],
    [JSON.stringify({ ...pbkdf2, crypto: { ...pbkdf2.crypto, kdfparams: { ...pbkdf2.crypto.kdfparams, c: 1e9 } } }), 'more than'],
  ])('refuses what it cannot use: %#', (text, why) => {
    expect(() => readKeystore(text, PASSWORD)).toThrow(why);
  });
});
