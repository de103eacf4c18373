// bun test/crash/ramps/run.ts [--kills N] [--seed S] [--sqlite]
// Kills nodes with -9 at each step of a ramp order's life, and checks that each order has its provider's last status and that each change
// was told once: two nodes with one MongoDB, or with --sqlite one node. A failure prints the command that repeats it.
import { runCampaign } from '../support/run-campaign.ts';
import { runRampCampaign } from './campaign.ts';

await runCampaign('ramps', { usual: 'mongodb', usualKills: 100, run: ({ folder: _folder, ...place }) => runRampCampaign(place) });
