/** `npm run client:pack [-- FOLDER]`: builds the client as a package for `npm install <tarball>`. */
import { resolve } from 'node:path';
import { packClient } from './pack-client.ts';

const [folder = 'tmp/client'] = process.argv.slice(2);
const { tarball, bytes, unpackedBytes, files } = packClient(resolve(folder));
const kb = (size: number) => `${Math.ceil(size / 1024)} KB`;
console.log(`packed ${tarball}: ${kb(bytes)}, ${files} files, ${kb(unpackedBytes)} unpacked`);
