// Made by `npm run command-list` from the commands in all-commands.ts. The help is printed from this list, without importing them.

/** What the help shows of a command. */
export type ListedCommand = { readonly name: string; readonly parameters: string; readonly summary: string };

export const commandList: readonly ListedCommand[] = [
  {
    "name": "config",
    "parameters": "[--json]",
    "summary": "show the parsed settings without secrets"
  },
  {
    "name": "doctor",
    "parameters": "[--url URL [--token T]] [--json]",
    "summary": "check settings, store, Redis, chains, contracts, balances and clocks, from here or on a node, and say what to fix"
  },
  {
    "name": "devnet open",
    "parameters": "FROM TO AMOUNT ORDERS SECONDS",
    "summary": "open a DCA position in the vault on the local chain, as the first demo wallet"
  },
  {
    "name": "devnet agent",
    "parameters": "POLICY.json DEPOSIT [--url URL]",
    "summary": "create an Autopilot agent on the local chain, as the first demo wallet: preview, sign, create, deposit, confirm"
  },
  {
    "name": "devnet price",
    "parameters": "SYMBOL USD",
    "summary": "move a token's price on the local chain by real swaps"
  },
  {
    "name": "backtest",
    "parameters": "POLICY.json PRICES.csv|.json [--budget AMOUNT] [--fee-bps N] [--slippage-bps N] [--vault-fee-bps N] [--out FILE] [--svg FILE] [--json]",
    "summary": "simulate an Autopilot policy over a price history, with the same state machine as live agents"
  },
  {
    "name": "contracts plan",
    "parameters": "--chain ID [OPTIONS]",
    "summary": "show each transaction that deploying the service's contracts on a chain needs, and what it costs; sends nothing"
  },
  {
    "name": "contracts deploy",
    "parameters": "--chain ID [--yes | --unsigned FILE | --safe FILE] [OPTIONS]",
    "summary": "deploy the service's contracts on a chain; only shows what it would do until --yes, and continues where it was interrupted"
  },
  {
    "name": "contracts status",
    "parameters": "--chain ID [--from-block N] [--json]",
    "summary": "show what a chain has: versions, admins, executors, fees, delays, allowed routers, and announced changes"
  },
  {
    "name": "contracts routers",
    "parameters": "--chain ID [--announce | --apply | --remove ADDRESSES] [--yes | --unsigned FILE | --safe FILE] [OPTIONS]",
    "summary": "compare the vaults' allowed routers with the registry's contracts, and announce, allow or remove routers"
  },
  {
    "name": "contracts admin",
    "parameters": "ACT [VALUE] --chain ID [--yes | --unsigned FILE | --safe FILE] [OPTIONS]",
    "summary": "change the contracts' admin, roles, fee or delay: propose-admin, accept-admin, withdraw-admin, add-executor, remove-executor, add-signer, remove-signer, set-treasury, set-fee, set-delay, cancel; a change with a delay is announced first, and made by the same command later"
  },
  {
    "name": "contracts verify",
    "parameters": "--chain ID [--out FOLDER] [--etherscan] [--sourcify] [--admin ADDRESS] [--json]",
    "summary": "compare a chain's contracts with the sources here, and show the sources to Etherscan or Sourcify"
  },
  {
    "name": "rehearse",
    "parameters": "--chain ID [OPTIONS]",
    "summary": "fork a chain and run an order and a trade through every provider on the fork; sends nothing to the chain"
  },
  {
    "name": "wallet open",
    "parameters": "FROM TO AMOUNT ORDERS SECONDS --chain ID [--key-file FILE | --keystore FILE | --key-url URL] [--yes] [OPTIONS]",
    "summary": "open a DCA position in the vault of a chain, as a wallet of yours; only shows what it would do until --yes"
  },
  {
    "name": "wallet agent",
    "parameters": "POLICY.json DEPOSIT --chain ID [--key-file FILE | --keystore FILE | --key-url URL] [--yes] [OPTIONS]",
    "summary": "create an Autopilot agent on a chain, as a wallet of yours: preview, sign, deposit, confirm; only shows the policy until --yes"
  },
  {
    "name": "wallet close",
    "parameters": "KIND NUMBER --chain ID [--key-file FILE | --keystore FILE | --key-url URL] [--yes] [OPTIONS]",
    "summary": "take everything out of a position or an agent of your wallet (KIND: position, agent); only shows what it would do until --yes"
  },
  {
    "name": "migrate",
    "parameters": "--from URL --to URL [--json]",
    "summary": "copy a store into another one (sqlite:PATH, mongodb://...) and compare the two; stop all nodes first"
  },
  {
    "name": "actors list",
    "parameters": "[--type T] [--status S,S] [--wallet W] [--chain N] [--health H] [--overdue] [--held] [--prefix P] [--newest] [--limit N] [--cursor C]",
    "summary": "list actors, oldest first"
  },
  {
    "name": "actors show",
    "parameters": "ID [--json]",
    "summary": "show the complete stored record of an actor"
  },
  {
    "name": "actors why",
    "parameters": "ID [--json]",
    "summary": "explain what an actor waits for and why it did not act, using the node of the settings or of --url"
  },
  {
    "name": "actors history",
    "parameters": "ID [--before REVISION] [--limit N] [--json]",
    "summary": "show what happened to an actor, newest first"
  },
  {
    "name": "actors diff",
    "parameters": "ID REVISION [REVISION] [--json]",
    "summary": "show what changed between two revisions of an actor, or since one"
  },
  {
    "name": "actors restore",
    "parameters": "ID --revision N | --before TIME; [--dry-run] [--yes] [--json]",
    "summary": "restore an actor to an earlier revision or time, as a new revision; shows the changes and asks first"
  },
  {
    "name": "actors send",
    "parameters": "ID EVENT [--yes] [--json]",
    "summary": "send an actor an event (a name or JSON) that it accepts from operators; asks first"
  },
  {
    "name": "actors tick",
    "parameters": "ID [--yes] [--json]",
    "summary": "tick an actor now, due or not, on the node of the settings or of --url; asks first"
  },
  {
    "name": "actors release",
    "parameters": "ID [ID ...] [--yes] [--json]",
    "summary": "end the quarantine of actors; shows the reasons and asks first. For all of them: actors bulk release --health quarantined"
  },
  {
    "name": "actors retry",
    "parameters": "ID [--key KEY] [--yes] [--json]",
    "summary": "retry the waiting effects of an actor now, or the effect with a key; asks first"
  },
  {
    "name": "actors bulk",
    "parameters": "tick | release | retry | send --event EVENT | restore --before TIME; [--type T] [--status S,S] [--wallet W] [--chain N] [--health H] [--overdue] [--held] [--prefix P] | --all; [--limit N] [--reason TEXT] [--dry-run] [--yes] [--json]",
    "summary": "apply one action to all actors of a filter; shows a preview and asks first"
  },
  {
    "name": "types list",
    "parameters": "[--json]",
    "summary": "list the actor types, with the operator and reason of each pause"
  },
  {
    "name": "types pause",
    "parameters": "TYPE --reason TEXT [--yes] [--json]",
    "summary": "pause all actors of a type on all nodes: they get no ticks and start no effects; asks first"
  },
  {
    "name": "types resume",
    "parameters": "TYPE [--yes] [--json]",
    "summary": "resume all actors of a paused type; asks first"
  },
  {
    "name": "deferred list",
    "parameters": "[--json]",
    "summary": "list vault events that could not be processed, with the reason and the next retry, oldest first"
  },
  {
    "name": "deferred retry",
    "parameters": "ID [--yes] [--json]",
    "summary": "retry a deferred event at the next tick; asks first"
  },
  {
    "name": "deferred drop",
    "parameters": "ID --reason TEXT [--yes] [--json]",
    "summary": "delete a deferred event, which is then never processed; asks first"
  },
  {
    "name": "node drain",
    "parameters": "--url URL [--reason TEXT] [--yes] [--json]",
    "summary": "take a running node out of service and wait until its work has ended; its supervisor must end the process"
  },
  {
    "name": "inspector link",
    "parameters": "[--url URL] [--token T] [--json]",
    "summary": "print a one-time link that signs a browser in to a node's inspector, valid for ten minutes"
  },
  {
    "name": "notify test",
    "parameters": "--wallet ADDRESS [--channel ID] [--json]",
    "summary": "send a test message to a wallet's channels of notifications"
  },
  {
    "name": "chat",
    "parameters": "[MESSAGE] [--wallet ADDRESS] [--chat ID] [--chain ID] [--currency CODE] [--stream] [--json]",
    "summary": "send a message to the assistant of a running node, or talk with it"
  },
  {
    "name": "snapshots export",
    "parameters": "[--type T] [--out FILE] [--json]",
    "summary": "write every actor's newest record as a line of JSON, to a new file or standard output"
  },
  {
    "name": "snapshots import",
    "parameters": "FILE [--replace] [--yes] [--json]",
    "summary": "import exported records (FILE - is standard input); without --yes only shows a preview"
  },
  {
    "name": "tokens order",
    "parameters": "[--chain ID] [--apply] [--json]",
    "summary": "rank tokens by the priority rules and the curated list; shows the changes, and makes them with --apply"
  },
  {
    "name": "treasury",
    "parameters": "[--url URL [--token T]] [--json]",
    "summary": "show what the executors of a running node hold, what their gas has cost, how long it lasts, and what the vaults earned"
  },
  {
    "name": "admin settings",
    "parameters": "[KEY] [--category NAME] [--url URL [--token T]] [--json]",
    "summary": "list the system settings of a running node, with their defaults; of one also its rule, and who changed it"
  },
  {
    "name": "admin set",
    "parameters": "KEY VALUE [--category NAME] [--yes] [--json]",
    "summary": "set a system setting on all nodes; VALUE is JSON (5, true), or else text; asks first"
  },
  {
    "name": "admin reset",
    "parameters": "KEY [--yes] [--json]",
    "summary": "remove the stored value of a system setting, so that its default holds again; asks first"
  },
  {
    "name": "admin rules",
    "parameters": "[--url URL [--token T]] [--json]",
    "summary": "show the reward rules: points for launches and trades, and what rockets give by level"
  },
  {
    "name": "admin set-rules",
    "parameters": "[--launch-points N] [--trade-points N] [--rocket-levels LEVELS] [OPTIONS]",
    "summary": "change reward rules on all nodes; asks first"
  },
  {
    "name": "admin networks",
    "parameters": "[CHAIN] [--url URL [--token T]] [--json]",
    "summary": "list the networks of a running node as stored, shown or not; of one the whole record"
  },
  {
    "name": "admin network",
    "parameters": "CHAIN [--show yes|no] [--launchpad yes|no] [--rpc-urls URLS] [OPTIONS]",
    "summary": "change whether a network is shown, its launchpad, its endpoints for wallets, or its contracts; asks first"
  },
  {
    "name": "admin tokens",
    "parameters": "CHAIN [--search TEXT] [--hidden] [--limit N] [--cursor C] [--json]",
    "summary": "list the tokens of a chain in the order of lists, hidden ones included"
  },
  {
    "name": "admin add-token",
    "parameters": "CHAIN ADDRESS [--symbol TEXT] [--name TEXT] [--logo URL] [--yes] [--json]",
    "summary": "add a token with the decimals, symbol and name that its contract gives; asks first"
  },
  {
    "name": "admin token",
    "parameters": "CHAIN ADDRESS [--hide | --unhide] [--order N] [--yes] [--json]",
    "summary": "leave a token out of lists, show it again, or rank it; asks first"
  },
  {
    "name": "admin audit",
    "parameters": "[--limit N] [--cursor C] [--url URL [--token T]] [--json]",
    "summary": "list what admins and operators changed, newest first: when, who, what, and what came of it"
  }
];
