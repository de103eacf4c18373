import { choice, hosts, integer, maybeHttpUrl } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const assistantSettings = defineSettings({
  of: 'assistant',
  title: 'Assistant',
  settings: {
    auth: choice('ASSISTANT_AUTH', {
      ...{ default: 'off', accepted: ['off', 'wallet'] },
      doc:
        'Who may use the chat of a wallet. off: every client that names the wallet, as in the API specification. wallet: only clients that send an access ' +
        'token of that wallet; set this on every service that others can reach.',
    }),
    retentionDays: integer('CHAT_RETENTION_DAYS', {
      ...{ default: 90, min: 1, max: 3_650 },
      doc: 'The number of days for which chat messages are kept, and conversations after their last message.',
    }),
    ipfsGateway: maybeHttpUrl('IPFS_GATEWAY_URL', {
      example: 'https://ipfs.example.org',
      doc: 'The IPFS gateway over which metadata of NFTs is read, without /ipfs. Not set: the assistant says that such metadata is not read.',
    }),
    nftHosts: hosts('NFT_ALLOWED_HOSTS', {
      example: 'metadata.internal:8080',
      doc:
        'Hosts of metadata of NFTs that may be private and plain HTTP, as name or name:port, separated by commas: your own servers. Metadata is ' +
        'otherwise read from https hosts on the public internet alone. Everybody who may use the chat can send GET requests to these hosts.',
    }),
    tokenDelayMs: integer('STREAM_TOKEN_DELAY_MS', {
      ...{ default: 0, min: 0, max: 1_000 },
      doc: 'The delay in milliseconds between two text chunks of a streamed answer.',
    }),
  },
});
