import { channel } from '../../../actors/channel/actor.ts';
import { createChannelActors } from '../../../actors/channel/channels-client.ts';
import { createChannelActor } from '../../../actors/channel/effects.ts';
import { ConfigError } from '../../config/config-error.ts';
import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import type { Platform } from '../../module/platform.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import { createOutbound } from '../../platform/net/outbound.ts';
import type { SignedInWallets } from '../accounts/module.ts';
import type { GivenNotifications } from '../notifications/module.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import { CHANNELS, MOST_CHANNELS } from './channel.ts';
import { createChannelCodes } from './channel-codes.ts';
import { createChannelDocuments } from './channel-documents.ts';
import { CHANNEL_METRICS, countChannels } from './channel-metrics.ts';
import { channelNotes } from './channel-notes.ts';
import { createChannelOutlet } from './channel-outlet.ts';
import { createChannelRoutes } from './channel-routes.ts';
import { channelStrangers } from './channel-strangers.ts';
import { channelWords } from './channel-words.ts';
import { createChannels } from './create-channels.ts';
import { CHANNEL_COUNTS, createCounts, MOST_COUNTS } from './daily-counts.ts';
import { createDeliver, createSwitchOff } from './deliver.ts';
import { createDeliverySlots } from './delivery-slots.ts';
import { createOperatorChannelRoutes } from './operator-channel-routes.ts';
import { showQueueAge } from './queue-age.ts';
import { createSealing, noSealing, type Sealing } from './sealing.ts';
import { createSenders } from './send.ts';
import { channelsSettings } from './settings.ts';
import { createReadTarget } from './targets.ts';

/** Maximum number of concurrent deliveries of a node to channels. */
const DELIVERIES = 24;
/** Maximum number of concurrent deliveries of a node to all webhooks together. */
const DELIVERIES_TO_WEBHOOKS = 16;
/** Maximum number of concurrent deliveries of a node to a single webhook host or to the mail server. */
const DELIVERIES_TO_ONE = 4;

/** The module for channels that deliver notifications outside the service: webhooks, e-mail, Telegram, Discord and Slack. */
export const channels = defineModule({
  name: 'channels',
  needs: { accounts: true, notifications: true, systemSettings: true },
  actors: [channel],
  collections: [CHANNELS, CHANNEL_COUNTS],
  tag: {
    name: 'Channels',
    place: 75,
    words: [channelWords],
    notes: channelNotes,
    description: 'Notifications of the signed-in wallet are sent to its channels, such as e-mail, Telegram or a webhook.',
  },
  settings: channelsSettings,
  metrics: familiesOf(CHANNEL_METRICS),
  start(
    platform,
    needs: {
      readonly accounts: SignedInWallets;
      readonly notifications: GivenNotifications;
      readonly systemSettings: SystemSettings;
    },
    settings,
  ) {
    const { config, records, clock, ids, log, metrics, operators } = platform;
    const { notifications, systemSettings } = needs;
    const { smtpUrl, mailFrom, telegramToken, telegramUrl, discordUrl, slackUrl, allowedHosts } = settings;
    const { endpoints } = platform.harness;
    const outbound = createOutbound({ allowedHosts, ...(endpoints === undefined ? {} : { withinMs: endpoints.requestTimeoutMs }) });
    const mailer = smtpUrl === undefined || mailFrom === undefined ? null : createMailer({ url: smtpUrl, from: mailFrom });
    const senders = createSenders({
      ...{ outbound, mailer, brand: config.brand, discordUrl, slackUrl },
      telegram: { botToken: telegramToken, url: telegramUrl },
    });
    const sealing = openSealing(platform, settings.secrets);
    const documents = createChannelDocuments({ records });
    const counting = countChannels(metrics);
    const actors = createChannelActors({ actors: platform.actors });
    const gives = createChannels({
      ...{ documents, sealing, senders, clock, ids, codes: createChannelCodes({ documents, sealing, clock, ids }) },
      counts: createCounts({ records, clock }),
      readTarget: createReadTarget({ checkUrl: outbound.check, discordUrl, slackUrl }),
      most: () => systemSettings.value('max_channels_per_wallet'),
      mostMailsPerDay: () => systemSettings.value('max_code_mails_per_day'),
    });
    const slots = createDeliverySlots({ most: DELIVERIES, ofWebhooks: DELIVERIES_TO_WEBHOOKS, ofReceiver: DELIVERIES_TO_ONE });
    notifications.alsoTell(createChannelOutlet({ documents, actors }));
    showQueueAge({ metrics, clock, log, actors, oldestUntoldMs: notifications.oldestUntoldMs });
    return {
      gives,
      actors: [
        createChannelActor({
          deliver: createDeliver({
            ...{ documents, notifications, sealing, senders, slots, counting },
            quietHoursOf: needs.accounts.quietHoursOf,
          }),
          switchOff: createSwitchOff({ documents, notifications, counting }),
        }),
      ],
      routes: [
        createChannelRoutes({ channels: gives, actors, senders, auth: needs.accounts.auth }),
        createOperatorChannelRoutes({ channels: gives, auth: operators, log }),
      ],
      strangers: {
        actors: [channelStrangers({ documents })],
        rows: [rowsOf(records, CHANNELS, MOST_CHANNELS), rowsOf(records, CHANNEL_COUNTS, MOST_COUNTS)],
      },
      stop: async () => mailer?.close(),
    };
  },
});

/**
 * Creates the encryption of the addresses to which channels send. All nodes of a cluster need the same secret. If no secret is configured,
 * wallets cannot add channels; all other functions of the service work.
 */
function openSealing(platform: Pick<Platform, 'ownSecret' | 'log'>, [first, ...others]: readonly string[]): Sealing {
  if (first !== undefined) return createSealing([first, ...others]);
  try {
    return createSealing([platform.ownSecret('channel-secret', 'CHANNEL_SECRET')]);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    platform.log.info('CHANNEL_SECRET is not set on this node. In a cluster it must be set, so wallets cannot add channels');
    return noSealing;
  }
}
