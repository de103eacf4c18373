import { choice, integer } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

export const assistantSettings = defineSettings({
  of: 'assistant',
  title: 'Assistant',
  settings: {
    auth: choice('ASSISTANT_AUTH', {
      ...{ default: 'off', accepted: ['off', 'wallet'] },
      doc:
        'Who may use the chat of a wallet. off: whoever names the wallet, as in the interface document. wallet: only who sends an access ' +
        'token of that wallet; use it for every service that others can reach.',
    }),
    retentionDays: integer('CHAT_RETENTION_DAYS', {
      ...{ default: 90, min: 1, max: 3_650 },
      doc: 'For how many days messages of the chat are kept, and conversations after their last message.',
    }),
    tokenDelayMs: integer('STREAM_TOKEN_DELAY_MS', {
      ...{ default: 0, min: 0, max: 1_000 },
      doc: 'Milliseconds between two pieces of text of a streamed answer.',
    }),
  },
});
