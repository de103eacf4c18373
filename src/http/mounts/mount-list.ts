/** A group of routes as listed in the API specification ("Directory of other route groups"). */
export type Mount = {
  /**
   * Path below `/api`, spelled exactly as in the API specification; null when the specification names only the group of routes, without
   * their paths.
   */
  readonly path: string | null;
  /** Purpose of the mount, as far as the mount's name indicates the purpose. */
  readonly about: string;
  /** Section of the API specification that describes the routes of this mount; missing when no section does. */
  readonly elsewhere?: string;
  /** Number of paths at which the group of routes is mounted; default 1. */
  readonly times?: number;
};

/**
 * All mounts of the API specification. A mount is available when routes exist below its path. Below a mount without routes, every path is
 * answered with 501 for each method.
 */
export const MOUNTS: readonly Mount[] = [
  { path: 'common', about: 'Tokens, networks and ABIs.' },
  { path: 'app', about: 'This directory.' },
  { path: 'auth', about: 'Signing in with a wallet, and sessions.' },
  { path: 'user', about: 'Data of a signed-in wallet, which the wallet can read and change.' },
  { path: 'admin', about: 'Settings that admins change while the service runs.' },
  { path: 'defi', about: 'Quotes, trades, balances, orders, DCA, Autopilot and ramps.' },
  { path: 'transaction', about: "A wallet's trades." },
  { path: 'balance', about: "A wallet's balances." },
  { path: 'wallet', about: 'Data that this service has stored about a wallet.' },
  { path: 'graph', about: 'Graphs.' },
  { path: 'market-data', about: 'Current and recorded prices of tokens.' },
  { path: 'currency', about: 'Exchange rates of currencies.' },
  { path: 'bridge', about: 'Bridges.', elsewhere: 'POST /defi/bridge/qube, and the quotes of GET /defi/quotes' },
  { path: null, about: 'A group of routes for one chain.' },
  { path: 'liquidity', about: 'Liquidity.' },
  { path: 'payment', about: 'Payments.', elsewhere: '"Fiat on/off-ramp", below /defi' },
  { path: 'product', about: 'The products of a shop.' },
  { path: 'cart', about: 'The shopping cart of a shop.' },
  { path: 'marketplace', about: 'A marketplace.' },
  { path: 'nft', about: 'Non-fungible tokens.', times: 2 },
  { path: 'mint', about: 'Minting of tokens.' },
  { path: null, about: 'Pinning of files on IPFS.' },
  { path: 'staking', about: 'Staking.' },
  { path: 'rocket', about: 'Staked rockets.', elsewhere: '"Rewards (staked rockets)"' },
  { path: null, about: 'A game with staking.' },
  { path: 'reward', about: 'Rewards.' },
  { path: 'rewards', about: 'Rewards.' },
  { path: 'claim', about: 'Claims.' },
  { path: 'task', about: 'Tasks.' },
  { path: 'daily-updates', about: 'Daily updates.' },
  { path: 'entryPass', about: 'Entry passes.' },
  { path: 'game', about: 'Games.' },
  { path: 'prediction', about: 'Predictions.' },
  { path: 'poker', about: 'Poker.' },
  { path: 'dao', about: 'A DAO.' },
  { path: 'presale', about: 'Presales.' },
  { path: 'presale/admin', about: 'Administration of presales.' },
  { path: 'whitelist', about: 'Lists of the wallets that may take part in a sale.' },
  { path: 'clippers', about: 'Clippers.', times: 2 },
  { path: 'v1/clippers', about: 'Clippers.' },
  { path: 'smm', about: 'Social media.' },
  { path: 'blogs', about: 'Blogs.' },
  { path: 'threads', about: 'Discussion threads.' },
  { path: 'chats', about: 'Chats.', elsewhere: '"Assistant chat", below /v1/assistant' },
  { path: 'questions', about: 'Questions.' },
  { path: 'support', about: 'Support.' },
  {
    path: 'supportForDasboard',
    about: 'Support requests of the dashboard. The unusual spelling is part of the path in the specification.',
  },
  { path: 'submit', about: 'Submissions.' },
  { path: 'notifications', about: "A wallet's notifications, as below /v1." },
  { path: 'fcm', about: 'Push notifications.' },
  { path: 'ses', about: 'E-mail.' },
  { path: 'bulk-email', about: 'E-mail to many recipients.' },
  { path: 'webhooks', about: 'Webhooks.' },
  { path: 'video', about: 'Videos.' },
  { path: 'ext', about: 'Extensions.' },
  { path: null, about: 'A group of routes for another chain.' },
  { path: null, about: 'A campaign.' },
  { path: 'ca', about: 'Contract addresses.' },
  { path: 'migration', about: 'Migrations.' },
  { path: 'kanban', about: 'A board of tasks.' },
  { path: 'misc', about: 'Various.' },
  { path: 'debug-stats', about: 'Counters of the process, without authentication.' },
];
