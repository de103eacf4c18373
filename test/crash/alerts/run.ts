// bun test/crash/alerts/run.ts [--kills N] [--seed S] [--mongodb]
// Kills nodes with -9 at each step of a price alert, and checks that each alert fires once and is notified once: one node with
// SQLite, or with --mongodb two nodes with one MongoDB. A failure prints the command that repeats it.
import { runCampaign } from '../support/run-campaign.ts';
import { runAlertCampaign } from './campaign.ts';

await runCampaign('alerts', {
  usual: 'sqlite',
  usualKills: 100,
  run: ({ folder, ...place }) => runAlertCampaign({ ...place, priceFile: folder.file('price') }),
});
