// Made by `npm run command-list` from the commands in all-commands.ts. The help is printed from this list, without importing them.

/** What the help shows of a command. */
export type ListedCommand = { readonly name: string; readonly parameters: string; readonly summary: string };

export const commandList: readonly ListedCommand[] = [
  {
    "name": "config",
    "parameters": "[--json]",
    "summary": "show the settings as the service reads them, without secrets"
  },
  {
    "name": "doctor",
    "parameters": "[--url URL [--token T]] [--json]",
    "summary": "check settings, store, Redis, chains, contracts, balances and clocks, here or on a running node (--url), and say what to fix"
  },
  {
    "name": "devnet open",
    "parameters": "FROM TO AMOUNT ORDERS SECONDS",
    "summary": "open a DCA position in the vault on the local chain, with the first demo wallet"
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
    "parameters": "POLICY.json PRICES.csv|.json [--budget AMOUNT] [--fee-bps N] [--slippage-bps N] [--vault-fee-bps N] [--gas-usd USD] [--sweep NAME=FROM:TO:STEP] [--report FILE] [--out FILE] [--svg FILE] [--json]",
    "summary": "simulate an Autopilot policy over a price history, with the same state machine as live agents"
  },
  {
    "name": "prices download",
    "parameters": "FILE.csv --tokens SYMBOL,... --chain ID --from TIME --to TIME [--interval 5m]",
    "summary": "download past prices from DefiLlama to a file for backtests; continues after the last row of an existing file"
  },
  {
    "name": "contracts plan",
    "parameters": "--chain ID [OPTIONS]",
    "summary": "show the transactions that are needed to deploy the service's contracts on a chain, with their costs; sends nothing"
  },
  {
    "name": "contracts deploy",
    "parameters": "--chain ID [--yes | --unsigned FILE | --safe FILE] [OPTIONS]",
    "summary": "deploy the service's contracts on a chain, or continue an interrupted deployment; without --yes, only shows the transactions"
  },
  {
    "name": "contracts status",
    "parameters": "--chain ID [--from-block N] [--json]",
    "summary": "show the service's contracts on a chain: versions, admins, executors, fees, delays, allowed routers, and announced changes"
  },
  {
    "name": "contracts routers",
    "parameters": "--chain ID [--announce | --apply | --remove ADDRESSES] [--yes | --unsigned FILE | --safe FILE] [OPTIONS]",
    "summary": "compare the routers that the vaults allow with those in the service's registry, and announce, allow or remove routers"
  },
  {
    "name": "contracts admin",
    "parameters": "ACT [VALUE] --chain ID [--yes | --unsigned FILE | --safe FILE] [OPTIONS]",
    "summary": "change the contracts' admin, roles, fee or delay: propose-admin, accept-admin, withdraw-admin, add-executor, remove-executor, add-signer, remove-signer, set-treasury, set-fee, set-delay, cancel. A change with a delay is only announced at first; run the same command again after the delay to make it"
  },
  {
    "name": "contracts verify",
    "parameters": "--chain ID [--out FOLDER] [--etherscan] [--sourcify] [--admin ADDRESS] [--json]",
    "summary": "compare a chain's contracts with the sources of this version, and submit the sources to Etherscan or Sourcify"
  },
  {
    "name": "rehearse",
    "parameters": "--chain ID [OPTIONS]",
    "summary": "fork a chain, and execute a DCA order and a trade through every quote provider on the fork; sends nothing to the chain itself"
  },
  {
    "name": "profit",
    "parameters": "WALLET [--chain ID] [--record ID] [--csv] [--url URL] [--json]",
    "summary": "show the profit and loss of a wallet's positions and agents on a running node; --csv lists every fill"
  },
  {
    "name": "wallet open",
    "parameters": "FROM TO AMOUNT ORDERS SECONDS --chain ID [--key-file FILE | --keystore FILE | --key-url URL] [--yes] [OPTIONS]",
    "summary": "open a DCA position in the vault of a chain with your own wallet; without --yes, only shows the transactions"
  },
  {
    "name": "wallet agent",
    "parameters": "POLICY.json DEPOSIT --chain ID [--key-file FILE | --keystore FILE | --key-url URL] [--yes] [OPTIONS]",
    "summary": "create an Autopilot agent on a chain with your own wallet: preview, sign, deposit, confirm; without --yes, only shows the policy"
  },
  {
    "name": "wallet close",
    "parameters": "KIND NUMBER --chain ID [--key-file FILE | --keystore FILE | --key-url URL] [--yes] [OPTIONS]",
    "summary": "withdraw everything from a DCA position or an Autopilot agent of your wallet (KIND: position or agent); without --yes, only shows the transactions"
  },
  {
    "name": "migrate",
    "parameters": "--from URL --to URL [--json]",
    "summary": "copy a store (sqlite:PATH, mongodb://...) to another one and compare the two; stop all nodes first"
  },
  {
    "name": "actors list",
    "parameters": "[--type T] [--status S,S] [--wallet W] [--chain N] [--provider P] [--provider-order P] [--health H] [--overdue] [--held] [--prefix P] [--newest] [--limit N] [--cursor C]",
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
    "summary": "explain what an actor waits for and why it has not acted; reads from the node that --url names, or else the settings"
  },
  {
    "name": "actors history",
    "parameters": "ID [--before REVISION] [--limit N] [--json]",
    "summary": "show what happened to an actor, newest first"
  },
  {
    "name": "actors diff",
    "parameters": "ID REVISION [REVISION] [--json]",
    "summary": "show what changed between two revisions of an actor, or from one revision to the newest"
  },
  {
    "name": "actors restore",
    "parameters": "ID --revision N | --before TIME; [--dry-run] [--yes] [--json]",
    "summary": "restore an actor to an earlier revision or time, as a new revision; shows the changes and asks for confirmation"
  },
  {
    "name": "actors send",
    "parameters": "ID EVENT [--yes] [--json]",
    "summary": "send an actor an event (a name or JSON) that it accepts from operators; asks for confirmation"
  },
  {
    "name": "actors tick",
    "parameters": "ID [--yes] [--json]",
    "summary": "wake an actor now (a tick), even if it is not due; asks for confirmation. It runs on the node that --url names, or else the settings"
  },
  {
    "name": "actors release",
    "parameters": "ID [ID ...] [--yes] [--json]",
    "summary": "end the quarantine of actors; shows the reasons and asks for confirmation. For all of them: actors bulk release --health quarantined"
  },
  {
    "name": "actors retry",
    "parameters": "ID [--key KEY] [--yes] [--json]",
    "summary": "retry the waiting effects of an actor now: all of them, or only one (--key); asks for confirmation"
  },
  {
    "name": "actors bulk",
    "parameters": "tick | release | retry | send --event EVENT | restore --before TIME; [--type T] [--status S,S] [--wallet W] [--chain N] [--provider P] [--provider-order P] [--health H] [--overdue] [--held] [--prefix P] | --all; [--limit N] [--reason TEXT] [--dry-run] [--yes] [--json]",
    "summary": "apply one action to all actors that match a filter; shows a preview and asks for confirmation"
  },
  {
    "name": "types list",
    "parameters": "[--json]",
    "summary": "list the actor types; for a paused type also who paused it, and the reason"
  },
  {
    "name": "types figures",
    "parameters": "[--url URL [--token T]] [--json]",
    "summary": "show how often and how fast the actors of each type worked on a running node in the last minutes, and how often they failed"
  },
  {
    "name": "types pause",
    "parameters": "TYPE --reason TEXT [--yes] [--json]",
    "summary": "pause all actors of a type on all nodes: they are not woken and start no effects; asks for confirmation"
  },
  {
    "name": "types resume",
    "parameters": "TYPE [--yes] [--json]",
    "summary": "resume all actors of a paused type; asks for confirmation"
  },
  {
    "name": "deferred list",
    "parameters": "[--json]",
    "summary": "list vault events that could not be processed, with the reason and the next retry, oldest first"
  },
  {
    "name": "deferred retry",
    "parameters": "ID [--yes] [--json]",
    "summary": "retry a vault event that could not be processed, within about a minute; asks for confirmation"
  },
  {
    "name": "deferred drop",
    "parameters": "ID --reason TEXT [--yes] [--json]",
    "summary": "delete a vault event that could not be processed, so that it is never processed; asks for confirmation"
  },
  {
    "name": "node drain",
    "parameters": "--url URL [--reason TEXT] [--yes] [--json]",
    "summary": "take a running node out of service and wait until its work has ended; the process itself must be ended by its supervisor"
  },
  {
    "name": "inspector link",
    "parameters": "[--url URL] [--token T] [--json]",
    "summary": "print a one-time link that signs a browser in to a node's inspector, valid for ten minutes"
  },
  {
    "name": "notify test",
    "parameters": "--wallet ADDRESS [--channel ID] [--json]",
    "summary": "send a test message to the notification channels of a wallet"
  },
  {
    "name": "ramps list",
    "parameters": "[--provider NAME] [--status STATUS] [--wallet ADDRESS] [--limit NUMBER] [--json]",
    "summary": "list orders at ramp providers, newest first"
  },
  {
    "name": "ramps show",
    "parameters": "REFERENCE [--json]",
    "summary": "show an order at a ramp provider"
  },
  {
    "name": "ramps refresh",
    "parameters": "REFERENCE [--json]",
    "summary": "request the status of an order from its provider now, and show the order afterwards"
  },
  {
    "name": "ramps check",
    "parameters": "[--provider NAME] [--json]",
    "summary": "check the keys and signatures of the ramp providers with a request that changes nothing"
  },
  {
    "name": "ramps providers",
    "parameters": "[--json]",
    "summary": "list the ramp providers (which exchange money and crypto) with their state and their catalogues"
  },
  {
    "name": "ramps accept",
    "parameters": "PROVIDER [--json]",
    "summary": "use the newest catalogue of a ramp provider, although it looked incomplete when it was fetched"
  },
  {
    "name": "chat",
    "parameters": "[MESSAGE] [--wallet ADDRESS] [--chat ID] [--chain ID] [--currency CODE] [--stream] [--json]",
    "summary": "send a message to the assistant of a running node, or talk with it"
  },
  {
    "name": "snapshots export",
    "parameters": "[--type T] [--out FILE] [--json]",
    "summary": "write the newest record of each actor as a line of JSON, to a new file or standard output"
  },
  {
    "name": "snapshots import",
    "parameters": "FILE [--replace] [--yes] [--json]",
    "summary": "import records that \"snapshots export\" has written, from FILE (\"-\": standard input); without --yes only shows a preview"
  },
  {
    "name": "tokens order",
    "parameters": "[--chain ID] [--apply] [--json]",
    "summary": "compute the rank of tokens from the priority rules and the curated list; shows the changes, and makes them with --apply"
  },
  {
    "name": "today",
    "parameters": "[--url URL [--token T]] [--json]",
    "summary": "show the number of orders, fills (executed orders) and failures, the volume and the gas costs of the current UTC day, from a running node"
  },
  {
    "name": "treasury",
    "parameters": "[--url URL [--token T]] [--json]",
    "summary": "show the balances of a running node's executors, what their gas has cost, how long their gas lasts, and what the vaults earned"
  },
  {
    "name": "admin settings",
    "parameters": "[KEY] [--category NAME] [--url URL [--token T]] [--json]",
    "summary": "list the system settings of a running node, with their defaults; with KEY, also show its accepted values and who changed it"
  },
  {
    "name": "admin set",
    "parameters": "KEY VALUE [--category NAME] [--yes] [--json]",
    "summary": "set a system setting on all nodes; asks for confirmation. VALUE is read as JSON (5, true) if it is JSON, and as text otherwise"
  },
  {
    "name": "admin reset",
    "parameters": "KEY [--yes] [--json]",
    "summary": "remove the stored value of a system setting, so that its default applies again; asks for confirmation"
  },
  {
    "name": "admin rules",
    "parameters": "[--url URL [--token T]] [--json]",
    "summary": "show the reward rules: points for launches and trades, and the points that rockets (staked NFTs) of each level earn"
  },
  {
    "name": "admin set-rules",
    "parameters": "[--launch-points N] [--trade-points N] [--rocket-levels LEVELS] [OPTIONS]",
    "summary": "change reward rules on all nodes; asks for confirmation"
  },
  {
    "name": "admin networks",
    "parameters": "[CHAIN] [--url URL [--token T]] [--json]",
    "summary": "list the stored networks of a running node, hidden ones included; with CHAIN, show the whole record of that network"
  },
  {
    "name": "admin network",
    "parameters": "CHAIN [--show yes|no] [--launchpad yes|no] [--rpc-urls URLS] [OPTIONS]",
    "summary": "change a network: whether it is shown, its launchpad, its endpoints for wallets, or its contracts; asks for confirmation"
  },
  {
    "name": "admin tokens",
    "parameters": "CHAIN [--search TEXT] [--hidden] [--limit N] [--cursor C] [--json]",
    "summary": "list the tokens of a chain in the order in which users see them, hidden ones included"
  },
  {
    "name": "admin add-token",
    "parameters": "CHAIN ADDRESS [--symbol TEXT] [--name TEXT] [--logo URL] [--yes] [--json]",
    "summary": "add a token; its decimals, symbol and name are read from its contract; asks for confirmation"
  },
  {
    "name": "admin token",
    "parameters": "CHAIN ADDRESS [--hide | --unhide] [--order N] [--yes] [--json]",
    "summary": "hide a token from lists, show it again, or change its rank; asks for confirmation"
  },
  {
    "name": "admin training list",
    "parameters": "[--status S] [--rating R] [--intent I] [--limit N] [--cursor C] [--json]",
    "summary": "list the feedback on answers of the assistant that may become training data, newest first"
  },
  {
    "name": "admin training show",
    "parameters": "ID [--json]",
    "summary": "show one entry of this feedback with its texts"
  },
  {
    "name": "admin training approve",
    "parameters": "ID [ID...] [--replacement TEXT] [--note TEXT] [--yes] [--json]",
    "summary": "approve feedback entries as training data: as they were listed (ID@REVISION), or as they are now (ID); asks for confirmation"
  },
  {
    "name": "admin training reject",
    "parameters": "ID [ID...] [--note TEXT] [--yes] [--json]",
    "summary": "reject feedback entries, so that they are never exported; asks for confirmation"
  },
  {
    "name": "admin training export",
    "parameters": "[--out FILE] [--json]",
    "summary": "write the approved feedback as lines of JSON in the chat format, without addresses, to a new file or standard output"
  },
  {
    "name": "admin audit",
    "parameters": "[--limit N] [--cursor C] [--url URL [--token T]] [--json]",
    "summary": "list the changes that admins and operators have made, newest first: time, person, change and result"
  }
];
