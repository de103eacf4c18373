import { choice, exampleOf, hosts, integer, maybeHttpUrl, secret } from '../../config/kinds.ts';
import { defineSettings, setting } from '../../config/setting.ts';
import { type Address, isAddress } from '../../values/address.ts';

export const assistantSettings = defineSettings({
  of: 'assistant',
  title: 'Assistant',
  settings: {
    auth: choice('ASSISTANT_AUTH', {
      ...{ default: 'off', accepted: ['off', 'wallet'] },
      doc:
        'Who may use the chat of a wallet. off: every client that names the wallet, as in the API specification. wallet: only ' +
        'clients that send an access token of the wallet. Set "wallet" on every service that other people can reach.',
    }),
    retentionDays: integer('CHAT_RETENTION_DAYS', {
      ...{ default: 90, min: 1, max: 3_650 },
      doc: 'The number of days for which chat messages are kept, and conversations after their last message.',
    }),
    ipfsGateway: maybeHttpUrl('IPFS_GATEWAY_URL', {
      example: 'https://ipfs.example.org',
      doc: 'The URL of the IPFS gateway through which metadata of NFTs is read, without /ipfs. If it is not set, metadata on IPFS is not read, and the assistant says so.',
    }),
    nftHosts: hosts('NFT_ALLOWED_HOSTS', {
      example: 'metadata.internal:8080',
      doc:
        'Hosts of your own servers for NFT metadata that may be in a private network or use plain HTTP, as name or name:port, separated by commas. Other metadata is ' +
        'read only from https hosts on the public internet. Everybody who may use the chat can send GET requests to these hosts.',
    }),
    tokenDelayMs: integer('STREAM_TOKEN_DELAY_MS', {
      ...{ default: 0, min: 0, max: 1_000 },
      doc: 'The delay between two text chunks of a streamed answer, in milliseconds.',
    }),
    houseToken: setting<{ readonly chainId: number; readonly address: Address } | undefined>({
      lines: [
        exampleOf(
          'HOUSE_TOKEN',
          '8453/0x5FC8d32690cc91D4c39d9d3abcBD16989F875707',
          'The token that this service calls its own (house token), as chainId/address. The chat message "buy the house token" requests offers for it. If it is not set, there is no such token.',
        ),
      ],
      read(reader) {
        const text = reader.text('HOUSE_TOKEN');
        if (text === undefined) return undefined;
        const [, chain, address = ''] = /^([1-9]\d{0,14})\/(0x[0-9a-fA-F]{40})$/.exec(text) ?? [];
        const lowered = address.toLowerCase();
        if (chain !== undefined && isAddress(lowered)) return { chainId: Number(chain), address: lowered };
        reader.problem('HOUSE_TOKEN', 'is not a chain and an address', 'chainId/address, such as 8453/0x and 40 hex digits');
        return undefined;
      },
      say: (token) => (token === undefined ? 'not set' : `${token.chainId}/${token.address}`),
    }),
    approvalsPerMinute: integer('APPROVAL_WATCH_PER_MINUTE', {
      ...{ default: 4, min: 0, max: 600 },
      doc:
        'The number of wallets (each on one chain) whose approvals a node reads again in a minute, to notify them of new risks. These are wallets for which ' +
        'a client requested the approvals in the last 30 days, each at most once an hour. A read takes at most 12 requests for logs. If it is 0, no approvals are read again.',
    }),
    // The base URL of the language model's API. Without it, no language model is used.
    modelUrl: maybeHttpUrl('ASSISTANT_MODEL_URL', {
      example: 'http://localhost:11434/v1',
      doc:
        "The base URL of a language model with the OpenAI API of chat completions, to which /chat/completions is added. Users' messages are sent there. " +
        'If it is not set, the assistant understands messages only with its own grammar.',
    }),
    model: setting<string | undefined>({
      lines: [exampleOf('ASSISTANT_MODEL', 'llama3.1', 'The name of the model at ASSISTANT_MODEL_URL. Required when the URL is set.')],
      read: (reader) => reader.text('ASSISTANT_MODEL'),
      say: (name) => name ?? 'not set',
    }),
    modelKey: secret('ASSISTANT_MODEL_KEY', {
      doc: 'The API key of the model, which is sent as a bearer token. If it is not set, requests have no key.',
    }),
    modelTimeoutMs: integer('ASSISTANT_MODEL_TIMEOUT_MS', {
      ...{ default: 8_000, min: 500, max: 20_000 },
      doc: 'The time in milliseconds that the model may take for one message, including a second attempt. After this time, the assistant uses its own grammar.',
    }),
    modelTurnsPerWallet: integer('ASSISTANT_MODEL_TURNS_PER_WALLET', {
      ...{ default: 50, min: 1, max: 100_000 },
      doc: 'The maximum number of messages of one wallet that the model reads in a UTC day. For later messages, the assistant uses its own grammar. All clients without a wallet count as one wallet.',
    }),
    modelTurnsPerDay: integer('ASSISTANT_MODEL_TURNS_PER_DAY', {
      ...{ default: 2_000, min: 1, max: 10_000_000 },
      doc: 'The maximum number of messages of all wallets that the model reads in a UTC day. This limits the cost, because a client can name a different wallet for each message.',
    }),
  },
  check({ modelUrl, model }, reader) {
    if (modelUrl !== undefined && model === undefined)
      reader.problem('ASSISTANT_MODEL', 'is not set although ASSISTANT_MODEL_URL is', 'the name of a model at that URL');
  },
});
