// bun test/crash/chat/run.ts [--kills N] [--seed S] [--mongodb]
// Kills nodes with -9 at each step of a turn of the chat, and checks that each acknowledged message has exactly one answer: one node with
// SQLite, or with --mongodb two nodes with one MongoDB. A failure prints the command that repeats it.
import { runCampaign } from '../support/run-campaign.ts';
import { runChatCampaign } from './campaign.ts';

await runCampaign('chat', { usual: 'sqlite', usualKills: 200, run: ({ folder: _folder, ...place }) => runChatCampaign(place) });
