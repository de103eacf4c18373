// Made by `npm run client` from the service's own OpenAPI document: do not edit. Paths are relative to the base address, which ends in /api.

export interface paths {
	"/admin/audit": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List administrative changes, newest first
		 * @description Entries of the audit log are never changed or removed. The header X-Next-Cursor contains the `cursor` of the next page, if there is one.
		 */
		get: operations["get-admin-audit"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/networks": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List all networks, including hidden ones
		 * @description Returns the stored records of the networks. The settings of a node can override some of these values; the reply contains the stored values, not the overriding ones.
		 */
		get: operations["get-admin-networks"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/networks/{chainId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Change a network
		 * @description `rpcUrls` are the public RPC endpoints that the service offers to wallets. Omitted members are not changed.
		 */
		post: operations["post-admin-networks-chainId"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/reward-rules": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Show the reward rules
		 * @description Returns how many points a launch and a trade give, the maximum of these points per UTC day, and how many points a staked rocket gives at each level. Reward rules are stored as system settings.
		 */
		get: operations["get-admin-reward-rules"];
		put?: never;
		/**
		 * Change reward rules
		 * @description Omitted members are not changed. `rocket.levels` replaces all levels. Each rule is a system setting, and each changed rule has its own entry in the audit log. A change applies to all points that are not awarded yet.
		 */
		post: operations["post-admin-reward-rules"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/settings": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the system settings
		 * @description Returns all settings that this version of the service supports, and also stored settings that this version does not support (`isKnown` is false for these). A changed setting takes effect on all nodes within two seconds.
		 */
		get: operations["get-admin-settings"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/settings/{key}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Set a system setting
		 * @description An invalid value is refused with 400 `setting-value-refused`, and the error states the rule for valid values. A setting whose key is unknown to this version is stored in the given `category`.
		 */
		post: operations["post-admin-settings-key"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/settings/{key}/reset": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Reset a system setting
		 * @description Removes the stored value of the setting, so that its default applies again.
		 */
		post: operations["post-admin-settings-key-reset"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/tokens": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Add a token
		 * @description The decimals of the token are read from its contract. The symbol and the name are also read from the contract, unless the request contains them.
		 */
		post: operations["post-admin-tokens"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/tokens/{chainId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List all tokens, including hidden ones
		 * @description Returns the tokens of a chain in the order of token lists. `search` is a part of a symbol or name, or the beginning of an address. `hidden=true` returns only hidden tokens, and `hidden=false` only visible tokens. The header X-Next-Cursor contains the `cursor` of the next page, if there is one.
		 */
		get: operations["get-admin-tokens-chainId"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/tokens/{chainId}/{token}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Hide or rank a token
		 * @description A hidden token is omitted from token lists, but clients can still find it by its address. `order` is the rank of the token in token lists.
		 */
		post: operations["post-admin-tokens-chainId-token"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/training": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List training candidates, newest first
		 * @description The header X-Next-Cursor contains the `cursor` of the next page, if there is one. Texts are not masked here.
		 */
		get: operations["get-admin-training"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/training/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read one training candidate */
		get: operations["get-admin-training-id"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Approve or reject one training candidate
		 * @description `replacement` is the answer to learn instead. With `revision` (as listed) the review is refused (409 `training-changed`) when the candidate was changed since. An answer that the user rated as bad is approved only with a correction or a replacement.
		 */
		patch: operations["patch-admin-training-id"];
		trace?: never;
	};
	"/admin/training/bulk": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Review several training candidates
		 * @description Each candidate is reviewed on its own, in order, with an entry of its own in the audit log; a refused one does not affect the others. `ids` are ids, or objects with `id` and `revision`.
		 */
		post: operations["post-admin-training-bulk"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/training/export": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Export approved examples
		 * @description One JSON object on each line, oldest first: `{"messages": [{"role": "user", "content"}, {"role": "assistant", "content"}]}`. The answer is the reviewer's, or else the user's correction, or else the assistant's. Addresses, hashes, names of wallets and e-mail addresses are replaced by placeholders. An export that cannot be completed ends with a connection error.
		 */
		get: operations["get-admin-training-export"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/admin/training/stats": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Count training candidates by status */
		get: operations["get-admin-training-stats"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/app/directory": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List all groups of routes
		 * @description Lists every group of routes that the API specification names, with its state and its routes. Groups that are not implemented answer every request below their path with 501 and `errors.code` `not-implemented`.
		 */
		get: operations["get-app-directory"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/auth/logout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * End this session, or all sessions
		 * @description With `everywhere`, all sessions of the wallet are ended. Other nodes of the service may accept the access token of an ended session for about a second.
		 */
		post: operations["post-auth-logout"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/auth/nonce": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Get a nonce for a sign-in message
		 * @description The nonce is part of a Sign-In with Ethereum message (EIP-4361). It is valid for one sign-in within 5 minutes.
		 */
		post: operations["post-auth-nonce"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/auth/refresh": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Exchange a refresh token for new tokens
		 * @description Each refresh token can be used once. Within 10 seconds, a repeated request (from another browser tab, or after a lost reply) returns the same new refresh token again. A later request with the old token, or one after the new token was used, ends the session (401 `refresh-token-reused`), because the old token may have been stolen.
		 */
		post: operations["post-auth-refresh"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/auth/sessions": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the wallet's open sessions
		 * @description Newest first.
		 */
		get: operations["get-auth-sessions"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/auth/sessions/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/** End a session */
		delete: operations["delete-auth-sessions-id"];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/auth/verify": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Sign in with a signed message
		 * @description The request contains a Sign-In with Ethereum message (EIP-4361), exactly as the wallet signed it. The message must contain a nonce of this service, the domain and URI of a sign-in page (AUTH_ORIGINS), and the id of a chain of this service. Signatures of contract wallets (ERC-1271, ERC-6492) are verified on that chain.
		 */
		post: operations["post-auth-verify"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/balance/{wallet}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a wallet's balances
		 * @description Returns the balances of every listed chain that this node can read, or only of the chain `chainId`. The native asset of a chain is always included, and so are the known tokens with a balance, at most 200 per chain. `balance` is in base units, and `amount` is the exact amount in whole tokens. Dollar values are decimal strings, or null if the price is unknown. A chain that cannot be read within 5 s is listed in `failed`. Each chain is read at most every 10 s. Only EVM addresses are accepted.
		 */
		get: operations["get-balance-wallet"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/common/abi/{contract}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the ABI of a contract
		 * @description Contract names in any casing: DcaVault, AutopilotVault, Relayer, RocketStaking.
		 */
		get: operations["get-common-abi-contract"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/common/network": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the chains
		 * @description Lists each chain with its name, native currency, public RPC endpoints, explorer, and the service's contracts.
		 */
		get: operations["get-common-network"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/common/token/{chainId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the tokens of a chain
		 * @description Tokens with an `order` come first, ascending, then the rest in natural order. `chainId` is the EVM chain id, 102 for Solana, 728126428 for TRON. The list is cached for 300 s and has an ETag: send it as If-None-Match, and an unchanged list is answered with 304.
		 */
		get: operations["get-common-token-chainId"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/currency": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the exchange rates of currencies
		 * @description Units of the currency for one dollar, as decimal text; at most ten minutes old, or `at` says how old.
		 */
		get: operations["get-currency"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/currency/{code}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the exchange rate of a currency
		 * @description Units of the currency for one dollar, as decimal text; at most ten minutes old, or `at` says how old.
		 */
		get: operations["get-currency-code"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/debug-stats": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Get the counters of the service */
		get: operations["get-debug-stats"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/0x/quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request an indicative price from 0x
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-0x-quotes"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/0x/spender": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Read the 0x spender (`issues.allowance.spender` of a price)
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-0x-spender"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/0x/swap": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a firm quote from 0x
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-0x-swap"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/1inch/approve-transaction": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Build a 1inch approval on chain `chainId`
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-1inch-approve-transaction"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/1inch/quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Request a 1inch quote on chain `chainId`
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-1inch-quote"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/1inch/swap": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Build a 1inch swap on chain `chainId`
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-1inch-swap"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/across": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a bridge quote from Across
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-across"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/across/status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the status of an Across deposit
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-across-status"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/aggregators": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the aggregators
		 * @description Lists the aggregators that this service supports, the functions that each of them supports, and the reason if an aggregator is off.
		 */
		get: operations["get-defi-aggregators"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/alchemy-pay/assign": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Assign a reference for an order at alchemy-pay
		 * @description `side` is buy by default. `amount` is what the person pays: money on a purchase, crypto on a sale; Use `fiatAmount` or `cryptoAmount` instead to choose explicitly. Each call assigns a new reference. A reference without an order ends after 24 hours.
		 */
		get: operations["get-defi-alchemy-pay-assign"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/alchemy-pay/assign-fiat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Assign a reference for an order at alchemy-pay
		 * @description `side` is sell by default. `amount` is in the currency of the money; Use `fiatAmount` or `cryptoAmount` instead to choose explicitly. Each call assigns a new reference. A reference without an order ends after 24 hours.
		 */
		get: operations["get-defi-alchemy-pay-assign-fiat"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/alchemy-pay/checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Open the checkout of alchemy-pay
		 * @description The body has the members of a request for offers, and also `wallet`, `reference` and `redirectUrl`. `reference` is a reference that was assigned before; if it is omitted, a new one is assigned. The returned URL leads to the provider's checkout page and contains the wallet and the reference.
		 */
		post: operations["post-defi-alchemy-pay-checkout"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/alchemy-pay/quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request an offer of alchemy-pay
		 * @description `side` is buy or sell. `fiat` is a currency code such as EUR. Name the coin by `chainId` and `token`, or by `crypto` and `network` with the names that a provider uses. Give either `fiatAmount` or `cryptoAmount`, as decimal text or as a number. `country` is a two-letter code. `paymentMethod` is card, bank, wallet or a code of the provider.
		 */
		post: operations["post-defi-alchemy-pay-quotes"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/alchemy-pay/save-crypto": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Refresh the catalogue of alchemy-pay
		 * @description Coins and currencies are fetched together, at most once a minute by all nodes together. A catalogue that is empty or much smaller than the last one is not used until an operator accepts it.
		 */
		get: operations["get-defi-alchemy-pay-save-crypto"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/alchemy-pay/save-fiat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Refresh the catalogue of alchemy-pay
		 * @description Coins and currencies are fetched together, at most once a minute by all nodes together. A catalogue that is empty or much smaller than the last one is not used until an operator accepts it.
		 */
		get: operations["get-defi-alchemy-pay-save-fiat"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/alchemy-pay/sign": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Sign the checkout page of alchemy-pay
		 * @description `side` is buy or sell. The other members are parameters of the checkout page: crypto, network, fiat, fiatAmount, cryptoAmount, country, address, merchantOrderNo, redirectUrl, payWayCode, memo, language, merchantName, showTable. The signature covers exactly the parameters of the returned URL.
		 */
		post: operations["post-defi-alchemy-pay-sign"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/alchemy-pay/webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Receive a webhook of Alchemy Pay
		 * @description Signed by the provider. It only makes the order ask the provider for its status.
		 */
		get: operations["get-defi-alchemy-pay-webhook"];
		put?: never;
		/**
		 * Receive a webhook of Alchemy Pay
		 * @description Signed by the provider. It only makes the order ask the provider for its status.
		 */
		post: operations["post-defi-alchemy-pay-webhook"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/{chainId}/{agentId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read an agent with its strategies and fills
		 * @description `agentId` is the on-chain number of the agent. For dry runs and unconfirmed agents, the id of the record is accepted too.
		 */
		get: operations["get-defi-autopilot-chainId-agentId"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/{chainId}/{agentId}/activity": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List an agent's activity, newest first
		 * @description Returns at most `limit` entries (optional, 100). If there are more, the header X-Next-Cursor contains the `cursor` of the next page.
		 */
		get: operations["get-defi-autopilot-chainId-agentId-activity"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/backtest": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Run a policy over a price history
		 * @description Runs an agent with the given policy over past prices. The prices are either `prices` (CSV text with a first line such as `time,WETH,USDC`, or rows of `{time, prices}`) or the series that this service has `recorded`. Ambiguous text is refused, and an empty cell means that there is no price at that time. A simulated vault applies the policy's limits. Nothing is stored or traded. The reply is a stream: `progress` events, then `end` with a summary, the trades, the equity curve and a picture (SVG), or `error` with a code and a message. A history has at most 600,000 rows and 8 MB, as JSON at most 100,000 members; a policy has at most 256 KB. Bodies of more than 64 KB are processed one at a time.
		 */
		post: operations["post-defi-autopilot-backtest"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/confirm": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Link an agent to its on-chain agent
		 * @description Reads the `AgentCreated` event of the vault from the transaction receipt. The request can be repeated.
		 */
		post: operations["post-defi-autopilot-confirm"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/create": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Record an agent and prepare its createAgent transaction
		 * @description Signed by the wallet (action `autopilot-create`). `depositAmount` is in whole budget tokens. For a dry run (`policy.paper`) it is the starting balance, and no transaction is needed.
		 */
		post: operations["post-defi-autopilot-create"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/explain/{chainId}/{agentId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Explain what each strategy would do now
		 * @description Evaluates the agent's strategies with current prices and the current state of the chain, without trading. This route is an addition of this service to the API specification.
		 */
		post: operations["post-defi-autopilot-explain-chainId-agentId"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/list/{wallet}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List a wallet's agents on all chains */
		get: operations["get-defi-autopilot-list-wallet"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/pause/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Stop evaluating an agent
		 * @description Signed by the wallet (action `autopilot-pause`). The wallet's vault on chain is not changed: whether the agent is active there stays the same.
		 */
		post: operations["post-defi-autopilot-pause-id"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/preview": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Check a policy and convert its limits
		 * @description Stores nothing. All problems of the policy are returned at once. The reply contains the policy as the wallet must sign it, and the limits in base units of the budget token with the price that was used and the time of this price. `warnings` lists the parts of the policy that can never take effect. With the optional `depositAmount`, it also lists costs that the deposit does not cover.
		 */
		post: operations["post-defi-autopilot-preview"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/price/{chainId}/{token}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read the token price that agents use */
		get: operations["get-defi-autopilot-price-chainId-token"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/resume/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Resume evaluating an agent
		 * @description Signed by the wallet (action `autopilot-resume`). The wallet's vault on chain is not changed: whether the agent is active there stays the same.
		 */
		post: operations["post-defi-autopilot-resume-id"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/sync/{chainId}/{agentId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Synchronize an agent with the chain now */
		post: operations["post-defi-autopilot-sync-chainId-agentId"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/autopilot/update/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Record a new policy for an agent
		 * @description Signed by the wallet (action `autopilot-update`). The reply contains the data of the `updatePolicy` transaction. The agent trades nothing until this transaction is mined, because until then the policy in the vault differs from the stored policy.
		 */
		post: operations["post-defi-autopilot-update-id"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/banxa": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the coins and currencies of banxa */
		get: operations["get-defi-banxa"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/banxa/checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Open the checkout of banxa
		 * @description The body has the members of a request for offers, and also `wallet`, `reference` and `redirectUrl`. `reference` is a reference that was assigned before; if it is omitted, a new one is assigned. The returned URL leads to the provider's checkout page and contains the wallet and the reference.
		 */
		post: operations["post-defi-banxa-checkout"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/banxa/quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request an offer of banxa
		 * @description `side` is buy or sell. `fiat` is a currency code such as EUR. Name the coin by `chainId` and `token`, or by `crypto` and `network` with the names that a provider uses. Give either `fiatAmount` or `cryptoAmount`, as decimal text or as a number. `country` is a two-letter code. `paymentMethod` is card, bank, wallet or a code of the provider.
		 */
		post: operations["post-defi-banxa-quotes"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/banxa/webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Receive a webhook of Banxa
		 * @description Signed by the provider. It only makes the order ask the provider for its status.
		 */
		post: operations["post-defi-banxa-webhook"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/bridge/qube": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Report the completion of a chain-specific bridge
		 * @description `txHash` is the source transaction, or the UUID of its record. The report is kept for 30 days, and a record is checked at once, but the report itself does not change its status. `transaction` is the record after the check, or null.
		 */
		post: operations["post-defi-bridge-qube"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/cancel-dca": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Set a record's status to cancelled
		 * @description Changes only the record. To cancel the position on chain, the owner must send a transaction. The service reads the resulting status from the chain at its next tick.
		 */
		post: operations["post-defi-cancel-dca"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/change-now/quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request an exchange estimate from ChangeNOW
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-change-now-quotes"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/change-now/swap": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Create an exchange at ChangeNOW
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-change-now-swap"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/claim-dca": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Set a record's status to completed
		 * @description Changes only the record. To claim the tokens on chain, the owner must send a transaction. The service reads the resulting status from the chain at its next tick.
		 */
		post: operations["post-defi-claim-dca"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/cow": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a CoW Protocol quote (`network`: mainnet, xdai, arbitrum_one, base)
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-cow"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/create-position": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Record a DCA position
		 * @description `amount` is the total budget in whole tokens. `frequency` is the number of orders, and `interval` is the total time of all orders in seconds. `chainId` is an object with a `chainId` member. The record is linked to the on-chain position after the wallet has opened the position in the vault.
		 */
		post: operations["post-defi-create-position"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/dca-fills": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a wallet's executed orders
		 * @description `isFinal` is false as long as a reorg of the chain may still undo the fill. It becomes true when `confirmations` reaches the number that the network requires.
		 */
		get: operations["get-defi-dca-fills"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/debridge/quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Build a deBridge order
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-debridge-quote"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/debridge/status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the status of deBridge order `orderId`
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-debridge-status"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/fees/summary": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Sum the relayer balances in dollars
		 * @description Sums the dollar values of the native assets and of the known tokens with a `coingeckoId` that the relayer contract of each chain holds. `totalUsd` is an exact decimal string, and `total` is truncated to cents. Both are lower bounds, because assets without a price are not counted. `vaults` contains the fees that vaults earned, calculated from their fills. The reply is cached for five minutes, or for 30 s if a chain is missing. `force=1` reads the chains again. A chain that cannot be read within 8 s is listed in `failed`.
		 */
		get: operations["get-defi-fees-summary"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/get-position": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a wallet's DCA records
		 * @description The status `active` lists all open records: those with the status pending, success or active. The reply contains at most 256 KB of merged fields; the fields of linked records come first.
		 */
		get: operations["get-defi-get-position"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/get-sca/{address}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Find the smart-contract account of an address
		 * @description Finds an account owned by this address, or else the account at this address; with `chainId` (optional) only on that chain. Verified accounts come before others. Returns the first one.
		 */
		get: operations["get-defi-get-sca-address"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Estimate an exchange of crypto at guardarian
		 * @description `from` and `to` are `{chainId, token}`, or `{crypto, network}` with the names that the provider uses. `amount` is the amount of `from`.
		 */
		post: operations["post-defi-guardarian"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/assign": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Assign a reference for an order at guardarian
		 * @description `side` is buy by default. `amount` is what the person pays: money on a purchase, crypto on a sale; Use `fiatAmount` or `cryptoAmount` instead to choose explicitly. Each call assigns a new reference. A reference without an order ends after 24 hours.
		 */
		get: operations["get-defi-guardarian-assign"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/assign-fiat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Assign a reference for an order at guardarian
		 * @description `side` is sell by default. `amount` is in the currency of the money; Use `fiatAmount` or `cryptoAmount` instead to choose explicitly. Each call assigns a new reference. A reference without an order ends after 24 hours.
		 */
		get: operations["get-defi-guardarian-assign-fiat"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Open the checkout of guardarian
		 * @description The body has the members of a request for offers, and also `wallet`, `reference` and `redirectUrl`. `reference` is a reference that was assigned before; if it is omitted, a new one is assigned. The returned URL leads to the provider's checkout page and contains the wallet and the reference.
		 */
		post: operations["post-defi-guardarian-checkout"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/crypto-list": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** List the coins and currencies of guardarian */
		post: operations["post-defi-guardarian-crypto-list"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request an offer of guardarian
		 * @description `side` is buy or sell. `fiat` is a currency code such as EUR. Name the coin by `chainId` and `token`, or by `crypto` and `network` with the names that a provider uses. Give either `fiatAmount` or `cryptoAmount`, as decimal text or as a number. `country` is a two-letter code. `paymentMethod` is card, bank, wallet or a code of the provider.
		 */
		post: operations["post-defi-guardarian-quotes"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/save-crypto": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Refresh the catalogue of guardarian
		 * @description Coins and currencies are fetched together, at most once a minute by all nodes together. A catalogue that is empty or much smaller than the last one is not used until an operator accepts it.
		 */
		get: operations["get-defi-guardarian-save-crypto"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/save-fiat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Refresh the catalogue of guardarian
		 * @description Coins and currencies are fetched together, at most once a minute by all nodes together. A catalogue that is empty or much smaller than the last one is not used until an operator accepts it.
		 */
		get: operations["get-defi-guardarian-save-fiat"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/transaction": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Start an exchange of crypto at guardarian
		 * @description `from` and `to` are `{chainId, token}`, or `{crypto, network}` with the names that the provider uses. `amount` is the amount of `from`. `wallet` receives the crypto. The service tracks the exchange as a ramp order.
		 */
		post: operations["post-defi-guardarian-transaction"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Receive a webhook of Guardarian
		 * @description Not signed. It only makes the order ask the provider for its status.
		 */
		post: operations["post-defi-guardarian-webhook"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/guardarian/webhook-url": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Register this service's webhook at guardarian
		 * @description The URL of the webhook is formed from the setting PUBLIC_URL. No other URL can be registered.
		 */
		post: operations["post-defi-guardarian-webhook-url"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/init/{address}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a wallet's balances
		 * @description Returns the balances of every listed chain that this node can read, or only of the chain `chainId`. The native asset of a chain is always included, and so are the known tokens with a balance, at most 200 per chain. `balance` is in base units, and `amount` is the exact amount in whole tokens. Dollar values are decimal strings, or null if the price is unknown. A chain that cannot be read within 5 s is listed in `failed`. Each chain is read at most every 10 s. Only EVM addresses are accepted.
		 */
		get: operations["get-defi-init-address"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/lifi/quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Request a quote from LI.FI
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-lifi-quote"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/lifi/status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the status of a LI.FI transfer
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-lifi-status"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/odos/assemble": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Build an Odos transaction
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-odos-assemble"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/odos/quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a quote from Odos
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-odos-quote"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/okx": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * OKX DEX: a swap
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-okx"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/okx/getspender": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * OKX DEX: an approval
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-okx-getspender"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/on-off-ramp-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request offers of all ramp providers
		 * @description `side` is buy or sell. `fiat` is a currency code such as EUR. Name the coin by `chainId` and `token`, or by `crypto` and `network` with the names that a provider uses. Give either `fiatAmount` or `cryptoAmount`, as decimal text or as a number. `country` is a two-letter code. `paymentMethod` is card, bank, wallet or a code of the provider. Offers are sorted by what the person receives after all fees. If a provider fails, the reply has no offer of this provider, and `providers` states the reason.
		 */
		post: operations["post-defi-on-off-ramp-quotes"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/onramp-money/assign": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Assign a reference for an order at onramp-money
		 * @description `side` is buy by default. `amount` is what the person pays: money on a purchase, crypto on a sale; Use `fiatAmount` or `cryptoAmount` instead to choose explicitly. Each call assigns a new reference. A reference without an order ends after 24 hours.
		 */
		get: operations["get-defi-onramp-money-assign"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/onramp-money/checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Open the checkout of onramp-money
		 * @description The body has the members of a request for offers, and also `wallet`, `reference` and `redirectUrl`. `reference` is a reference that was assigned before; if it is omitted, a new one is assigned. The returned URL leads to the provider's checkout page and contains the wallet and the reference.
		 */
		post: operations["post-defi-onramp-money-checkout"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/onramp-money/quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request an offer of onramp-money
		 * @description `side` is buy or sell. `fiat` is a currency code such as EUR. Name the coin by `chainId` and `token`, or by `crypto` and `network` with the names that a provider uses. Give either `fiatAmount` or `cryptoAmount`, as decimal text or as a number. `country` is a two-letter code. `paymentMethod` is card, bank, wallet or a code of the provider.
		 */
		post: operations["post-defi-onramp-money-quotes"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/onramp-money/save-crypto": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Refresh the catalogue of onramp-money
		 * @description Coins and currencies are fetched together, at most once a minute by all nodes together. A catalogue that is empty or much smaller than the last one is not used until an operator accepts it.
		 */
		get: operations["get-defi-onramp-money-save-crypto"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/onramp-money/save-fiat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Refresh the catalogue of onramp-money
		 * @description Coins and currencies are fetched together, at most once a minute by all nodes together. A catalogue that is empty or much smaller than the last one is not used until an operator accepts it.
		 */
		get: operations["get-defi-onramp-money-save-fiat"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/onramp-money/setWebhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Register this service's webhook at onramp-money
		 * @description The URL of the webhook is formed from the setting PUBLIC_URL. No other URL can be registered.
		 */
		post: operations["post-defi-onramp-money-setWebhook"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/onramp-money/webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Receive a webhook of Onramp.money
		 * @description Signed by the provider. It only makes the order ask the provider for its status.
		 */
		post: operations["post-defi-onramp-money-webhook"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/order": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Store an order (newer form)
		 * @description Like POST /defi/order/create, with all terms of the trade. Without `orderId`, the service creates an id, so each request is a new order.
		 */
		post: operations["post-defi-order"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/order/{walletAddress}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a wallet's orders
		 * @description Newest first, at most `limit` orders (optional, 200), and fewer when they are large. If there are more, the header X-Next-Cursor contains the `cursor` of the next page.
		 */
		get: operations["get-defi-order-walletAddress"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/order/create": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Store an order that was placed elsewhere
		 * @description `orderId` is the id of the order at the service that executes it, unique per wallet. A repeated identical order is answered with 200, a different order with the same id with 409. Amounts are strings in base units; `metaData` is any object; the order has at most 16,384 characters in all.
		 */
		post: operations["post-defi-order-create"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Stream quotes of all aggregators
		 * @description Returns a stream of server-sent events. Each unnamed `data:` frame contains one quote. The last frame is `event: end` with `{count, providers}`; `providers` states how each provider answered. `amount` is in whole tokens. `slippage` is in percent (default 0.5; 0 is accepted). `type` is `swap`; any other value means a bridge. `exclude` is a list of providers, separated by commas, that replaces the default exclusions; it may be empty. With `anonymousMode=true`, only the private provider is requested. Transactions can be built from a quote for 300 s, or until its `expiresAt` if that is earlier. When the client disconnects, all requests to providers are cancelled.
		 */
		get: operations["get-defi-quotes"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/ramp-orders": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the ramp orders of the signed-in wallet
		 * @description Orders are listed newest first, at most `limit` (default 50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page.
		 */
		get: operations["get-defi-ramp-orders"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/ramp-orders/{reference}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read a ramp order of the signed-in wallet */
		get: operations["get-defi-ramp-orders-reference"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/ramp-orders/{reference}/refresh": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Ask the provider about a ramp order
		 * @description The service asks the provider in the background, at most every 10 s. The reply contains the order as it was before the provider answered.
		 */
		post: operations["post-defi-ramp-orders-reference-refresh"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/rango/quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a quote from Rango
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-rango-quote"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/rango/status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the status of a Rango transfer
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-rango-status"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/relay/calldata/{commitmentId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Answer 501: relay no longer offers this function */
		get: operations["get-defi-relay-calldata-commitmentId"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/relay/commit/{quoteId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Answer 501: relay no longer offers this function */
		post: operations["post-defi-relay-commit-quoteId"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/relay/deposit-addresses": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a Relay quote with a deposit address (`useDepositAddress`)
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-relay-deposit-addresses"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/relay/deposit-addresses/{addr}/{chain}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List deposits from a chain at a Relay deposit address
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-relay-deposit-addresses-addr-chain"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/relay/quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a quote from Relay
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-relay-quote"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/relayer/tx/data": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Build and sign a quote for the relayer
		 * @description `id` is the `id` of a quote; any parameter of the quote request replaces the original one, as for `/defi/swap/:id`. The quote is built and signed. The wallet sends the `approvals` in their order (`approvalData` is the last of them; null: none is needed), then `executeData` with `value` to `to`. (The route is at its intended path, which clients of the original could not reach.)
		 */
		get: operations["get-defi-relayer-tx-data"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/save-sca": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Register the owner of a smart-contract account
		 * @description A saved record is not changed by a request without a signature: the same request again is answered with 200, one with other details for the same chain, account and owner with 409. Unsigned records are not verified: do not send funds to an address that is not `isVerified`. A record is verified when the owner signed the body (optional: `wallet`, `timestamp` and `signature` as in signed routes, action `save-sca`) and the account names the owner on chain (`owner()` or `isOwner(address)`). A signed request replaces the saved record. Records that are not verified are deleted after a day, with a signature after a week.
		 */
		post: operations["post-defi-save-sca"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/sign": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Sign a meta-transaction
		 * @description Attests (EIP-712) that this service built the route. `metaTx` comes from the build of a quote, and the reply's `data` is the second argument of `executeMetaTransactionSwap`. The wallet remains the sender and pays the gas. Nonce and deadline may be changed (within an hour), and `amountOutMin` may be raised. 422: `no-relayer`, `unknown-transaction`, `transaction-mismatch`, `invalid-deadline`.
		 */
		post: operations["post-defi-sign"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/squid/quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a route from Squid
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-squid-quote"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/squid/status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the status of a Squid transfer
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-squid-status"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/squid/tokens": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the tokens of Squid
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		get: operations["get-defi-squid-tokens"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/swap-ai/chat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send a message to the chat (legacy)
		 * @deprecated
		 * @description Use POST /v1/assistant/message instead. The reply has the envelope of the legacy chat: `save` instead of `notShowPopUp`.
		 */
		post: operations["post-defi-swap-ai-chat"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/swap-ai/content-generation": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Read the text of the chat's answer (legacy)
		 * @deprecated
		 * @description Use POST /v1/assistant/message instead. The reply has the envelope of the legacy chat: `save` instead of `notShowPopUp`.
		 */
		post: operations["post-defi-swap-ai-content-generation"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/swap-ai/nlu": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Parse a sentence, and store nothing (legacy)
		 * @deprecated
		 * @description Parses like POST /defi/wit. Use POST /v1/assistant/message instead. The reply has the envelope of the legacy chat: `save` instead of `notShowPopUp`.
		 */
		post: operations["post-defi-swap-ai-nlu"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/swap-ai/webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Answer a message of a webhook (legacy)
		 * @deprecated
		 * @description Use POST /v1/assistant/message instead. The reply has the envelope of the legacy chat: `save` instead of `notShowPopUp`.
		 */
		post: operations["post-defi-swap-ai-webhook"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/swap-ai/webhook-fallback": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Answer a message of a webhook (legacy)
		 * @deprecated
		 * @description Use POST /v1/assistant/message instead. The reply has the envelope of the legacy chat: `save` instead of `notShowPopUp`.
		 */
		post: operations["post-defi-swap-ai-webhook-fallback"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/swap/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Build the transaction of a quote
		 * @description `id` is the `id` of a quote. A parameter of the quote request that is sent again (such as `slippage`, `srcWalletAddress`, `dstWalletAddress` or `recipient`) replaces the original parameter, and the provider is asked again if necessary. The wallet must send the `approvals` first. `tx` is null for providers that send the transaction themselves; `metaData` then says what to do. `metaTx` is the body for `POST /defi/sign`. It is null if the wallet must send `tx` itself (bridges, and chains without a relayer). The reply is 410 if the quote has expired, and 409 if the provider's new output is less than the slippage allows.
		 */
		get: operations["get-defi-swap-id"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/transaction": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Record a trade
		 * @description `txHash` is a UUID that the client creates; PATCH /defi/transaction/hash/{hash} replaces it by the real hash later. With the `quoteId` of a quote that is still stored (300 s), all fields of the quote are optional; without it, the chains, tokens and `amountIn` are required. Amounts are base units as text. The same request again returns the same record (200); a different one with the same UUID is 409.
		 */
		post: operations["post-defi-transaction"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/transaction/{walletAddress}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a wallet's trades
		 * @description Newest first, at most `limit` records (optional, 200). If there are more, the header X-Next-Cursor contains the `cursor` of the next page. `status` (optional) lists only records with this status.
		 */
		get: operations["get-defi-transaction-walletAddress"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/transaction/{walletAddress}/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read one of a wallet's trades
		 * @description `id` is the UUID or the transaction hash of the trade.
		 */
		get: operations["get-defi-transaction-walletAddress-id"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/transaction/hash/{hash}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Set the transaction hash of a record
		 * @description The path names the record by its UUID, or by its current hash. A hash may be replaced until the chain has shown a transaction of the record's wallet; afterwards another hash is refused with 409, and so is the hash of another record. For a trade that its aggregator sends itself (CoW Protocol, ChangeNOW), the order's id there is accepted instead: an order UID, an exchange id.
		 */
		patch: operations["patch-defi-transaction-hash-hash"];
		trace?: never;
	};
	"/defi/transaction/update": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Report an update of a bridge trade
		 * @description Stores the reported fields (`status`, `destinationTxHash`) as `claimed`, checks the trade at once, and returns its record. Reports are not verified, so they are shown but do not change the status: only the chain or the aggregator decides it.
		 */
		patch: operations["patch-defi-transaction-update"];
		trace?: never;
	};
	"/defi/transak": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the coins and currencies of transak
		 * @description Refreshes the catalogue first, at most once a minute by all nodes together.
		 */
		get: operations["get-defi-transak"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/transak/assign": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Assign a reference for an order at transak
		 * @description `side` is buy by default. `amount` is what the person pays: money on a purchase, crypto on a sale; Use `fiatAmount` or `cryptoAmount` instead to choose explicitly. Each call assigns a new reference. A reference without an order ends after 24 hours.
		 */
		get: operations["get-defi-transak-assign"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/transak/checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Open the checkout of transak
		 * @description The body has the members of a request for offers, and also `wallet`, `reference` and `redirectUrl`. `reference` is a reference that was assigned before; if it is omitted, a new one is assigned. The returned URL leads to the provider's checkout page and contains the wallet and the reference.
		 */
		post: operations["post-defi-transak-checkout"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/transak/quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request an offer of transak
		 * @description `side` is buy or sell. `fiat` is a currency code such as EUR. Name the coin by `chainId` and `token`, or by `crypto` and `network` with the names that a provider uses. Give either `fiatAmount` or `cryptoAmount`, as decimal text or as a number. `country` is a two-letter code. `paymentMethod` is card, bank, wallet or a code of the provider.
		 */
		post: operations["post-defi-transak-quotes"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/transak/webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Receive a webhook of Transak
		 * @description Signed by the provider. It only makes the order ask the provider for its status.
		 */
		post: operations["post-defi-transak-webhook"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/tx/{hash}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a trade by its hash
		 * @description The UUID of the record is accepted as well.
		 */
		get: operations["get-defi-tx-hash"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/tx/wallet/{address}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read a wallet's most recent trade */
		get: operations["get-defi-tx-wallet-address"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/txHash/{txHash}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a trade by its hash (alternate)
		 * @description The same as GET /defi/tx/{hash}.
		 */
		get: operations["get-defi-txHash-txHash"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/txn/{walletAddress}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Check a wallet's pending trades and list all
		 * @description Checks the newest 20 records that are pending or have the status `status-unknown`, for at most 8 s; the others stay as they are. A record that was checked less than 3 s ago is not checked again. Newest first, at most `limit` records (optional, 200). If there are more, the header X-Next-Cursor contains the `cursor` of the next page. `status` (optional) lists only records with this status.
		 */
		get: operations["get-defi-txn-walletAddress"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/update-position/{dcaId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Merge fields into a DCA record
		 * @description Accepts any fields except `_id`, `id`, and names with "$" or ".". A given value of a field that the chain determines (such as status or processed) is shown only until the service has read the chain again. `status: "success"` makes the service read the vault at once.
		 */
		post: operations["post-defi-update-position-dcaId"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/velora/quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Request a price from Velora
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-velora-quote"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/velora/swap": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Build a Velora transaction on chain `network`
		 * @description Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by the provider's own API.
		 */
		post: operations["post-defi-velora-swap"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/wit": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Parse a sentence about a trade (legacy)
		 * @deprecated
		 * @description Use POST /v1/assistant/message instead. The sentence is understood as in the chat: "swap 1.5 eth to usdc on base", "bridge 100 usdc from arbitrum to base", "price of eth", "my balance". Symbols are those of the listed tokens; `amount` is a decimal string of the token to spend, `all` or `half`. Every other sentence is `unknown` with confidence 0. The result is kept for a day.
		 */
		post: operations["post-defi-wit"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/defi/wit/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read an earlier parse result
		 * @deprecated
		 * @description The result of parsing a sentence is kept for a day.
		 */
		get: operations["get-defi-wit-id"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/health": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Check that the process serves requests */
		get: operations["get-health"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/market-data/price/{chainId}/{token}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the price of a token
		 * @description The price of one whole token in dollars, as a decimal string, from the first price source that has a price; at most 20 s old.
		 */
		get: operations["get-market-data-price-chainId-token"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/market-data/series/{chainId}/{token}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read recorded prices of a token
		 * @description Oldest price first: one price per minute for the last day, and one per hour for the rest of the last 31 days. `from` and `to` are ISO 8601 times; the default is the last day. Prices are recorded while an agent watches the token.
		 */
		get: operations["get-market-data-series-chainId-token"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/notifications": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a wallet's notifications
		 * @description Notifications are listed newest first, at most `limit` (default 50). `unread=true` lists only unread notifications. If there are more, the header X-Next-Cursor contains the `cursor` of the next page. Notifications are kept for 90 days.
		 */
		get: operations["get-notifications"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/notifications/{id}/read": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Mark a notification as read
		 * @description Repeating the request changes nothing. `walletAddress` is an EVM address in any casing, in the query or the body. The wallet is optional; if it is given, the notification must belong to it.
		 */
		post: operations["post-notifications-id-read"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/notifications/count": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Count a wallet's notifications
		 * @description `count` is the number of unread notifications, and `total` is the number of all notifications of the wallet.
		 */
		get: operations["get-notifications-count"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/notifications/read-all": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Mark all notifications of a wallet as read
		 * @description `walletAddress` is an EVM address in any casing, in the query or the body. `marked` is the number of notifications that were unread.
		 */
		post: operations["post-notifications-read-all"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List actors, filtered and sorted
		 * @description `status` accepts several statuses, separated by commas. `search` is the start of an id, of a key within its type, or of a wallet; `prefix` is the start of an id. `overdue=1` lists actors that are more than two minutes late. `held=1` lists blocked actors: quarantined, backing off, with a failing effect, or with a refused order or trade; `blockedBy` lists those that are blocked for one reason. `changedFrom` and `changedTo` (ISO 8601 with its zone) list those whose last change is in this time. `order=oldest` is ascending. A page may be shorter than `limit` (at most 1000), or empty, although `cursor` says that there are more, because one request examines a limited number of actors. `sort` in the reply is the actual order: a search and a prefix are sorted by id, overdue actors by wake time; `wake` lists only actors with a wake time, and `updated` sorts up to 500 actors and otherwise falls back to the time of creation. `fields=head` leaves out the context, and adds a title and why each actor waits.
		 */
		get: operations["get-operator-actors"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read the stored record of an actor */
		get: operations["get-operator-actors-id"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/details": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the details of an actor
		 * @description Sections are tables, steps, bars, series and facts, in the same form for every type. An agent has its strategies, limits, prices and fills; a DCA position its schedule (its first 200 orders and those around now); a trade its route and progress. If a source fails, `missing` contains a sentence about it, and the other parts are still returned.
		 */
		get: operations["get-operator-actors-id-details"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/history": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the history of an actor
		 * @description Each entry contains the whole record at its revision. With `before`, only revisions with a smaller number are listed.
		 */
		get: operations["get-operator-actors-id-history"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/history/{revision}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read one revision of an actor */
		get: operations["get-operator-actors-id-history-revision"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/release": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * End an actor's quarantine or pause
		 * @description Clears the failures of the actor and retries its waiting effects at once. If an earlier attempt of an effect may have succeeded, its result is looked up before the effect is run again.
		 */
		post: operations["post-operator-actors-id-release"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/restore": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Restore an actor to an earlier revision
		 * @description Accepts either `revision`, or `before`: the newest revision at or before that time (ISO 8601 with its zone, or UTC ms). Settled effects are not run again, and their results outside are not undone. `expectedRevision` is the current revision that the operator has seen: if the actor has a newer one, the reply is 409 `revision-moved-on` and nothing is changed. With `dryRun` nothing is changed: the reply has `record`, the actor as it would be (null if the restore would be refused), `why`, and `consequences`: what would stand still afterwards, such as an agent whose policy the vault no longer has.
		 */
		post: operations["post-operator-actors-id-restore"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/retry": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Retry the effects of an actor now
		 * @description Retries the effect with this `key`, or all waiting effects if no key is given. If an earlier attempt may have succeeded, its result is looked up before the effect is run again. Errors: 409 `effect-running` while a node runs the effect, 409 `nothing-waits`, 404 `effect-not-found`. A quarantined actor must be released first. Effects of a paused type start when the type is resumed.
		 */
		post: operations["post-operator-actors-id-retry"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/send": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send an event to an actor
		 * @description `accepted` is false when the actor's state ignores the event; then nothing was changed. An unknown event, or one with invalid fields, is refused with every problem and its path. With `dryRun` the event is only checked, and the reply has `problems`.
		 */
		post: operations["post-operator-actors-id-send"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/tick": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Tick an actor now
		 * @description The actor is evaluated with newly read prices and balances. `changed` is false if there was nothing to do.
		 */
		post: operations["post-operator-actors-id-tick"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/{id}/why": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Explain why an actor waits
		 * @description Returns one sentence, details, the time of the next tick, and the possible next events. The actor is evaluated with current prices and vault data, like in a tick; data that does not arrive within three seconds is listed as missing. The request changes nothing. The explanation of an actor that waits because of an outage begins with it. The general codes are: outage, finished, quarantined, type-paused, backing-off, effect-unknown, effect-waiting, effect-running, overdue, due, idle.
		 */
		get: operations["get-operator-actors-id-why"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/actors/count": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Count the actors that match a filter
		 * @description Accepts the same filters as the list of actors. If `isMore` is true, there may be more actors than counted, because counting all of them would take too long.
		 */
		get: operations["get-operator-actors-count"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/acts": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List operator actions, newest first
		 * @description Lists actions on actor types, on nodes, and on many actors at once, from all nodes. Actions on a single actor are in the history of that actor.
		 */
		get: operations["get-operator-acts"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/audit": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List administrative changes, newest first
		 * @description Entries of the audit log are never changed or removed. The header X-Next-Cursor contains the `cursor` of the next page, if there is one.
		 */
		get: operations["get-operator-admin-audit"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/networks": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List all networks, including hidden ones
		 * @description Returns the stored records of the networks. The settings of a node can override some of these values; the reply contains the stored values, not the overriding ones.
		 */
		get: operations["get-operator-admin-networks"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/networks/{chainId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Change a network
		 * @description `rpcUrls` are the public RPC endpoints that the service offers to wallets. Omitted members are not changed.
		 */
		post: operations["post-operator-admin-networks-chainId"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/reward-rules": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Show the reward rules
		 * @description Returns how many points a launch and a trade give, the maximum of these points per UTC day, and how many points a staked rocket gives at each level. Reward rules are stored as system settings.
		 */
		get: operations["get-operator-admin-reward-rules"];
		put?: never;
		/**
		 * Change reward rules
		 * @description Omitted members are not changed. `rocket.levels` replaces all levels. Each rule is a system setting, and each changed rule has its own entry in the audit log. A change applies to all points that are not awarded yet.
		 */
		post: operations["post-operator-admin-reward-rules"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/settings": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the system settings
		 * @description Returns all settings that this version of the service supports, and also stored settings that this version does not support (`isKnown` is false for these). A changed setting takes effect on all nodes within two seconds.
		 */
		get: operations["get-operator-admin-settings"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/settings/{key}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Set a system setting
		 * @description An invalid value is refused with 400 `setting-value-refused`, and the error states the rule for valid values. A setting whose key is unknown to this version is stored in the given `category`.
		 */
		post: operations["post-operator-admin-settings-key"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/settings/{key}/reset": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Reset a system setting
		 * @description Removes the stored value of the setting, so that its default applies again.
		 */
		post: operations["post-operator-admin-settings-key-reset"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/tokens": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Add a token
		 * @description The decimals of the token are read from its contract. The symbol and the name are also read from the contract, unless the request contains them.
		 */
		post: operations["post-operator-admin-tokens"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/tokens/{chainId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List all tokens, including hidden ones
		 * @description Returns the tokens of a chain in the order of token lists. `search` is a part of a symbol or name, or the beginning of an address. `hidden=true` returns only hidden tokens, and `hidden=false` only visible tokens. The header X-Next-Cursor contains the `cursor` of the next page, if there is one.
		 */
		get: operations["get-operator-admin-tokens-chainId"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/tokens/{chainId}/{token}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Hide or rank a token
		 * @description A hidden token is omitted from token lists, but clients can still find it by its address. `order` is the rank of the token in token lists.
		 */
		post: operations["post-operator-admin-tokens-chainId-token"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/training": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List training candidates, newest first
		 * @description The header X-Next-Cursor contains the `cursor` of the next page, if there is one. Texts are not masked here.
		 */
		get: operations["get-operator-admin-training"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/training/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read one training candidate */
		get: operations["get-operator-admin-training-id"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Approve or reject one training candidate
		 * @description `replacement` is the answer to learn instead. With `revision` (as listed) the review is refused (409 `training-changed`) when the candidate was changed since. An answer that the user rated as bad is approved only with a correction or a replacement.
		 */
		patch: operations["patch-operator-admin-training-id"];
		trace?: never;
	};
	"/operator/admin/training/bulk": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Review several training candidates
		 * @description Each candidate is reviewed on its own, in order, with an entry of its own in the audit log; a refused one does not affect the others. `ids` are ids, or objects with `id` and `revision`.
		 */
		post: operations["post-operator-admin-training-bulk"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/training/export": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Export approved examples
		 * @description One JSON object on each line, oldest first: `{"messages": [{"role": "user", "content"}, {"role": "assistant", "content"}]}`. The answer is the reviewer's, or else the user's correction, or else the assistant's. Addresses, hashes, names of wallets and e-mail addresses are replaced by placeholders. An export that cannot be completed ends with a connection error.
		 */
		get: operations["get-operator-admin-training-export"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/admin/training/stats": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Count training candidates by status */
		get: operations["get-operator-admin-training-stats"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/blocked": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Count blocked actors by reason
		 * @description Counts the actors that `GET /actors?held=1` lists, by type and reason, the most urgent first. `GET /actors?type=T&blockedBy=CODE` lists the actors of one group. The newest 2,000 or more actors of each type are examined.
		 */
		get: operations["get-operator-blocked"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/bulk": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Act on all actors that match a filter
		 * @description Server-sent events. `progress` {seen, done, skipped, failed}, at most five times a second; `failure` {id, code, message} for each of the first hundred; `end` {seen, done, skipped, failed, isDryRun, isStopped, hasMore, samples}. `skipped` counts actors with nothing to do. With `dryRun` nothing is changed, `done` counts the actors that would change, and `samples` lists the first ones. Each matching actor is processed once, even if the action removes it from the filter; actors created meanwhile are not included. When the client disconnects, the run stops, and completed actions are kept. `send` requires `event`, and a `type` in its filter; `restore` requires `before`, and skips actors that have not changed since. An empty filter is refused (`filter-empty`) unless `all` is set. `limit` is the most actors that are examined.
		 */
		post: operations["post-operator-bulk"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/channels/test": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send test messages to a wallet's channels
		 * @description Sends a test message to the channel whose id is `channel`, or without `channel` to all verified channels of the wallet. Each test message counts towards the hourly limit of the wallet's own test messages.
		 */
		post: operations["post-operator-channels-test"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/deferred": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List deferred vault events, oldest first
		 * @description An event that could not be processed is retried after a minute, and then after twice as long each time, up to a day. It does not block other events. At most 200 events of each vault follower are listed; the totals count all.
		 */
		get: operations["get-operator-deferred"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/deferred/drop": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Delete a deferred event
		 * @description The deleted event is never processed. `GET /acts` still shows the event and the reason. An unknown id gives 404 `deferred-not-found`.
		 */
		post: operations["post-operator-deferred-drop"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/deferred/retry": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Retry a deferred event at the next tick
		 * @description If the event fails again, it waits longer than before. An unknown id gives 404 `deferred-not-found`.
		 */
		post: operations["post-operator-deferred-retry"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/doctor": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Check settings and dependencies of this node
		 * @description Checks settings, store, Redis, chains, contracts, balances and clocks. Each finding is ok, or says what to do. Simultaneous requests share one check.
		 */
		get: operations["get-operator-doctor"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/feed": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Follow the live feed of actor events
		 * @description Server-sent events, named by their kind, as they happen on any node (only on this node without Redis). Each event has its node, its number on that node (`seq`), its time (`atMs`), and the fields of its kind. An event must match all filters; events without an actor (`tick`, `store-error`) match no actor filter. A client that sends the last id as `Last-Event-ID`, to any node, continues after that event. `feed-position` reports that no events are missing so far; `feed-gap` reports missing events, with the reason and number; `feed-degraded` and `feed-restored` report that events of other nodes stop arriving and arrive again. Missing events are in the actors' histories.
		 */
		get: operations["get-operator-feed"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/inspect": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Follow actors in the Stately inspector
		 * @description Streams the actors' changes as events of `@statelyai/inspect` (`@xstate.actor`, `@xstate.event`, `@xstate.snapshot`): over a WebSocket one message per event, as `createWebSocketReceiver` expects; without `Upgrade`, as server-sent events with the same `data`. The stream starts with the current state of the newest 50 matching actors. Each commit follows with its event and the snapshot of its revision. Clients can send nothing. After a gap in the feed, the actors' current states are sent again.
		 */
		get: operations["get-operator-inspect"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/node": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read the state of this node */
		get: operations["get-operator-node"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/node/drain": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Take this node out of service
		 * @description The node accepts no new ticks and effects, finishes running ones, and answers requests that would change an actor with 503 `draining`. Reads still work, and `/api/ready` answers 503. The process keeps running until it is stopped from outside; only a restart ends the drain. 409 `other-node` when `nodeId` is another node: behind a load balancer, use each node's own address.
		 */
		post: operations["post-operator-node-drain"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/outages": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read what does not work at present
		 * @description The same outages as `GET /api/ready`, with the number of actors that wait because of each, and other services that do not answer. The checks are repeated every two seconds while somebody asks.
		 */
		get: operations["get-operator-outages"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/overview": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the overview for operators
		 * @description All times are UTC in milliseconds. `ticks` (newest first) and `minutes` (oldest first) describe this node since its start. `countedAtMs` is the time at which the actors were counted, because some stores count them only from time to time. `late` counts actors that are more than two minutes late, without those that are due at every tick. Counting stops at a limit for each type; `isMore` says that it did. `deferred` counts postponed vault events, with some of the oldest; `GET /deferred` lists more. `outages` lists the failures because of which work stands still, the most far-reaching first.
		 */
		get: operations["get-operator-overview"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/ramp-providers": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** List the ramp providers and their catalogues */
		get: operations["get-operator-ramp-providers"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/ramp-providers/{provider}/accept-catalogue": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Accept the pending catalogue of a ramp provider
		 * @description A fetched catalogue that is empty, or has less than 70 % of the entries of the last accepted catalogue, is not used until an operator accepts it.
		 */
		post: operations["post-operator-ramp-providers-provider-accept-catalogue"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/ramps/check": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Check the signatures and keys of the providers
		 * @description For each provider, signs a known text and compares the signature. For each provider whose keys are set, also makes a harmless call with these keys.
		 */
		post: operations["post-operator-ramps-check"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/ramps/orders": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List ramp orders
		 * @description Orders are listed newest first. If there are more, the header X-Next-Cursor contains the `cursor` of the next page.
		 */
		get: operations["get-operator-ramps-orders"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/ramps/orders/{reference}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read a ramp order */
		get: operations["get-operator-ramps-orders-reference"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/ramps/orders/{reference}/refresh": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** Ask the provider about a ramp order */
		post: operations["post-operator-ramps-orders-reference-refresh"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/ramps/unattributed": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List orders of webhooks without a known reference
		 * @description Lists orders that webhooks named but that match no reference of this service. Orders named last come first.
		 */
		get: operations["get-operator-ramps-unattributed"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/session": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read the signed-in operator */
		get: operations["get-operator-session"];
		put?: never;
		/**
		 * Sign in with a token
		 * @description The reply sets a cookie (HttpOnly, SameSite=Strict) that replaces the token for 12 hours, on every node with this token. With the cookie, requests other than GET must come from a page of this node. Replies to wrong tokens are delayed, longer with each wrong token of a client; a correct token is answered at once.
		 */
		post: operations["post-operator-session"];
		/**
		 * Sign out
		 * @description Deletes the session cookie. The request also succeeds if there is no cookie.
		 */
		delete: operations["delete-operator-session"];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/session/by-link": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Sign in with the code of a sign-in link
		 * @description Starts the session of the operator for whom the link was made. A code works once, within ten minutes, on the node that made it.
		 */
		post: operations["post-operator-session-by-link"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/session/links": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Make a code for a sign-in link
		 * @description The link is `/inspector#sign-in=<code>` on this node. Whoever opens it gets a session with your name. This route needs your operator token; a browser session cannot make links.
		 */
		post: operations["post-operator-session-links"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/snapshots": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Export every actor's newest record
		 * @description Streams a line of JSON for each actor, oldest first. If the export cannot be completed, the connection ends with an error.
		 */
		get: operations["get-operator-snapshots"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/snapshots/import": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Import exported records
		 * @description At most 500 records per request. Without `apply` nothing is changed and the reply says what would happen. Existing actors are kept unless `replace` is set. Imported actors start like restored ones: the results of their waiting effects are looked up before an effect is run again. The reply has one result for each record, in order; repeating an import changes nothing.
		 */
		post: operations["post-operator-snapshots-import"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/treasury": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Show balances and gas costs of executors
		 * @description For each chain: the balance of the executor and how long it lasts, the costs of its transactions today and in the last thirty days (UTC), the orders and trades postponed because of their gas costs, the daily gas limit, and the fees earned by the vaults.
		 */
		get: operations["get-operator-treasury"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/types": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the actor types
		 * @description Returns the statechart, events, effects and pause of each actor type that this node runs. Transitions are listed in the order in which they are tried.
		 */
		get: operations["get-operator-types"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/types/{type}/pause": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Pause all actors of a type
		 * @description The actors get no ticks, their triggers do not fire, and no new effects start; running effects end. Events from outside are applied and recorded, and effects that they request wait. Other nodes apply the pause within about a second. It lasts until the type is resumed, also across restarts. The same request by the same operator again changes nothing; otherwise 409 `already-paused`.
		 */
		post: operations["post-operator-types-type-pause"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/types/{type}/resume": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Resume all actors of a type
		 * @description Waiting effects start at once, and one tick replaces all missed ones. 409 `not-paused` when the type is not paused.
		 */
		post: operations["post-operator-types-type-resume"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/operator/types/figures": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read how fast each actor type works
		 * @description Returns for each actor type how often its actors stepped and attempted effects on this node since `sinceMs` (at most the last 15 minutes), how long that took, and how often it failed or was tried again. A failing type has `failures` or `retries`; `lastError` says what happened last. All times are UTC in milliseconds; durations are accurate to a tenth.
		 */
		get: operations["get-operator-types-figures"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/ready": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Check that the service is ready */
		get: operations["get-ready"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/reward": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Show the points of the signed-in wallet
		 * @description Returns the wallet's points. For each reason that gives points, the reply also contains the points per event and the daily limit of this service. Whole points, as a string of decimal digits.
		 */
		get: operations["get-reward"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/rewards": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the point awards of the signed-in wallet
		 * @description Awards are listed newest first, at most `limit` (default 50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page. Awards are never changed or removed.
		 */
		get: operations["get-rewards"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/rocket/claim": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Claim the points of a rocket
		 * @description Only the wallet that staked the rocket can claim its points: once in each claim window, and only if at least one whole point has accrued. The reply is sent after the points were added to the ledger. To repeat a request safely, send a `requestId` of your own: a repeated request is answered with the same claim. Errors: 400 `invalid-rocket-id`; 403 `not-your-rocket`; 404 `rocket-not-found`; 409 `rocket-not-staked`; 409 `claim-not-ready`, with `nextClaimAvailableIn` in minutes, and the last claim.
		 */
		post: operations["post-rocket-claim"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/rocket/status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the staked rockets of the signed-in wallet
		 * @description Lists the rockets that the wallet has staked or can withdraw. On-chain changes appear within a minute. If there are more than `limit` (200), the header X-Next-Cursor contains the `cursor` of the next page.
		 */
		get: operations["get-rocket-status"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/transaction/{walletAddress}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a wallet's trades
		 * @description Newest first, at most `limit` records (optional, 200). If there are more, the header X-Next-Cursor contains the `cursor` of the next page. `status` (optional) lists only records with this status.
		 */
		get: operations["get-transaction-walletAddress"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/transaction/{walletAddress}/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read one of a wallet's trades
		 * @description `id` is the UUID or the transaction hash of the trade.
		 */
		get: operations["get-transaction-walletAddress-id"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/user": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the wallet's profile
		 * @description The profile contains the preferences of the wallet and its open sessions, newest session first.
		 */
		get: operations["get-user"];
		put?: never;
		post?: never;
		/**
		 * Delete the wallet's account and deletable records
		 * @description Deletes the account, its preferences, channels, conversations with their feedback, notifications, orders and smart accounts, and ends all sessions. Records of positions, agents, trades and rockets are kept, because they repeat what is on chain. Points and changes by administrators are kept too, because entries of these records are never removed.
		 */
		delete: operations["delete-user"];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/user/channels": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the wallet's channels
		 * @description Lists the channels, oldest first, with the kinds of channels that this service supports and the kinds of notifications.
		 */
		get: operations["get-user-channels"];
		put?: never;
		/**
		 * Add a channel
		 * @description Sends a code to the target. Notifications are sent to the channel only after this code was entered; a channel whose code is not entered is removed after a day. The `secret` of a webhook signs the messages to the webhook, and only this reply shows it. Errors: `wrong-target`, `target-refused`, `channel-kind-not-available`, `too-many-channels`, `too-many-messages`.
		 */
		post: operations["post-user-channels"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/user/channels/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Remove a channel
		 * @description After this request, nothing more is sent to the channel, except for a message that is already being sent.
		 */
		delete: operations["delete-user-channels-id"];
		options?: never;
		head?: never;
		/**
		 * Change a channel
		 * @description Omitted members are not changed. The target of a channel cannot be changed; add another channel instead.
		 */
		patch: operations["patch-user-channels-id"];
		trace?: never;
	};
	"/user/channels/{id}/code": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send a new code to a channel
		 * @description Earlier codes are no longer valid. The reply is 429 `too-many-messages` if too many codes were sent today.
		 */
		post: operations["post-user-channels-id-code"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/user/channels/{id}/test": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send a test message to a channel
		 * @description The test message is sent once, even during quiet hours. Errors: 409 `channel-not-verified` if the channel was not verified; 429 `too-many-messages` after ten test messages in an hour.
		 */
		post: operations["post-user-channels-id-test"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/user/channels/{id}/verify": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Enter the code of a channel
		 * @description A code is valid for 15 minutes and five attempts. Errors: `code-wrong`, `code-expired`, `no-code`.
		 */
		post: operations["post-user-channels-id-verify"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/user/events": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Follow the changes of a wallet's records
		 * @description Server-sent events about the records of the signed-in wallet, as the namespace `/` of Socket.IO sends them: `ready` first, then an event with the whole record whenever one changes (`trade`, `position`, `agent`, `notification`, `payment`, `chat`). A client that sends the last id as `Last-Event-ID`, to any node, gets what it missed. `resync` tells it to read all records again, `position-at` only has a newer id, and `ended` comes before the stream ends with its access token or session.
		 */
		get: operations["get-user-events"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/user/export": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Export everything kept about the wallet
		 * @description Returns one JSON object with `wallet`, `exportedAt` and `parts`, without the usual envelope of replies. Each part contains the documents of one collection, or the actors of one type. If the export cannot be completed, the connection ends with an error.
		 */
		get: operations["get-user-export"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/user/preferences": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Change the wallet's preferences
		 * @description Omitted preferences are not changed; null resets a preference to its default.
		 */
		patch: operations["patch-user-preferences"];
		trace?: never;
	};
	"/v1/alerts": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the wallet's alerts and limit orders
		 * @description Alerts and limit orders are listed newest first, at most `limit` (default 50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page. Ended alerts are kept for 30 days.
		 */
		get: operations["get-v1-alerts"];
		put?: never;
		/**
		 * Create a price alert or a limit order
		 * @description An alert waits for its condition: the token's price rises to a value, falls to a value, or changes by a percentage. The wallet is then notified once. With `order`, the notification contains a fresh quote that the wallet may sign; the service itself executes nothing. The optional `id` is a UUID chosen by the client; a second request with the same `id` creates nothing. Errors: `already-reached` (409), `token-not-found`, `token-not-priced`, `price-unavailable`, `too-many-alerts`, `too-many-tokens-watched`.
		 */
		post: operations["post-v1-alerts"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/alerts/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read an alert or a limit order */
		get: operations["get-v1-alerts-id"];
		put?: never;
		post?: never;
		/**
		 * Cancel an alert or a limit order
		 * @description Repeating the request changes nothing. An alert that has fired or ended cannot be cancelled: 409 `alert-not-waiting`.
		 */
		delete: operations["delete-v1-alerts-id"];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/assistant/chat/{chatId}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the messages of a conversation
		 * @description Messages are listed in order, each message of the user followed by its answer, at most `limit` (50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page. A request for a conversation of another wallet is answered with 404.
		 */
		get: operations["get-v1-assistant-chat-chatId"];
		put?: never;
		post?: never;
		/**
		 * Delete a conversation
		 * @description Deletes the messages and the history of the conversation, and all data derived from them. The deletion cannot be undone. A request for a conversation of another wallet is answered with 404.
		 */
		delete: operations["delete-v1-assistant-chat-chatId"];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/assistant/home-chips": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List chips for a landing page
		 * @description Like `/suggestions`, but at most six, and at most one of each kind that concerns the wallet.
		 */
		get: operations["get-v1-assistant-home-chips"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/assistant/message": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send a message, and wait for the answer
		 * @description Like `/message/stream`, but returns the whole answer at once. If the answer takes longer than a minute, the reply is 503 `answer-pending`, and the answer is added to the conversation when it is ready.
		 */
		post: operations["post-v1-assistant-message"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/assistant/message/stream": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send a message, and stream the answer
		 * @description Server-sent events: `meta` with `{action, data, chatId, messageId}`, then one `token` event for each piece of the text, then `done`. The message is stored first, and is answered even if the client disconnects. A request with `Last-Event-ID` (the id of the last received event) continues the stream of that answer and sends no message. Messages of a conversation are answered one after the other: up to five can wait, further ones get 429. A request for a conversation of another wallet is answered with 404.
		 */
		post: operations["post-v1-assistant-message-stream"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/assistant/sessions": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the conversations of a wallet
		 * @description Newest first. At most `limit` (50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page.
		 */
		get: operations["get-v1-assistant-sessions"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/assistant/suggestions": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List suggestions for a wallet
		 * @description At most ten messages to offer as buttons, from what the wallet has and does: an agent that cannot act, a late purchase, allowances at risk, a trade that is not settled, holdings; then what works on the configured chains. The chat answers the `message` of a chip.
		 */
		get: operations["get-v1-assistant-suggestions"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/feedback": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Rate an answer of the assistant
		 * @description An answer has one feedback: another one replaces it. `wallet` is the wallet of the conversation; for any other wallet the reply is 404. The message, the answer and the feedback become a candidate for training data, which admins review. They are deleted with the conversation.
		 */
		post: operations["post-v1-feedback"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/notifications": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a wallet's notifications
		 * @description Notifications are listed newest first, at most `limit` (default 50). `unread=true` lists only unread notifications. If there are more, the header X-Next-Cursor contains the `cursor` of the next page. Notifications are kept for 90 days.
		 */
		get: operations["get-v1-notifications"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/notifications/{id}/read": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Mark a notification as read
		 * @description Repeating the request changes nothing. `walletAddress` is an EVM address in any casing, in the query or the body. The wallet is optional; if it is given, the notification must belong to it.
		 */
		post: operations["post-v1-notifications-id-read"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/notifications/count": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Count a wallet's notifications
		 * @description `count` is the number of unread notifications, and `total` is the number of all notifications of the wallet.
		 */
		get: operations["get-v1-notifications-count"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/notifications/read-all": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Mark all notifications of a wallet as read
		 * @description `walletAddress` is an EVM address in any casing, in the query or the body. `marked` is the number of notifications that were unread.
		 */
		post: operations["post-v1-notifications-read-all"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/profit/{wallet}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a wallet's profit and loss
		 * @description Returns the result of each DCA position and Autopilot agent of the wallet that has made trades: what was spent and received, the profit realised by average cost, and the value of what is held at current prices. The result is split by token and by UTC day, and compared with holding the tokens instead. Amounts are exact decimal strings in whole budget tokens. `chainId` restricts the reply to a chain, `recordId` to a single position or agent.
		 */
		get: operations["get-v1-profit-wallet"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/profit/{wallet}/fills.csv": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Download a wallet's fills as CSV
		 * @description Returns one row for each fill, oldest first, with the cost and the gain of the sold tokens. The format suits tax programs.
		 */
		get: operations["get-v1-profit-wallet-fills-csv"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/training": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List training candidates, newest first
		 * @description The header X-Next-Cursor contains the `cursor` of the next page, if there is one. Texts are not masked here.
		 */
		get: operations["get-v1-training"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/training/{id}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Read one training candidate */
		get: operations["get-v1-training-id"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		/**
		 * Approve or reject one training candidate
		 * @description `replacement` is the answer to learn instead. With `revision` (as listed) the review is refused (409 `training-changed`) when the candidate was changed since. An answer that the user rated as bad is approved only with a correction or a replacement.
		 */
		patch: operations["patch-v1-training-id"];
		trace?: never;
	};
	"/v1/training/bulk": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Review several training candidates
		 * @description Each candidate is reviewed on its own, in order, with an entry of its own in the audit log; a refused one does not affect the others. `ids` are ids, or objects with `id` and `revision`.
		 */
		post: operations["post-v1-training-bulk"];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/training/export": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Export approved examples
		 * @description One JSON object on each line, oldest first: `{"messages": [{"role": "user", "content"}, {"role": "assistant", "content"}]}`. The answer is the reviewer's, or else the user's correction, or else the assistant's. Addresses, hashes, names of wallets and e-mail addresses are replaced by placeholders. An export that cannot be completed ends with a connection error.
		 */
		get: operations["get-v1-training-export"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/v1/training/stats": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/** Count training candidates by status */
		get: operations["get-v1-training-stats"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	"/wallet/{wallet}": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Count the stored records of a wallet
		 * @description Counts only public records. The reply does not reveal whether the wallet has signed in.
		 */
		get: operations["get-wallet-wallet"];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
}
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		Envelope: {
			/** @description The payload; null on error. */
			data: unknown;
			/** @description null on success. */
			errors: Record<string, never> | null;
			message: string;
			/** @description A message that a user interface may show. */
			notShowPopUp: boolean;
			/** @description The HTTP status of the reply, repeated in the body. */
			status: number;
		};
		ErrorEnvelope: components["schemas"]["Envelope"] & {
			errors?: {
				/** @description A stable code in kebab-case. Programs should compare this code, not the message. */
				code: string;
				/** @description All problems of the request. */
				problems?: {
					code: string;
					message: string;
					/** @example body.chainId.chainId */
					path: string;
				}[];
			};
		};
	};
	responses: {
		/** @description The error: `errors.code` for programs, `message` for people. 429 and 503 carry Retry-After. */
		Error: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				"application/json": components["schemas"]["ErrorEnvelope"];
			};
		};
	};
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
	"get-admin-audit": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							act: string;
							after: unknown;
							asked: unknown;
							at: string;
							before: unknown;
							by: string;
							code: string | null;
							id: string;
							/** @enum {string} */
							outcome: "done" | "refused" | "unknown";
							subject: string;
							/** @enum {string} */
							via: "admin" | "operator";
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-admin-networks": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The networks, by id. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							blocksOnDemand?: boolean;
							confirmations: number;
							contracts: {
								autopilotVault: unknown;
								dcaVault: unknown;
								multicall3: unknown;
								relayer: unknown;
								rocketStaking?: unknown;
								/** @default null */
								uniswapV2: {
									factory: unknown;
									router: unknown;
								} | null;
								uniswapV3: {
									factory: unknown;
									quoterV2: unknown;
									swapRouter: unknown;
									/** @enum {number} */
									swapRouterVersion: 1 | 2;
								} | null;
								/** @default null */
								uniswapV4: {
									poolManager: unknown;
									quoter: unknown;
									stateView: unknown;
									swapRouter: unknown;
								} | null;
								wrappedNative: unknown;
							};
							deploymentId?: string;
							dollarTokens: string[];
							explorerUrl: string | null;
							id: number;
							launchpad: {
								enabled: boolean;
							};
							name: string;
							nativeCurrency: {
								decimals: number;
								name: string;
								symbol: string;
							};
							/** @enum {string} */
							rollup?: "none" | "op-stack" | "arbitrum";
							rpcUrls: string[];
							show: boolean;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-admin-networks-chainId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				chainId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					contracts?: {
						autopilotVault?: string | null;
						dcaVault?: string | null;
						relayer?: string | null;
						rocketStaking?: string | null;
					};
					launchpad?: {
						enabled: boolean;
					};
					rpcUrls?: string[];
					show?: boolean;
				} & unknown;
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-admin-reward-rules": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The rules. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							launchpadCreate: {
								perDay: number;
								points: number;
							};
							rocket: {
								claimWindowMinutes: number;
								levels: {
									maxDailyCap: number;
									ratePerHour: number;
								}[];
							};
							trade: {
								minUsd: number;
								perDay: number;
								points: number;
							};
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-admin-reward-rules": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					launchpadCreate?: {
						perDay?: number;
						points?: number;
					};
					rocket?: {
						claimWindowMinutes?: number;
						levels?: {
							maxDailyCap: number;
							ratePerHour: number;
						}[];
					};
					trade?: {
						minUsd?: number;
						perDay?: number;
						points?: number;
					};
				} & unknown;
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-admin-settings": {
		parameters: {
			query?: {
				category?: "bridge" | "security" | "network" | "fees" | "limits" | "general";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The settings, by key. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string} */
							category: "bridge" | "security" | "network" | "fees" | "limits" | "general";
							changedAt: string | null;
							changedBy: string | null;
							default: unknown;
							doc: string | null;
							isDefault: boolean;
							isKnown: boolean;
							isValid: boolean;
							key: string;
							rule: string | null;
							value: unknown;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-admin-settings-key": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				key: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @enum {string} */
					category?: "bridge" | "security" | "network" | "fees" | "limits" | "general";
					value: unknown;
				};
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-admin-settings-key-reset": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				key: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-admin-tokens": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					address: string;
					chainId: number;
					/** @default  */
					logoURI?: string;
					name?: string;
					symbol?: string;
				};
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-admin-tokens-chainId": {
		parameters: {
			query?: {
				cursor?: string;
				hidden?: "true" | "false";
				limit?: string;
				search?: string;
			};
			header?: never;
			path: {
				chainId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							address: string;
							chainId: number;
							cmcId?: number;
							coingeckoId?: string;
							decimals: number;
							hidden?: boolean;
							logoURI: string;
							name: string;
							order?: number;
							symbol: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-admin-tokens-chainId-token": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				chainId: string;
				token: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					hidden?: boolean;
					order?: number;
				} & unknown;
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-admin-training": {
		parameters: {
			query?: {
				cursor?: string;
				intent?: string;
				limit?: string;
				rating?: "up" | "down";
				status?: "pending" | "approved" | "rejected";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-admin-training-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The candidate. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"patch-admin-training-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					note?: string | null;
					replacement?: string | null;
					revision?: number;
					/** @enum {string} */
					status: "pending" | "approved" | "rejected";
				};
			};
		};
		responses: {
			/** @description The candidate after the review. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-admin-training-bulk": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					ids: (string | {
						id: string;
						revision?: number;
					})[];
					note?: string | null;
					/** @enum {string} */
					status: "pending" | "approved" | "rejected";
				};
			};
		};
		responses: {
			/** @description The result for each candidate. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							results: {
								after: unknown;
								before: unknown;
								code: string | null;
								id: string;
								message: string | null;
								/** @enum {string} */
								outcome: "done" | "refused";
							}[];
							updated: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-admin-training-export": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The examples. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/x-ndjson": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-admin-training-stats": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The numbers of candidates. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							approved: number;
							pending: number;
							rejected: number;
							total: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-app-directory": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The groups of routes, in the order of the API specification. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							about: string;
							/** @description The part of the API specification that describes the group. */
							elsewhere: string | null;
							/** @description The path below /api; null if the API specification does not name it. */
							path: string | null;
							routes: {
								/** @description The address of the group in the API document. */
								document: string;
								method: string;
								path: string;
							}[];
							/** @enum {string} */
							state: "works" | "documented-elsewhere" | "not-implemented";
							/** @description How many times the API specification mounts the group. */
							times: number;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-auth-logout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				"application/json": {
					/** @default false */
					everywhere?: boolean;
				} & unknown;
			};
		};
		responses: {
			/** @description Done. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							ended: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-auth-nonce": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The nonce. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string;
							nonce: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-auth-refresh": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					refreshToken: string;
				};
			};
		};
		responses: {
			/** @description The session. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @description The token for the header `Authorization: Bearer`; valid for 15 minutes. */
							accessToken: string;
							accessTokenExpiresAt: string;
							/** @description The bearer token for admin routes, valid for 15 minutes; null if the wallet is not an admin. */
							adminToken: string | null;
							/** @description The token for one request to POST /api/auth/refresh within 30 days. */
							refreshToken: string;
							refreshTokenExpiresAt: string;
							sessionId: string;
							/** @enum {unknown} */
							tokenType: "Bearer";
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-auth-sessions": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The sessions. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							agent: string | null;
							chainId: number;
							createdAt: string;
							expiresAt: string;
							id: string;
							isCurrent: boolean;
							refreshedAt: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"delete-auth-sessions-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Done. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							ended: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-auth-verify": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					message: string;
					signature: string;
				};
			};
		};
		responses: {
			/** @description The session. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @description The token for the header `Authorization: Bearer`; valid for 15 minutes. */
							accessToken: string;
							accessTokenExpiresAt: string;
							/** @description The bearer token for admin routes, valid for 15 minutes; null if the wallet is not an admin. */
							adminToken: string | null;
							/** @description The token for one request to POST /api/auth/refresh within 30 days. */
							refreshToken: string;
							refreshTokenExpiresAt: string;
							sessionId: string;
							/** @enum {unknown} */
							tokenType: "Bearer";
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-balance-wallet": {
		parameters: {
			query?: {
				chainId?: string;
			};
			header?: never;
			path: {
				wallet: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The balances. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							address: string;
							chains: {
								chainId: number;
								name: string;
								readAt: string;
								tokens: {
									address: string;
									amount: string;
									balance: string;
									decimals: number;
									logoURI: string;
									name: string;
									priceUsd: string | null;
									symbol: string;
									valueUsd: string | null;
								}[];
								unread: string[];
								valueUsd: string;
							}[];
							failed: {
								chainId: number;
								code: string;
								message: string;
								name: string;
							}[];
							totalUsd: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-common-abi-contract": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				contract: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The ABI. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							type: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-common-network": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The chains, by id. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							contracts: {
								autopilotVault: string | null;
								dcaVault: string | null;
								relayer: string | null;
								rocketStaking: string | null;
							};
							explorerUrl: string | null;
							id: number;
							name: string;
							nativeCurrency: {
								decimals: number;
								name: string;
								symbol: string;
							};
							rpcUrls: string[];
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-common-token-chainId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				chainId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The tokens. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							address: string;
							chainId: number;
							cmcId?: number;
							coingeckoId?: string;
							decimals: number;
							hidden?: boolean;
							logoURI: string;
							name: string;
							order?: number;
							symbol: string;
						}[];
					};
				};
			};
			/** @description The token list has not changed since the ETag in the request; no body. */
			304: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: unknown;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-currency": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The rates. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							at: string;
							/** @enum {unknown} */
							base: "USD";
							rates: {
								[key: string]: string;
							};
							source: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-currency-code": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				code: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The rate. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							at: string;
							/** @enum {unknown} */
							base: "USD";
							currency: string;
							rate: string;
							source: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-debug-stats": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description All values are numbers. The reply has the usual envelope. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"];
				};
			};
		};
	};
	"post-defi-0x-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-0x-spender": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-0x-swap": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-1inch-approve-transaction": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-1inch-quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-1inch-swap": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-across": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-across-status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-aggregators": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The aggregators. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							broadcastsItself: boolean;
							chains: number[] | "evm-with-contracts";
							hasStatus: boolean;
							isOn: boolean;
							isRegistered: boolean;
							isSolverBased: boolean;
							/** @enum {string} */
							key: "none" | "optional" | "required";
							kinds: ("swap" | "bridge")[];
							name: string;
							offBecause: string | null;
							proxySlug: string | null;
							title: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-alchemy-pay-assign": {
		parameters: {
			query: {
				amount?: string | number;
				chainId?: string;
				country?: string;
				crypto?: string;
				cryptoAmount?: string | number;
				fiat: string;
				fiatAmount?: string | number;
				network?: string;
				paymentMethod?: string;
				side?: "buy" | "sell" | "on" | "off";
				token?: string;
				wallet: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The reference. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-alchemy-pay-assign-fiat": {
		parameters: {
			query: {
				amount?: string | number;
				chainId?: string;
				country?: string;
				crypto?: string;
				cryptoAmount?: string | number;
				fiat: string;
				fiatAmount?: string | number;
				network?: string;
				paymentMethod?: string;
				side?: "buy" | "sell" | "on" | "off";
				token?: string;
				wallet: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The reference. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-alchemy-pay-checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					redirectUrl?: string;
					/** Format: uuid */
					reference?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The checkout. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string | null;
							orderId: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
							url: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-alchemy-pay-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
				};
			};
		};
		responses: {
			/** @description The offer. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number | null;
							crypto: string;
							cryptoAmount: string;
							deliverySeconds: number | null;
							expiresAt: string | null;
							fees: {
								amount: string;
								currency: string;
								name: string;
							}[];
							fiat: string;
							fiatAmount: string;
							limits: {
								currency: string;
								max: string | null;
								min: string | null;
							} | null;
							method: {
								code: string;
								/** @enum {string} */
								kind: "card" | "bank" | "wallet" | "other";
								name: string;
							} | null;
							network: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							quoteId: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							title: string;
							token: string | null;
							totalFee: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-alchemy-pay-save-crypto": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue that is stored now. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							coins: number;
							fetchedAt: string | null;
							fiats: number;
							isReplaced: boolean;
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							unmapped: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-alchemy-pay-save-fiat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue that is stored now. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							coins: number;
							fetchedAt: string | null;
							fiats: number;
							isReplaced: boolean;
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							unmapped: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-alchemy-pay-sign": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": unknown;
			};
		};
		responses: {
			/** @description The signature, and the URL that was signed. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							appId: string;
							sign: string;
							timestamp: string;
							url: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-alchemy-pay-webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The reply that the provider expects. After any other reply, the provider sends the webhook again. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/plain;charset=utf-8": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-alchemy-pay-webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": Record<string, never>;
			};
		};
		responses: {
			/** @description The reply that the provider expects. After any other reply, the provider sends the webhook again. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/plain;charset=utf-8": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-autopilot-chainId-agentId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				agentId: string;
				chainId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The agent. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							agentId: number | null;
							balances: {
								[key: string]: string;
							};
							chainId: number;
							costBasis: {
								[key: string]: {
									/** @description Base units, as a decimal string. */
									cost: string;
									/** @description Base units, as a decimal string. */
									quantity: string;
								};
							};
							createdAt: string | null;
							evaluation: {
								at: string;
								outcomes: {
									[key: string]: {
										detail: string;
										kind: string;
										numbers: {
											[key: string]: string;
										};
									};
								};
								trade: {
									[key: string]: unknown;
								} | null;
							};
							id: string;
							lastFailure: {
								at: string | null;
								message: string;
							} | null;
							lastFillAt: {
								[key: string]: string | null;
							};
							onChain: {
								[key: string]: unknown;
							} | null;
							paper: boolean;
							phase: string;
							policy: {
								allowTokens: string[];
								/** @description An EVM address. */
								budgetToken: string;
								chainId: number;
								limits: {
									/** @description Unix seconds. */
									expiry: number;
									maxPerDayUsd: number;
									maxPerTradeUsd: number;
									maxTradesPerDay: number;
								};
								paper?: boolean;
								protections?: {
									exitsOnly?: boolean;
									/** @description Basis points (hundredths of a percent). */
									maxDrawdownBps?: number;
									maxLosses?: {
										count: number;
										pauseSeconds: number;
										windowSeconds: number;
									};
									stopCooldownSeconds?: number;
								};
								safety: {
									minTokenScore: number;
								};
								/** @description Basis points (hundredths of a percent). */
								slippageBps: number;
								strategies: ({
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									maxRuns?: number;
									note?: string;
									/** @description Unix seconds. */
									startAt?: number;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dca";
								} | {
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									cooldownSeconds: number;
									/** @description Basis points (hundredths of a percent). */
									dropBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									lookbackSeconds: number;
									note?: string;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dip_buy";
								} | {
									cooldownSeconds: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Basis points (hundredths of a percent). */
									gainBps?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @enum {unknown} */
									type: "take_profit";
								} | {
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									/** @description Basis points (hundredths of a percent). */
									lossBps?: number;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @description Basis points (hundredths of a percent). */
									trailBps?: number;
									/** @enum {unknown} */
									type: "stop_loss";
								} | {
									/** @description Basis points (hundredths of a percent). */
									driftBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									note?: string;
									/** @enum {unknown} */
									type: "rebalance";
									weights: {
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										weightBps: number;
									}[];
								})[];
								/** @enum {unknown} */
								version: 1;
								/** @description An EVM address. */
								wallet: string;
							};
							policyHash: string;
							protection: {
								[key: string]: unknown;
							};
							/** @enum {string} */
							status: "active" | "paused";
							strategies: {
								cooldownUntil: string | null;
								id: string;
								lastFillAt: string | null;
								nextAt: string | null;
								outcome: string | null;
								outcomeSince: string | null;
								runs: number;
								type: string;
							}[];
							syncedAt: string | null;
							trade: {
								[key: string]: unknown;
							} | null;
							updatedAt: string | null;
							vault: string | null;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-autopilot-chainId-agentId-activity": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
			};
			header?: never;
			path: {
				agentId: string;
				chainId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The activity feed. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							at: string;
							id: string;
							/** @enum {string} */
							kind: "trade" | "failure" | "safety-block" | "protection" | "protection-end" | "policy-change" | "pause" | "resume" | "sync" | "expiry-warning" | "deposit" | "withdrawal" | "set-active" | "owner-bound";
							reason: string;
							strategyId: string | null;
							takenBackAt?: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-backtest": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					budget: string | number;
					/** @default 30 */
					feeBps?: number;
					policy: {
						allowTokens: string[];
						/** @description An EVM address. */
						budgetToken: string;
						chainId: number;
						limits: {
							/** @description Unix seconds. */
							expiry: number;
							maxPerDayUsd: number;
							maxPerTradeUsd: number;
							maxTradesPerDay: number;
						};
						paper?: boolean;
						protections?: {
							exitsOnly?: boolean;
							/** @description Basis points (hundredths of a percent). */
							maxDrawdownBps?: number;
							maxLosses?: {
								count: number;
								pauseSeconds: number;
								windowSeconds: number;
							};
							stopCooldownSeconds?: number;
						};
						safety: {
							minTokenScore: number;
						};
						/** @description Basis points (hundredths of a percent). */
						slippageBps: number;
						strategies: ({
							/** @description Decimal string above 0, such as "12.5". */
							amount: string;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							intervalSeconds: number;
							maxRuns?: number;
							note?: string;
							/** @description Unix seconds. */
							startAt?: number;
							/** @description An EVM address. */
							tokenOut: string;
							/** @enum {unknown} */
							type: "dca";
						} | {
							/** @description Decimal string above 0, such as "12.5". */
							amount: string;
							cooldownSeconds: number;
							/** @description Basis points (hundredths of a percent). */
							dropBps: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							lookbackSeconds: number;
							note?: string;
							/** @description An EVM address. */
							tokenOut: string;
							/** @enum {unknown} */
							type: "dip_buy";
						} | {
							cooldownSeconds: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Basis points (hundredths of a percent). */
							gainBps?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							note?: string;
							/** @description Decimal string above 0, such as "12.5". */
							priceUsd?: string;
							/** @description Basis points (hundredths of a percent). */
							sellBps: number;
							/** @description An EVM address. */
							token: string;
							/** @enum {unknown} */
							type: "take_profit";
						} | {
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							/** @description Basis points (hundredths of a percent). */
							lossBps?: number;
							note?: string;
							/** @description Decimal string above 0, such as "12.5". */
							priceUsd?: string;
							/** @description Basis points (hundredths of a percent). */
							sellBps: number;
							/** @description An EVM address. */
							token: string;
							/** @description Basis points (hundredths of a percent). */
							trailBps?: number;
							/** @enum {unknown} */
							type: "stop_loss";
						} | {
							/** @description Basis points (hundredths of a percent). */
							driftBps: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							intervalSeconds: number;
							note?: string;
							/** @enum {unknown} */
							type: "rebalance";
							weights: {
								/** @description An EVM address. */
								token: string;
								/** @description Basis points (hundredths of a percent). */
								weightBps: number;
							}[];
						})[];
						/** @enum {unknown} */
						version: 1;
						/** @description An EVM address. */
						wallet: string;
					};
					prices?: unknown;
					recorded?: {
						from: string;
						to: string;
					};
					/** @default 10 */
					slippageBps?: number;
					vaultFeeBps?: number;
				};
			};
		};
		responses: {
			/** @description The event stream. The schema describes the data of the `end` event. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/event-stream": {
						equity: {
							at: string;
							value: number;
						}[];
						summary: {
							[key: string]: unknown;
						};
						svg: string;
						trades: {
							[key: string]: unknown;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-confirm": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId: number;
					txHash: string;
				};
			};
		};
		responses: {
			/** @description The agent. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							agentId: number | null;
							balances: {
								[key: string]: string;
							};
							chainId: number;
							costBasis: {
								[key: string]: {
									/** @description Base units, as a decimal string. */
									cost: string;
									/** @description Base units, as a decimal string. */
									quantity: string;
								};
							};
							createdAt: string | null;
							id: string;
							lastFailure: {
								at: string | null;
								message: string;
							} | null;
							lastFillAt: {
								[key: string]: string | null;
							};
							onChain: {
								[key: string]: unknown;
							} | null;
							paper: boolean;
							phase: string;
							policy: {
								allowTokens: string[];
								/** @description An EVM address. */
								budgetToken: string;
								chainId: number;
								limits: {
									/** @description Unix seconds. */
									expiry: number;
									maxPerDayUsd: number;
									maxPerTradeUsd: number;
									maxTradesPerDay: number;
								};
								paper?: boolean;
								protections?: {
									exitsOnly?: boolean;
									/** @description Basis points (hundredths of a percent). */
									maxDrawdownBps?: number;
									maxLosses?: {
										count: number;
										pauseSeconds: number;
										windowSeconds: number;
									};
									stopCooldownSeconds?: number;
								};
								safety: {
									minTokenScore: number;
								};
								/** @description Basis points (hundredths of a percent). */
								slippageBps: number;
								strategies: ({
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									maxRuns?: number;
									note?: string;
									/** @description Unix seconds. */
									startAt?: number;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dca";
								} | {
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									cooldownSeconds: number;
									/** @description Basis points (hundredths of a percent). */
									dropBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									lookbackSeconds: number;
									note?: string;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dip_buy";
								} | {
									cooldownSeconds: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Basis points (hundredths of a percent). */
									gainBps?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @enum {unknown} */
									type: "take_profit";
								} | {
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									/** @description Basis points (hundredths of a percent). */
									lossBps?: number;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @description Basis points (hundredths of a percent). */
									trailBps?: number;
									/** @enum {unknown} */
									type: "stop_loss";
								} | {
									/** @description Basis points (hundredths of a percent). */
									driftBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									note?: string;
									/** @enum {unknown} */
									type: "rebalance";
									weights: {
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										weightBps: number;
									}[];
								})[];
								/** @enum {unknown} */
								version: 1;
								/** @description An EVM address. */
								wallet: string;
							};
							policyHash: string;
							protection: {
								[key: string]: unknown;
							};
							/** @enum {string} */
							status: "active" | "paused";
							strategies: {
								cooldownUntil: string | null;
								id: string;
								lastFillAt: string | null;
								nextAt: string | null;
								outcome: string | null;
								outcomeSince: string | null;
								runs: number;
								type: string;
							}[];
							syncedAt: string | null;
							trade: {
								[key: string]: unknown;
							} | null;
							updatedAt: string | null;
							vault: string | null;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-create": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default 0 */
					depositAmount?: string | number;
					policy: {
						allowTokens: string[];
						/** @description An EVM address. */
						budgetToken: string;
						chainId: number;
						limits: {
							/** @description Unix seconds. */
							expiry: number;
							maxPerDayUsd: number;
							maxPerTradeUsd: number;
							maxTradesPerDay: number;
						};
						paper?: boolean;
						protections?: {
							exitsOnly?: boolean;
							/** @description Basis points (hundredths of a percent). */
							maxDrawdownBps?: number;
							maxLosses?: {
								count: number;
								pauseSeconds: number;
								windowSeconds: number;
							};
							stopCooldownSeconds?: number;
						};
						safety: {
							minTokenScore: number;
						};
						/** @description Basis points (hundredths of a percent). */
						slippageBps: number;
						strategies: ({
							/** @description Decimal string above 0, such as "12.5". */
							amount: string;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							intervalSeconds: number;
							maxRuns?: number;
							note?: string;
							/** @description Unix seconds. */
							startAt?: number;
							/** @description An EVM address. */
							tokenOut: string;
							/** @enum {unknown} */
							type: "dca";
						} | {
							/** @description Decimal string above 0, such as "12.5". */
							amount: string;
							cooldownSeconds: number;
							/** @description Basis points (hundredths of a percent). */
							dropBps: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							lookbackSeconds: number;
							note?: string;
							/** @description An EVM address. */
							tokenOut: string;
							/** @enum {unknown} */
							type: "dip_buy";
						} | {
							cooldownSeconds: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Basis points (hundredths of a percent). */
							gainBps?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							note?: string;
							/** @description Decimal string above 0, such as "12.5". */
							priceUsd?: string;
							/** @description Basis points (hundredths of a percent). */
							sellBps: number;
							/** @description An EVM address. */
							token: string;
							/** @enum {unknown} */
							type: "take_profit";
						} | {
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							/** @description Basis points (hundredths of a percent). */
							lossBps?: number;
							note?: string;
							/** @description Decimal string above 0, such as "12.5". */
							priceUsd?: string;
							/** @description Basis points (hundredths of a percent). */
							sellBps: number;
							/** @description An EVM address. */
							token: string;
							/** @description Basis points (hundredths of a percent). */
							trailBps?: number;
							/** @enum {unknown} */
							type: "stop_loss";
						} | {
							/** @description Basis points (hundredths of a percent). */
							driftBps: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							intervalSeconds: number;
							note?: string;
							/** @enum {unknown} */
							type: "rebalance";
							weights: {
								/** @description An EVM address. */
								token: string;
								/** @description Basis points (hundredths of a percent). */
								weightBps: number;
							}[];
						})[];
						/** @enum {unknown} */
						version: 1;
						/** @description An EVM address. */
						wallet: string;
					};
					policyHash: string;
					policySignature: string;
					/** @description EIP-191 personal_sign (or ERC-1271, ERC-6492) over "<brand> <action> <SHA-256 of the canonical body> <timestamp>". */
					signature: string;
					/** @description The time of signing in unix milliseconds, at most 5 minutes from now. The signed message contains it unchanged. */
					timestamp: number | string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description Recorded. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							agent: {
								_id: string;
								agentId: number | null;
								balances: {
									[key: string]: string;
								};
								chainId: number;
								costBasis: {
									[key: string]: {
										/** @description Base units, as a decimal string. */
										cost: string;
										/** @description Base units, as a decimal string. */
										quantity: string;
									};
								};
								createdAt: string | null;
								id: string;
								lastFailure: {
									at: string | null;
									message: string;
								} | null;
								lastFillAt: {
									[key: string]: string | null;
								};
								onChain: {
									[key: string]: unknown;
								} | null;
								paper: boolean;
								phase: string;
								policy: {
									allowTokens: string[];
									/** @description An EVM address. */
									budgetToken: string;
									chainId: number;
									limits: {
										/** @description Unix seconds. */
										expiry: number;
										maxPerDayUsd: number;
										maxPerTradeUsd: number;
										maxTradesPerDay: number;
									};
									paper?: boolean;
									protections?: {
										exitsOnly?: boolean;
										/** @description Basis points (hundredths of a percent). */
										maxDrawdownBps?: number;
										maxLosses?: {
											count: number;
											pauseSeconds: number;
											windowSeconds: number;
										};
										stopCooldownSeconds?: number;
									};
									safety: {
										minTokenScore: number;
									};
									/** @description Basis points (hundredths of a percent). */
									slippageBps: number;
									strategies: ({
										/** @description Decimal string above 0, such as "12.5". */
										amount: string;
										enabled?: boolean;
										/** @description Unix seconds. */
										expiresAt?: number;
										/** @description Unique within the policy. The order of strategies is their precedence. */
										id: string;
										intervalSeconds: number;
										maxRuns?: number;
										note?: string;
										/** @description Unix seconds. */
										startAt?: number;
										/** @description An EVM address. */
										tokenOut: string;
										/** @enum {unknown} */
										type: "dca";
									} | {
										/** @description Decimal string above 0, such as "12.5". */
										amount: string;
										cooldownSeconds: number;
										/** @description Basis points (hundredths of a percent). */
										dropBps: number;
										enabled?: boolean;
										/** @description Unix seconds. */
										expiresAt?: number;
										/** @description Unique within the policy. The order of strategies is their precedence. */
										id: string;
										lookbackSeconds: number;
										note?: string;
										/** @description An EVM address. */
										tokenOut: string;
										/** @enum {unknown} */
										type: "dip_buy";
									} | {
										cooldownSeconds: number;
										enabled?: boolean;
										/** @description Unix seconds. */
										expiresAt?: number;
										/** @description Basis points (hundredths of a percent). */
										gainBps?: number;
										/** @description Unique within the policy. The order of strategies is their precedence. */
										id: string;
										note?: string;
										/** @description Decimal string above 0, such as "12.5". */
										priceUsd?: string;
										/** @description Basis points (hundredths of a percent). */
										sellBps: number;
										/** @description An EVM address. */
										token: string;
										/** @enum {unknown} */
										type: "take_profit";
									} | {
										enabled?: boolean;
										/** @description Unix seconds. */
										expiresAt?: number;
										/** @description Unique within the policy. The order of strategies is their precedence. */
										id: string;
										/** @description Basis points (hundredths of a percent). */
										lossBps?: number;
										note?: string;
										/** @description Decimal string above 0, such as "12.5". */
										priceUsd?: string;
										/** @description Basis points (hundredths of a percent). */
										sellBps: number;
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										trailBps?: number;
										/** @enum {unknown} */
										type: "stop_loss";
									} | {
										/** @description Basis points (hundredths of a percent). */
										driftBps: number;
										enabled?: boolean;
										/** @description Unix seconds. */
										expiresAt?: number;
										/** @description Unique within the policy. The order of strategies is their precedence. */
										id: string;
										intervalSeconds: number;
										note?: string;
										/** @enum {unknown} */
										type: "rebalance";
										weights: {
											/** @description An EVM address. */
											token: string;
											/** @description Basis points (hundredths of a percent). */
											weightBps: number;
										}[];
									})[];
									/** @enum {unknown} */
									version: 1;
									/** @description An EVM address. */
									wallet: string;
								};
								policyHash: string;
								protection: {
									[key: string]: unknown;
								};
								/** @enum {string} */
								status: "active" | "paused";
								strategies: {
									cooldownUntil: string | null;
									id: string;
									lastFillAt: string | null;
									nextAt: string | null;
									outcome: string | null;
									outcomeSince: string | null;
									runs: number;
									type: string;
								}[];
								syncedAt: string | null;
								trade: {
									[key: string]: unknown;
								} | null;
								updatedAt: string | null;
								vault: string | null;
								wallet: string;
							};
							approval?: {
								/** @description Base units, as a decimal string. */
								amount: string;
								spender: string;
								token: string;
							} | null;
							chainId: number;
							createAgent?: {
								args: {
									[key: string]: unknown;
								};
								data: string;
								functionName: string;
								to: string;
							};
							/** @description Base units, as a decimal string. */
							depositAmount?: string;
							id: string;
							limits: {
								expiry: number;
								/** @description Base units, as a decimal string. */
								maxPerDay: string;
								/** @description Base units, as a decimal string. */
								maxPerTrade: string;
								maxTradesPerDay: number;
								price: {
									at: string;
									source: string;
									usd: string;
								};
							};
							policyHash: string;
							status: string;
							vault?: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-explain-chainId-agentId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				agentId: string;
				chainId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The evaluation. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							at: string;
							outcomes: {
								[key: string]: {
									detail: string;
									kind: string;
									numbers: {
										[key: string]: string;
									};
								};
							};
							trade: {
								[key: string]: unknown;
							} | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-autopilot-list-wallet": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				wallet: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The agents. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							agentId: number | null;
							balances: {
								[key: string]: string;
							};
							chainId: number;
							costBasis: {
								[key: string]: {
									/** @description Base units, as a decimal string. */
									cost: string;
									/** @description Base units, as a decimal string. */
									quantity: string;
								};
							};
							createdAt: string | null;
							id: string;
							lastFailure: {
								at: string | null;
								message: string;
							} | null;
							lastFillAt: {
								[key: string]: string | null;
							};
							onChain: {
								[key: string]: unknown;
							} | null;
							paper: boolean;
							phase: string;
							policy: {
								allowTokens: string[];
								/** @description An EVM address. */
								budgetToken: string;
								chainId: number;
								limits: {
									/** @description Unix seconds. */
									expiry: number;
									maxPerDayUsd: number;
									maxPerTradeUsd: number;
									maxTradesPerDay: number;
								};
								paper?: boolean;
								protections?: {
									exitsOnly?: boolean;
									/** @description Basis points (hundredths of a percent). */
									maxDrawdownBps?: number;
									maxLosses?: {
										count: number;
										pauseSeconds: number;
										windowSeconds: number;
									};
									stopCooldownSeconds?: number;
								};
								safety: {
									minTokenScore: number;
								};
								/** @description Basis points (hundredths of a percent). */
								slippageBps: number;
								strategies: ({
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									maxRuns?: number;
									note?: string;
									/** @description Unix seconds. */
									startAt?: number;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dca";
								} | {
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									cooldownSeconds: number;
									/** @description Basis points (hundredths of a percent). */
									dropBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									lookbackSeconds: number;
									note?: string;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dip_buy";
								} | {
									cooldownSeconds: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Basis points (hundredths of a percent). */
									gainBps?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @enum {unknown} */
									type: "take_profit";
								} | {
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									/** @description Basis points (hundredths of a percent). */
									lossBps?: number;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @description Basis points (hundredths of a percent). */
									trailBps?: number;
									/** @enum {unknown} */
									type: "stop_loss";
								} | {
									/** @description Basis points (hundredths of a percent). */
									driftBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									note?: string;
									/** @enum {unknown} */
									type: "rebalance";
									weights: {
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										weightBps: number;
									}[];
								})[];
								/** @enum {unknown} */
								version: 1;
								/** @description An EVM address. */
								wallet: string;
							};
							policyHash: string;
							protection: {
								[key: string]: unknown;
							};
							/** @enum {string} */
							status: "active" | "paused";
							strategies: {
								cooldownUntil: string | null;
								id: string;
								lastFillAt: string | null;
								nextAt: string | null;
								outcome: string | null;
								outcomeSince: string | null;
								runs: number;
								type: string;
							}[];
							syncedAt: string | null;
							trade: {
								[key: string]: unknown;
							} | null;
							updatedAt: string | null;
							vault: string | null;
							wallet: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-pause-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					agentId?: string | number;
					/** @description EIP-191 personal_sign (or ERC-1271, ERC-6492) over "<brand> <action> <SHA-256 of the canonical body> <timestamp>". */
					signature: string;
					/** @description The time of signing in unix milliseconds, at most 5 minutes from now. The signed message contains it unchanged. */
					timestamp: number | string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The agent. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							agentId: number | null;
							balances: {
								[key: string]: string;
							};
							chainId: number;
							costBasis: {
								[key: string]: {
									/** @description Base units, as a decimal string. */
									cost: string;
									/** @description Base units, as a decimal string. */
									quantity: string;
								};
							};
							createdAt: string | null;
							id: string;
							lastFailure: {
								at: string | null;
								message: string;
							} | null;
							lastFillAt: {
								[key: string]: string | null;
							};
							onChain: {
								[key: string]: unknown;
							} | null;
							paper: boolean;
							phase: string;
							policy: {
								allowTokens: string[];
								/** @description An EVM address. */
								budgetToken: string;
								chainId: number;
								limits: {
									/** @description Unix seconds. */
									expiry: number;
									maxPerDayUsd: number;
									maxPerTradeUsd: number;
									maxTradesPerDay: number;
								};
								paper?: boolean;
								protections?: {
									exitsOnly?: boolean;
									/** @description Basis points (hundredths of a percent). */
									maxDrawdownBps?: number;
									maxLosses?: {
										count: number;
										pauseSeconds: number;
										windowSeconds: number;
									};
									stopCooldownSeconds?: number;
								};
								safety: {
									minTokenScore: number;
								};
								/** @description Basis points (hundredths of a percent). */
								slippageBps: number;
								strategies: ({
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									maxRuns?: number;
									note?: string;
									/** @description Unix seconds. */
									startAt?: number;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dca";
								} | {
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									cooldownSeconds: number;
									/** @description Basis points (hundredths of a percent). */
									dropBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									lookbackSeconds: number;
									note?: string;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dip_buy";
								} | {
									cooldownSeconds: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Basis points (hundredths of a percent). */
									gainBps?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @enum {unknown} */
									type: "take_profit";
								} | {
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									/** @description Basis points (hundredths of a percent). */
									lossBps?: number;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @description Basis points (hundredths of a percent). */
									trailBps?: number;
									/** @enum {unknown} */
									type: "stop_loss";
								} | {
									/** @description Basis points (hundredths of a percent). */
									driftBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									note?: string;
									/** @enum {unknown} */
									type: "rebalance";
									weights: {
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										weightBps: number;
									}[];
								})[];
								/** @enum {unknown} */
								version: 1;
								/** @description An EVM address. */
								wallet: string;
							};
							policyHash: string;
							protection: {
								[key: string]: unknown;
							};
							/** @enum {string} */
							status: "active" | "paused";
							strategies: {
								cooldownUntil: string | null;
								id: string;
								lastFillAt: string | null;
								nextAt: string | null;
								outcome: string | null;
								outcomeSince: string | null;
								runs: number;
								type: string;
							}[];
							syncedAt: string | null;
							trade: {
								[key: string]: unknown;
							} | null;
							updatedAt: string | null;
							vault: string | null;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-preview": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					depositAmount?: string | number;
					policyDraft: {
						allowTokens: string[];
						/** @description An EVM address. */
						budgetToken: string;
						chainId: number;
						limits: {
							/** @description Unix seconds. */
							expiry: number;
							maxPerDayUsd: number;
							maxPerTradeUsd: number;
							maxTradesPerDay: number;
						};
						paper?: boolean;
						protections?: {
							exitsOnly?: boolean;
							/** @description Basis points (hundredths of a percent). */
							maxDrawdownBps?: number;
							maxLosses?: {
								count: number;
								pauseSeconds: number;
								windowSeconds: number;
							};
							stopCooldownSeconds?: number;
						};
						safety: {
							minTokenScore: number;
						};
						/** @description Basis points (hundredths of a percent). */
						slippageBps: number;
						strategies: ({
							/** @description Decimal string above 0, such as "12.5". */
							amount: string;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							intervalSeconds: number;
							maxRuns?: number;
							note?: string;
							/** @description Unix seconds. */
							startAt?: number;
							/** @description An EVM address. */
							tokenOut: string;
							/** @enum {unknown} */
							type: "dca";
						} | {
							/** @description Decimal string above 0, such as "12.5". */
							amount: string;
							cooldownSeconds: number;
							/** @description Basis points (hundredths of a percent). */
							dropBps: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							lookbackSeconds: number;
							note?: string;
							/** @description An EVM address. */
							tokenOut: string;
							/** @enum {unknown} */
							type: "dip_buy";
						} | {
							cooldownSeconds: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Basis points (hundredths of a percent). */
							gainBps?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							note?: string;
							/** @description Decimal string above 0, such as "12.5". */
							priceUsd?: string;
							/** @description Basis points (hundredths of a percent). */
							sellBps: number;
							/** @description An EVM address. */
							token: string;
							/** @enum {unknown} */
							type: "take_profit";
						} | {
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							/** @description Basis points (hundredths of a percent). */
							lossBps?: number;
							note?: string;
							/** @description Decimal string above 0, such as "12.5". */
							priceUsd?: string;
							/** @description Basis points (hundredths of a percent). */
							sellBps: number;
							/** @description An EVM address. */
							token: string;
							/** @description Basis points (hundredths of a percent). */
							trailBps?: number;
							/** @enum {unknown} */
							type: "stop_loss";
						} | {
							/** @description Basis points (hundredths of a percent). */
							driftBps: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							intervalSeconds: number;
							note?: string;
							/** @enum {unknown} */
							type: "rebalance";
							weights: {
								/** @description An EVM address. */
								token: string;
								/** @description Basis points (hundredths of a percent). */
								weightBps: number;
							}[];
						})[];
						/** @enum {unknown} */
						version: 1;
						/** @description An EVM address. */
						wallet: string;
					};
				};
			};
		};
		responses: {
			/** @description The policy is valid. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							feeBps: number | null;
							limits: {
								expiry: number;
								/** @description Base units, as a decimal string. */
								maxPerDay: string;
								/** @description Base units, as a decimal string. */
								maxPerTrade: string;
								maxTradesPerDay: number;
								price: {
									at: string;
									source: string;
									usd: string;
								};
							};
							policy: {
								allowTokens: string[];
								/** @description An EVM address. */
								budgetToken: string;
								chainId: number;
								limits: {
									/** @description Unix seconds. */
									expiry: number;
									maxPerDayUsd: number;
									maxPerTradeUsd: number;
									maxTradesPerDay: number;
								};
								paper?: boolean;
								protections?: {
									exitsOnly?: boolean;
									/** @description Basis points (hundredths of a percent). */
									maxDrawdownBps?: number;
									maxLosses?: {
										count: number;
										pauseSeconds: number;
										windowSeconds: number;
									};
									stopCooldownSeconds?: number;
								};
								safety: {
									minTokenScore: number;
								};
								/** @description Basis points (hundredths of a percent). */
								slippageBps: number;
								strategies: ({
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									maxRuns?: number;
									note?: string;
									/** @description Unix seconds. */
									startAt?: number;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dca";
								} | {
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									cooldownSeconds: number;
									/** @description Basis points (hundredths of a percent). */
									dropBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									lookbackSeconds: number;
									note?: string;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dip_buy";
								} | {
									cooldownSeconds: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Basis points (hundredths of a percent). */
									gainBps?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @enum {unknown} */
									type: "take_profit";
								} | {
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									/** @description Basis points (hundredths of a percent). */
									lossBps?: number;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @description Basis points (hundredths of a percent). */
									trailBps?: number;
									/** @enum {unknown} */
									type: "stop_loss";
								} | {
									/** @description Basis points (hundredths of a percent). */
									driftBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									note?: string;
									/** @enum {unknown} */
									type: "rebalance";
									weights: {
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										weightBps: number;
									}[];
								})[];
								/** @enum {unknown} */
								version: 1;
								/** @description An EVM address. */
								wallet: string;
							};
							policyHash: string;
							policyMessage: string;
							vault: string | null;
							warnings: {
								code: string;
								message: string;
								path: string;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-autopilot-price-chainId-token": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				chainId: string;
				token: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The price. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							at: string;
							chainId: number;
							doubt: string | null;
							isTrusted: boolean;
							priceUsd: string;
							source: string;
							token: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-resume-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					agentId?: string | number;
					/** @description EIP-191 personal_sign (or ERC-1271, ERC-6492) over "<brand> <action> <SHA-256 of the canonical body> <timestamp>". */
					signature: string;
					/** @description The time of signing in unix milliseconds, at most 5 minutes from now. The signed message contains it unchanged. */
					timestamp: number | string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The agent. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							agentId: number | null;
							balances: {
								[key: string]: string;
							};
							chainId: number;
							costBasis: {
								[key: string]: {
									/** @description Base units, as a decimal string. */
									cost: string;
									/** @description Base units, as a decimal string. */
									quantity: string;
								};
							};
							createdAt: string | null;
							id: string;
							lastFailure: {
								at: string | null;
								message: string;
							} | null;
							lastFillAt: {
								[key: string]: string | null;
							};
							onChain: {
								[key: string]: unknown;
							} | null;
							paper: boolean;
							phase: string;
							policy: {
								allowTokens: string[];
								/** @description An EVM address. */
								budgetToken: string;
								chainId: number;
								limits: {
									/** @description Unix seconds. */
									expiry: number;
									maxPerDayUsd: number;
									maxPerTradeUsd: number;
									maxTradesPerDay: number;
								};
								paper?: boolean;
								protections?: {
									exitsOnly?: boolean;
									/** @description Basis points (hundredths of a percent). */
									maxDrawdownBps?: number;
									maxLosses?: {
										count: number;
										pauseSeconds: number;
										windowSeconds: number;
									};
									stopCooldownSeconds?: number;
								};
								safety: {
									minTokenScore: number;
								};
								/** @description Basis points (hundredths of a percent). */
								slippageBps: number;
								strategies: ({
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									maxRuns?: number;
									note?: string;
									/** @description Unix seconds. */
									startAt?: number;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dca";
								} | {
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									cooldownSeconds: number;
									/** @description Basis points (hundredths of a percent). */
									dropBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									lookbackSeconds: number;
									note?: string;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dip_buy";
								} | {
									cooldownSeconds: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Basis points (hundredths of a percent). */
									gainBps?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @enum {unknown} */
									type: "take_profit";
								} | {
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									/** @description Basis points (hundredths of a percent). */
									lossBps?: number;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @description Basis points (hundredths of a percent). */
									trailBps?: number;
									/** @enum {unknown} */
									type: "stop_loss";
								} | {
									/** @description Basis points (hundredths of a percent). */
									driftBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									note?: string;
									/** @enum {unknown} */
									type: "rebalance";
									weights: {
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										weightBps: number;
									}[];
								})[];
								/** @enum {unknown} */
								version: 1;
								/** @description An EVM address. */
								wallet: string;
							};
							policyHash: string;
							protection: {
								[key: string]: unknown;
							};
							/** @enum {string} */
							status: "active" | "paused";
							strategies: {
								cooldownUntil: string | null;
								id: string;
								lastFillAt: string | null;
								nextAt: string | null;
								outcome: string | null;
								outcomeSince: string | null;
								runs: number;
								type: string;
							}[];
							syncedAt: string | null;
							trade: {
								[key: string]: unknown;
							} | null;
							updatedAt: string | null;
							vault: string | null;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-sync-chainId-agentId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				agentId: string;
				chainId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The agent. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							agentId: number | null;
							balances: {
								[key: string]: string;
							};
							chainId: number;
							costBasis: {
								[key: string]: {
									/** @description Base units, as a decimal string. */
									cost: string;
									/** @description Base units, as a decimal string. */
									quantity: string;
								};
							};
							createdAt: string | null;
							id: string;
							lastFailure: {
								at: string | null;
								message: string;
							} | null;
							lastFillAt: {
								[key: string]: string | null;
							};
							onChain: {
								[key: string]: unknown;
							} | null;
							paper: boolean;
							phase: string;
							policy: {
								allowTokens: string[];
								/** @description An EVM address. */
								budgetToken: string;
								chainId: number;
								limits: {
									/** @description Unix seconds. */
									expiry: number;
									maxPerDayUsd: number;
									maxPerTradeUsd: number;
									maxTradesPerDay: number;
								};
								paper?: boolean;
								protections?: {
									exitsOnly?: boolean;
									/** @description Basis points (hundredths of a percent). */
									maxDrawdownBps?: number;
									maxLosses?: {
										count: number;
										pauseSeconds: number;
										windowSeconds: number;
									};
									stopCooldownSeconds?: number;
								};
								safety: {
									minTokenScore: number;
								};
								/** @description Basis points (hundredths of a percent). */
								slippageBps: number;
								strategies: ({
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									maxRuns?: number;
									note?: string;
									/** @description Unix seconds. */
									startAt?: number;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dca";
								} | {
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									cooldownSeconds: number;
									/** @description Basis points (hundredths of a percent). */
									dropBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									lookbackSeconds: number;
									note?: string;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dip_buy";
								} | {
									cooldownSeconds: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Basis points (hundredths of a percent). */
									gainBps?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @enum {unknown} */
									type: "take_profit";
								} | {
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									/** @description Basis points (hundredths of a percent). */
									lossBps?: number;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @description Basis points (hundredths of a percent). */
									trailBps?: number;
									/** @enum {unknown} */
									type: "stop_loss";
								} | {
									/** @description Basis points (hundredths of a percent). */
									driftBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									note?: string;
									/** @enum {unknown} */
									type: "rebalance";
									weights: {
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										weightBps: number;
									}[];
								})[];
								/** @enum {unknown} */
								version: 1;
								/** @description An EVM address. */
								wallet: string;
							};
							policyHash: string;
							protection: {
								[key: string]: unknown;
							};
							/** @enum {string} */
							status: "active" | "paused";
							strategies: {
								cooldownUntil: string | null;
								id: string;
								lastFillAt: string | null;
								nextAt: string | null;
								outcome: string | null;
								outcomeSince: string | null;
								runs: number;
								type: string;
							}[];
							syncedAt: string | null;
							trade: {
								[key: string]: unknown;
							} | null;
							updatedAt: string | null;
							vault: string | null;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-autopilot-update-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					agentId?: string | number;
					policy: {
						allowTokens: string[];
						/** @description An EVM address. */
						budgetToken: string;
						chainId: number;
						limits: {
							/** @description Unix seconds. */
							expiry: number;
							maxPerDayUsd: number;
							maxPerTradeUsd: number;
							maxTradesPerDay: number;
						};
						paper?: boolean;
						protections?: {
							exitsOnly?: boolean;
							/** @description Basis points (hundredths of a percent). */
							maxDrawdownBps?: number;
							maxLosses?: {
								count: number;
								pauseSeconds: number;
								windowSeconds: number;
							};
							stopCooldownSeconds?: number;
						};
						safety: {
							minTokenScore: number;
						};
						/** @description Basis points (hundredths of a percent). */
						slippageBps: number;
						strategies: ({
							/** @description Decimal string above 0, such as "12.5". */
							amount: string;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							intervalSeconds: number;
							maxRuns?: number;
							note?: string;
							/** @description Unix seconds. */
							startAt?: number;
							/** @description An EVM address. */
							tokenOut: string;
							/** @enum {unknown} */
							type: "dca";
						} | {
							/** @description Decimal string above 0, such as "12.5". */
							amount: string;
							cooldownSeconds: number;
							/** @description Basis points (hundredths of a percent). */
							dropBps: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							lookbackSeconds: number;
							note?: string;
							/** @description An EVM address. */
							tokenOut: string;
							/** @enum {unknown} */
							type: "dip_buy";
						} | {
							cooldownSeconds: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Basis points (hundredths of a percent). */
							gainBps?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							note?: string;
							/** @description Decimal string above 0, such as "12.5". */
							priceUsd?: string;
							/** @description Basis points (hundredths of a percent). */
							sellBps: number;
							/** @description An EVM address. */
							token: string;
							/** @enum {unknown} */
							type: "take_profit";
						} | {
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							/** @description Basis points (hundredths of a percent). */
							lossBps?: number;
							note?: string;
							/** @description Decimal string above 0, such as "12.5". */
							priceUsd?: string;
							/** @description Basis points (hundredths of a percent). */
							sellBps: number;
							/** @description An EVM address. */
							token: string;
							/** @description Basis points (hundredths of a percent). */
							trailBps?: number;
							/** @enum {unknown} */
							type: "stop_loss";
						} | {
							/** @description Basis points (hundredths of a percent). */
							driftBps: number;
							enabled?: boolean;
							/** @description Unix seconds. */
							expiresAt?: number;
							/** @description Unique within the policy. The order of strategies is their precedence. */
							id: string;
							intervalSeconds: number;
							note?: string;
							/** @enum {unknown} */
							type: "rebalance";
							weights: {
								/** @description An EVM address. */
								token: string;
								/** @description Basis points (hundredths of a percent). */
								weightBps: number;
							}[];
						})[];
						/** @enum {unknown} */
						version: 1;
						/** @description An EVM address. */
						wallet: string;
					};
					policyHash: string;
					policySignature: string;
					/** @description EIP-191 personal_sign (or ERC-1271, ERC-6492) over "<brand> <action> <SHA-256 of the canonical body> <timestamp>". */
					signature: string;
					/** @description The time of signing in unix milliseconds, at most 5 minutes from now. The signed message contains it unchanged. */
					timestamp: number | string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description Recorded. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							agentId: number | null;
							balances: {
								[key: string]: string;
							};
							chainId: number;
							costBasis: {
								[key: string]: {
									/** @description Base units, as a decimal string. */
									cost: string;
									/** @description Base units, as a decimal string. */
									quantity: string;
								};
							};
							createdAt: string | null;
							id: string;
							lastFailure: {
								at: string | null;
								message: string;
							} | null;
							lastFillAt: {
								[key: string]: string | null;
							};
							limits: {
								expiry: number;
								/** @description Base units, as a decimal string. */
								maxPerDay: string;
								/** @description Base units, as a decimal string. */
								maxPerTrade: string;
								maxTradesPerDay: number;
								price: {
									at: string;
									source: string;
									usd: string;
								};
							};
							onChain: {
								[key: string]: unknown;
							} | null;
							paper: boolean;
							phase: string;
							policy: {
								allowTokens: string[];
								/** @description An EVM address. */
								budgetToken: string;
								chainId: number;
								limits: {
									/** @description Unix seconds. */
									expiry: number;
									maxPerDayUsd: number;
									maxPerTradeUsd: number;
									maxTradesPerDay: number;
								};
								paper?: boolean;
								protections?: {
									exitsOnly?: boolean;
									/** @description Basis points (hundredths of a percent). */
									maxDrawdownBps?: number;
									maxLosses?: {
										count: number;
										pauseSeconds: number;
										windowSeconds: number;
									};
									stopCooldownSeconds?: number;
								};
								safety: {
									minTokenScore: number;
								};
								/** @description Basis points (hundredths of a percent). */
								slippageBps: number;
								strategies: ({
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									maxRuns?: number;
									note?: string;
									/** @description Unix seconds. */
									startAt?: number;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dca";
								} | {
									/** @description Decimal string above 0, such as "12.5". */
									amount: string;
									cooldownSeconds: number;
									/** @description Basis points (hundredths of a percent). */
									dropBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									lookbackSeconds: number;
									note?: string;
									/** @description An EVM address. */
									tokenOut: string;
									/** @enum {unknown} */
									type: "dip_buy";
								} | {
									cooldownSeconds: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Basis points (hundredths of a percent). */
									gainBps?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @enum {unknown} */
									type: "take_profit";
								} | {
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									/** @description Basis points (hundredths of a percent). */
									lossBps?: number;
									note?: string;
									/** @description Decimal string above 0, such as "12.5". */
									priceUsd?: string;
									/** @description Basis points (hundredths of a percent). */
									sellBps: number;
									/** @description An EVM address. */
									token: string;
									/** @description Basis points (hundredths of a percent). */
									trailBps?: number;
									/** @enum {unknown} */
									type: "stop_loss";
								} | {
									/** @description Basis points (hundredths of a percent). */
									driftBps: number;
									enabled?: boolean;
									/** @description Unix seconds. */
									expiresAt?: number;
									/** @description Unique within the policy. The order of strategies is their precedence. */
									id: string;
									intervalSeconds: number;
									note?: string;
									/** @enum {unknown} */
									type: "rebalance";
									weights: {
										/** @description An EVM address. */
										token: string;
										/** @description Basis points (hundredths of a percent). */
										weightBps: number;
									}[];
								})[];
								/** @enum {unknown} */
								version: 1;
								/** @description An EVM address. */
								wallet: string;
							};
							policyHash: string;
							protection: {
								[key: string]: unknown;
							};
							/** @enum {string} */
							status: "active" | "paused";
							strategies: {
								cooldownUntil: string | null;
								id: string;
								lastFillAt: string | null;
								nextAt: string | null;
								outcome: string | null;
								outcomeSince: string | null;
								runs: number;
								type: string;
							}[];
							syncedAt: string | null;
							trade: {
								[key: string]: unknown;
							} | null;
							updatedAt: string | null;
							updatePolicy?: {
								args: {
									[key: string]: unknown;
								};
								data: string;
								functionName: string;
								to: string;
							};
							vault: string | null;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-banxa": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							crypto: {
								address: string | null;
								chainId: number | null;
								code: string;
								contract: string | null;
								excludedCountries: string[];
								limits: {
									buy: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
									sell: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
								};
								name: string | null;
								network: string;
								sides: ("buy" | "sell")[];
								/** @enum {string|null} */
								unmapped: "unknown-network" | "no-contract" | "invalid-contract" | null;
							}[];
							fetchedAt: string | null;
							fiat: {
								code: string;
								countries: string[] | null;
								methods: {
									code: string;
									countries: string[] | null;
									deliverySeconds: number | null;
									/** @enum {string} */
									kind: "card" | "bank" | "wallet" | "other";
									limits: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
									name: string;
									/** @enum {string} */
									side: "buy" | "sell";
								}[];
								sides: ("buy" | "sell")[];
							}[];
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-banxa-checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					redirectUrl?: string;
					/** Format: uuid */
					reference?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The checkout. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string | null;
							orderId: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
							url: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-banxa-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
				};
			};
		};
		responses: {
			/** @description The offer. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number | null;
							crypto: string;
							cryptoAmount: string;
							deliverySeconds: number | null;
							expiresAt: string | null;
							fees: {
								amount: string;
								currency: string;
								name: string;
							}[];
							fiat: string;
							fiatAmount: string;
							limits: {
								currency: string;
								max: string | null;
								min: string | null;
							} | null;
							method: {
								code: string;
								/** @enum {string} */
								kind: "card" | "bank" | "wallet" | "other";
								name: string;
							} | null;
							network: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							quoteId: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							title: string;
							token: string | null;
							totalFee: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-banxa-webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": Record<string, never>;
			};
		};
		responses: {
			/** @description The reply that the provider expects. After any other reply, the provider sends the webhook again. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-bridge-qube": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					destinationTxHash?: string;
					status?: string;
					txHash: string;
					walletAddress?: string;
				};
			};
		};
		responses: {
			/** @description Kept. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {unknown} */
							success: true;
							transaction: {
								_id: string;
								aggregator: string | null;
								amountIn: string;
								amountOutActual: string | null;
								amountOutExpected: string | null;
								amountOutMin: string | null;
								claimed: {
									at: string;
									destinationTxHash: string | null;
									/** @enum {string|null} */
									status: "pending" | "success" | "failed" | null;
								} | null;
								createdAt: string;
								destinationExplorerUrl: string | null;
								destinationTxHash: string | null;
								explorerUrl: string | null;
								fromChainId: number;
								fromToken: string;
								id: string;
								isTxHashConfirmed: boolean;
								lastCheckedAt: string | null;
								quoteId: string | null;
								reason: string | null;
								recipient: string;
								settledAt: string | null;
								/** @enum {string} */
								status: "pending" | "success" | "failed";
								substatus: string | null;
								toChainId: number;
								toToken: string;
								txHash: string;
								/** @enum {string} */
								type: "swap" | "bridge";
								updatedAt: string;
								verified: boolean | null;
								walletAddress: string;
							} | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-cancel-dca": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					dcaId: string;
				};
			};
		};
		responses: {
			/** @description Flipped. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {unknown} */
							success: true;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-change-now-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-change-now-swap": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-claim-dca": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					dcaId: string;
				};
			};
		};
		responses: {
			/** @description Flipped. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {unknown} */
							success: true;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-cow": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-create-position": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					amount: string | number;
					chainId?: {
						chainId: number | string;
					};
					frequency: number;
					fromToken: string;
					interval: number;
					/** @default true */
					isAutoBuy?: boolean;
					/** @default null */
					timeFrame?: string | null;
					toToken: string;
					walletAddress: string;
				};
			};
		};
		responses: {
			/** @description The record. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							amount: number | string;
							amountBaseUnits: string;
							averagePrice: string | null;
							chainId: number;
							createdAt: string;
							depositTime: (number | string) | null;
							duration: number;
							feeBps: number | null;
							frequency: number;
							fromToken: {
								address: string;
								chainId: number;
								cmcId?: number;
								coingeckoId?: string;
								decimals: number;
								hidden?: boolean;
								logoURI: string;
								name: string;
								order?: number;
								symbol: string;
							} | {
								address: string;
								chainId: number;
								decimals: number | null;
								/** @enum {unknown} */
								name: null;
								/** @enum {unknown} */
								symbol: null;
							};
							id: string;
							isAutoBuy: boolean;
							lastAttemptAt: string | null;
							lastError: string | null;
							lastSkip: {
								at: string | null;
								detail: string;
								kind: string;
								nextAttemptAt: string | null;
							} | null;
							nextOrderAt: string | null;
							ordersLeft: number;
							/** @enum {string} */
							phase: "waiting-for-wallet" | "starting" | "running" | "paused" | "ordering" | "retrying" | "set-aside" | "done" | "cancelled" | "checking";
							positionId: number | null;
							processed: number;
							received: string;
							spent: string;
							/** @enum {string} */
							status: "pending" | "success" | "active" | "completed" | "cancelled" | "failed";
							timeFrame: string | null;
							toToken: {
								address: string;
								chainId: number;
								cmcId?: number;
								coingeckoId?: string;
								decimals: number;
								hidden?: boolean;
								logoURI: string;
								name: string;
								order?: number;
								symbol: string;
							} | {
								address: string;
								chainId: number;
								decimals: number | null;
								/** @enum {unknown} */
								name: null;
								/** @enum {unknown} */
								symbol: null;
							};
							updatedAt: string;
							vault: string | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-dca-fills": {
		parameters: {
			query: {
				positionId?: string;
				walletAddress: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The fills. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							amountIn: string;
							amountOut: string;
							blockHash: string;
							blockNumber: number;
							chainId: number;
							confirmations: number;
							createdAt: string;
							executedAt: string;
							fee: string;
							fromToken: {
								address: string;
								chainId: number;
								cmcId?: number;
								coingeckoId?: string;
								decimals: number;
								hidden?: boolean;
								logoURI: string;
								name: string;
								order?: number;
								symbol: string;
							} | {
								address: string;
								chainId: number;
								decimals: number | null;
								/** @enum {unknown} */
								name: null;
								/** @enum {unknown} */
								symbol: null;
							};
							id: string;
							isFinal: boolean;
							orderIndex: number;
							positionId: number;
							toToken: {
								address: string;
								chainId: number;
								cmcId?: number;
								coingeckoId?: string;
								decimals: number;
								hidden?: boolean;
								logoURI: string;
								name: string;
								order?: number;
								symbol: string;
							} | {
								address: string;
								chainId: number;
								decimals: number | null;
								/** @enum {unknown} */
								name: null;
								/** @enum {unknown} */
								symbol: null;
							};
							txHash: string;
							vault: string;
							walletAddress: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-debridge-quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-debridge-status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-fees-summary": {
		parameters: {
			query?: {
				force?: "0" | "1";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The summary. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chains: {
								chainId: number;
								name: string;
								relayer: string;
								tokens: {
									address: string;
									amount: string;
									balance: string;
									decimals: number;
									logoURI: string;
									name: string;
									priceUsd: string | null;
									symbol: string;
									valueUsd: string | null;
								}[];
								valueUsd: string;
							}[];
							failed: {
								chainId: number;
								code: string;
								message: string;
								name: string;
							}[];
							/** @enum {unknown} */
							isFloor: true;
							readAt: string;
							total: number;
							totalUsd: string;
							vaults: {
								chains: {
									chainId: number;
									/** @enum {string|null} */
									kind: "dca" | "autopilot" | null;
									name: string;
									tokens: {
										address: string;
										amount: string | null;
										decimals: number | null;
										earned: string;
										earnedInMonth: string;
										earnedToday: string;
										fills: number;
										priceUsd: string | null;
										symbol: string | null;
										valueUsd: string | null;
									}[];
									valueUsd: string;
									vault: string;
								}[];
								monthUsd: string;
								todayUsd: string;
								totalUsd: string;
							};
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-get-position": {
		parameters: {
			query: {
				status?: "all" | "active" | "completed" | "cancelled";
				walletAddress: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The records. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							amount: number | string;
							amountBaseUnits: string;
							averagePrice: string | null;
							chainId: number;
							createdAt: string;
							depositTime: (number | string) | null;
							duration: number;
							feeBps: number | null;
							frequency: number;
							fromToken: {
								address: string;
								chainId: number;
								cmcId?: number;
								coingeckoId?: string;
								decimals: number;
								hidden?: boolean;
								logoURI: string;
								name: string;
								order?: number;
								symbol: string;
							} | {
								address: string;
								chainId: number;
								decimals: number | null;
								/** @enum {unknown} */
								name: null;
								/** @enum {unknown} */
								symbol: null;
							};
							id: string;
							isAutoBuy: boolean;
							lastAttemptAt: string | null;
							lastError: string | null;
							lastSkip: {
								at: string | null;
								detail: string;
								kind: string;
								nextAttemptAt: string | null;
							} | null;
							nextOrderAt: string | null;
							ordersLeft: number;
							/** @enum {string} */
							phase: "waiting-for-wallet" | "starting" | "running" | "paused" | "ordering" | "retrying" | "set-aside" | "done" | "cancelled" | "checking";
							positionId: number | null;
							processed: number;
							received: string;
							spent: string;
							/** @enum {string} */
							status: "pending" | "success" | "active" | "completed" | "cancelled" | "failed";
							timeFrame: string | null;
							toToken: {
								address: string;
								chainId: number;
								cmcId?: number;
								coingeckoId?: string;
								decimals: number;
								hidden?: boolean;
								logoURI: string;
								name: string;
								order?: number;
								symbol: string;
							} | {
								address: string;
								chainId: number;
								decimals: number | null;
								/** @enum {unknown} */
								name: null;
								/** @enum {unknown} */
								symbol: null;
							};
							updatedAt: string;
							vault: string | null;
							walletAddress: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-get-sca-address": {
		parameters: {
			query?: {
				chainId?: string;
			};
			header?: never;
			path: {
				address: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							chainId: number;
							createdAt: string;
							factory: string | null;
							id: string;
							isNamedByAccount: boolean;
							isSigned: boolean;
							isVerified: boolean;
							label: string | null;
							ownerAddress: string;
							salt: string | null;
							scaAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-guardarian": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					amount: string | number;
					from: {
						chainId: number;
						token: string;
					} | {
						crypto: string;
						network: string;
					};
					to: {
						chainId: number;
						token: string;
					} | {
						crypto: string;
						network: string;
					};
				};
			};
		};
		responses: {
			/** @description The estimate. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							amount: string;
							from: {
								chainId: number | null;
								crypto: string;
								network: string;
								token: string | null;
							};
							limits: {
								currency: string;
								max: string | null;
								min: string | null;
							} | null;
							/** @enum {unknown} */
							provider: "guardarian";
							receives: string;
							to: {
								chainId: number | null;
								crypto: string;
								network: string;
								token: string | null;
							};
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-guardarian-assign": {
		parameters: {
			query: {
				amount?: string | number;
				chainId?: string;
				country?: string;
				crypto?: string;
				cryptoAmount?: string | number;
				fiat: string;
				fiatAmount?: string | number;
				network?: string;
				paymentMethod?: string;
				side?: "buy" | "sell" | "on" | "off";
				token?: string;
				wallet: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The reference. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-guardarian-assign-fiat": {
		parameters: {
			query: {
				amount?: string | number;
				chainId?: string;
				country?: string;
				crypto?: string;
				cryptoAmount?: string | number;
				fiat: string;
				fiatAmount?: string | number;
				network?: string;
				paymentMethod?: string;
				side?: "buy" | "sell" | "on" | "off";
				token?: string;
				wallet: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The reference. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-guardarian-checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					redirectUrl?: string;
					/** Format: uuid */
					reference?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The checkout. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string | null;
							orderId: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
							url: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-guardarian-crypto-list": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							crypto: {
								address: string | null;
								chainId: number | null;
								code: string;
								contract: string | null;
								excludedCountries: string[];
								limits: {
									buy: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
									sell: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
								};
								name: string | null;
								network: string;
								sides: ("buy" | "sell")[];
								/** @enum {string|null} */
								unmapped: "unknown-network" | "no-contract" | "invalid-contract" | null;
							}[];
							fetchedAt: string | null;
							fiat: {
								code: string;
								countries: string[] | null;
								methods: {
									code: string;
									countries: string[] | null;
									deliverySeconds: number | null;
									/** @enum {string} */
									kind: "card" | "bank" | "wallet" | "other";
									limits: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
									name: string;
									/** @enum {string} */
									side: "buy" | "sell";
								}[];
								sides: ("buy" | "sell")[];
							}[];
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-guardarian-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
				};
			};
		};
		responses: {
			/** @description The offer. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number | null;
							crypto: string;
							cryptoAmount: string;
							deliverySeconds: number | null;
							expiresAt: string | null;
							fees: {
								amount: string;
								currency: string;
								name: string;
							}[];
							fiat: string;
							fiatAmount: string;
							limits: {
								currency: string;
								max: string | null;
								min: string | null;
							} | null;
							method: {
								code: string;
								/** @enum {string} */
								kind: "card" | "bank" | "wallet" | "other";
								name: string;
							} | null;
							network: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							quoteId: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							title: string;
							token: string | null;
							totalFee: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-guardarian-save-crypto": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue that is stored now. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							coins: number;
							fetchedAt: string | null;
							fiats: number;
							isReplaced: boolean;
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							unmapped: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-guardarian-save-fiat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue that is stored now. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							coins: number;
							fetchedAt: string | null;
							fiats: number;
							isReplaced: boolean;
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							unmapped: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-guardarian-transaction": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					amount: string | number;
					from: {
						chainId: number;
						token: string;
					} | {
						crypto: string;
						network: string;
					};
					to: {
						chainId: number;
						token: string;
					} | {
						crypto: string;
						network: string;
					};
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The order. It contains the address to pay to, if the provider states one. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							order: {
								amount: string;
								/** @enum {string} */
								amountOf: "fiat" | "crypto";
								askedAt: string | null;
								chainId: number | null;
								createdAt: string;
								crypto: string;
								cryptoAmount: string | null;
								depositAddress: string | null;
								fiat: string;
								fiatAmount: string | null;
								fiatNetwork: string | null;
								isDeliveryGone: boolean;
								isVerified: boolean;
								message: string | null;
								missingAmount: string | null;
								network: string;
								nextAskAt: string | null;
								orderId: string | null;
								/** @enum {string|null} */
								ownEnd: "not-begun" | "no-news" | null;
								provider: string;
								providerStatus: string | null;
								reference: string;
								refundedAmount: string | null;
								/** @enum {string} */
								side: "buy" | "sell";
								/** @enum {string} */
								status: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
								token: string | null;
								transactionHash: string | null;
								updatedAt: string;
								wallet: string;
							};
							receives: string | null;
							url: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-guardarian-webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": Record<string, never>;
			};
		};
		responses: {
			/** @description The reply that the provider expects. After any other reply, the provider sends the webhook again. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-guardarian-webhook-url": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The registered address. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							isRegistered: boolean;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							url: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-init-address": {
		parameters: {
			query?: {
				chainId?: string;
			};
			header?: never;
			path: {
				address: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The balances. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							address: string;
							chains: {
								chainId: number;
								name: string;
								readAt: string;
								tokens: {
									address: string;
									amount: string;
									balance: string;
									decimals: number;
									logoURI: string;
									name: string;
									priceUsd: string | null;
									symbol: string;
									valueUsd: string | null;
								}[];
								unread: string[];
								valueUsd: string;
							}[];
							failed: {
								chainId: number;
								code: string;
								message: string;
								name: string;
							}[];
							totalUsd: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-lifi-quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-lifi-status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-odos-assemble": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-odos-quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-okx": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-okx-getspender": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-on-off-ramp-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
				};
			};
		};
		responses: {
			/** @description The offers, the best first. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							providers: {
								limits: {
									currency: string;
									max: string | null;
									min: string | null;
								} | null;
								message: string | null;
								ms: number;
								ok: boolean;
								/** @enum {string} */
								provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
								reason: string | null;
							}[];
							quotes: {
								chainId: number | null;
								crypto: string;
								cryptoAmount: string;
								deliverySeconds: number | null;
								expiresAt: string | null;
								fees: {
									amount: string;
									currency: string;
									name: string;
								}[];
								fiat: string;
								fiatAmount: string;
								limits: {
									currency: string;
									max: string | null;
									min: string | null;
								} | null;
								method: {
									code: string;
									/** @enum {string} */
									kind: "card" | "bank" | "wallet" | "other";
									name: string;
								} | null;
								network: string;
								/** @enum {string} */
								provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
								quoteId: string | null;
								/** @enum {string} */
								side: "buy" | "sell";
								title: string;
								token: string | null;
								totalFee: string | null;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-onramp-money-assign": {
		parameters: {
			query: {
				amount?: string | number;
				chainId?: string;
				country?: string;
				crypto?: string;
				cryptoAmount?: string | number;
				fiat: string;
				fiatAmount?: string | number;
				network?: string;
				paymentMethod?: string;
				side?: "buy" | "sell" | "on" | "off";
				token?: string;
				wallet: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The reference. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-onramp-money-checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					redirectUrl?: string;
					/** Format: uuid */
					reference?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The checkout. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string | null;
							orderId: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
							url: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-onramp-money-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
				};
			};
		};
		responses: {
			/** @description The offer. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number | null;
							crypto: string;
							cryptoAmount: string;
							deliverySeconds: number | null;
							expiresAt: string | null;
							fees: {
								amount: string;
								currency: string;
								name: string;
							}[];
							fiat: string;
							fiatAmount: string;
							limits: {
								currency: string;
								max: string | null;
								min: string | null;
							} | null;
							method: {
								code: string;
								/** @enum {string} */
								kind: "card" | "bank" | "wallet" | "other";
								name: string;
							} | null;
							network: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							quoteId: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							title: string;
							token: string | null;
							totalFee: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-onramp-money-save-crypto": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue that is stored now. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							coins: number;
							fetchedAt: string | null;
							fiats: number;
							isReplaced: boolean;
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							unmapped: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-onramp-money-save-fiat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue that is stored now. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							coins: number;
							fetchedAt: string | null;
							fiats: number;
							isReplaced: boolean;
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							unmapped: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-onramp-money-setWebhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The registered address. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							isRegistered: boolean;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							url: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-onramp-money-webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": Record<string, never>;
			};
		};
		responses: {
			/** @description The reply that the provider expects. After any other reply, the provider sends the webhook again. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-order": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					aggregator?: string;
					amountIn: string;
					amountOutMin?: string;
					expiresAt?: string;
					fromChainId: number;
					fromToken: string;
					metaData?: {
						[key: string]: unknown;
					};
					orderId?: string;
					quoteId?: string;
					status?: string;
					toChainId: number;
					toToken: string;
					txHash?: string;
					type?: string;
					walletAddress: string;
				};
			};
		};
		responses: {
			/** @description The existing order. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string | null;
							amountOutMin: string | null;
							createdAt: string;
							expiresAt: string | null;
							fromChainId: number | null;
							fromToken: string | null;
							id: string;
							metaData: Record<string, never> | null;
							orderId: string;
							quoteId: string | null;
							status: string;
							toChainId: number | null;
							toToken: string | null;
							txHash: string | null;
							type: string | null;
							walletAddress: string;
						};
					};
				};
			};
			/** @description The order. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string | null;
							amountOutMin: string | null;
							createdAt: string;
							expiresAt: string | null;
							fromChainId: number | null;
							fromToken: string | null;
							id: string;
							metaData: Record<string, never> | null;
							orderId: string;
							quoteId: string | null;
							status: string;
							toChainId: number | null;
							toToken: string | null;
							txHash: string | null;
							type: string | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-order-walletAddress": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
			};
			header?: never;
			path: {
				walletAddress: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The orders. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string | null;
							amountOutMin: string | null;
							createdAt: string;
							expiresAt: string | null;
							fromChainId: number | null;
							fromToken: string | null;
							id: string;
							metaData: Record<string, never> | null;
							orderId: string;
							quoteId: string | null;
							status: string;
							toChainId: number | null;
							toToken: string | null;
							txHash: string | null;
							type: string | null;
							walletAddress: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-order-create": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					aggregator?: string;
					amountIn?: string;
					amountOutMin?: string;
					expiresAt?: string;
					fromChainId?: number;
					fromToken?: string;
					metaData?: {
						[key: string]: unknown;
					};
					orderId: string;
					quoteId?: string;
					status?: string;
					toChainId?: number;
					toToken?: string;
					txHash?: string;
					type?: string;
					walletAddress: string;
				};
			};
		};
		responses: {
			/** @description The existing order. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string | null;
							amountOutMin: string | null;
							createdAt: string;
							expiresAt: string | null;
							fromChainId: number | null;
							fromToken: string | null;
							id: string;
							metaData: Record<string, never> | null;
							orderId: string;
							quoteId: string | null;
							status: string;
							toChainId: number | null;
							toToken: string | null;
							txHash: string | null;
							type: string | null;
							walletAddress: string;
						};
					};
				};
			};
			/** @description The order. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string | null;
							amountOutMin: string | null;
							createdAt: string;
							expiresAt: string | null;
							fromChainId: number | null;
							fromToken: string | null;
							id: string;
							metaData: Record<string, never> | null;
							orderId: string;
							quoteId: string | null;
							status: string;
							toChainId: number | null;
							toToken: string | null;
							txHash: string | null;
							type: string | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-quotes": {
		parameters: {
			query: {
				amount: string;
				anonymousMode?: string;
				dstWalletAddress?: string;
				exclude?: string;
				fromChainId: string;
				fromToken: string;
				slippage?: string;
				srcWalletAddress?: string;
				toChainId: string;
				toToken: string;
				type: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The event stream; each data frame contains a quote. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/event-stream": {
						aggregator: string;
						amount: string;
						amountMin: string;
						approvalReset: boolean | null;
						broadcastsItself: boolean;
						durationSeconds: number | null;
						expiresAt: string;
						fees: {
							amount: string | null;
							isIncluded: boolean;
							name: string;
							token: string | null;
							usd: string | null;
						}[];
						fromAmount: string;
						gas: string | null;
						gasUsd: string | null;
						id: string;
						needsApproval: boolean | null;
						netUsd: string | null;
						priceImpactBps: number | null;
						spender: string | null;
						/** @enum {string} */
						type: "swap" | "bridge";
						usdAmount: string;
						warnings: {
							code: string;
							message: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-ramp-orders": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
				status?: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The orders. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							amount: string;
							/** @enum {string} */
							amountOf: "fiat" | "crypto";
							askedAt: string | null;
							chainId: number | null;
							createdAt: string;
							crypto: string;
							cryptoAmount: string | null;
							depositAddress: string | null;
							fiat: string;
							fiatAmount: string | null;
							fiatNetwork: string | null;
							isDeliveryGone: boolean;
							isVerified: boolean;
							message: string | null;
							missingAmount: string | null;
							network: string;
							nextAskAt: string | null;
							orderId: string | null;
							/** @enum {string|null} */
							ownEnd: "not-begun" | "no-news" | null;
							provider: string;
							providerStatus: string | null;
							reference: string;
							refundedAmount: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							/** @enum {string} */
							status: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
							token: string | null;
							transactionHash: string | null;
							updatedAt: string;
							wallet: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-ramp-orders-reference": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				reference: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The order. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							amount: string;
							/** @enum {string} */
							amountOf: "fiat" | "crypto";
							askedAt: string | null;
							chainId: number | null;
							createdAt: string;
							crypto: string;
							cryptoAmount: string | null;
							depositAddress: string | null;
							fiat: string;
							fiatAmount: string | null;
							fiatNetwork: string | null;
							isDeliveryGone: boolean;
							isVerified: boolean;
							message: string | null;
							missingAmount: string | null;
							network: string;
							nextAskAt: string | null;
							orderId: string | null;
							/** @enum {string|null} */
							ownEnd: "not-begun" | "no-news" | null;
							provider: string;
							providerStatus: string | null;
							reference: string;
							refundedAmount: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							/** @enum {string} */
							status: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
							token: string | null;
							transactionHash: string | null;
							updatedAt: string;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-ramp-orders-reference-refresh": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				reference: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The order. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							amount: string;
							/** @enum {string} */
							amountOf: "fiat" | "crypto";
							askedAt: string | null;
							chainId: number | null;
							createdAt: string;
							crypto: string;
							cryptoAmount: string | null;
							depositAddress: string | null;
							fiat: string;
							fiatAmount: string | null;
							fiatNetwork: string | null;
							isDeliveryGone: boolean;
							isVerified: boolean;
							message: string | null;
							missingAmount: string | null;
							network: string;
							nextAskAt: string | null;
							orderId: string | null;
							/** @enum {string|null} */
							ownEnd: "not-begun" | "no-news" | null;
							provider: string;
							providerStatus: string | null;
							reference: string;
							refundedAmount: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							/** @enum {string} */
							status: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
							token: string | null;
							transactionHash: string | null;
							updatedAt: string;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-rango-quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-rango-status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-relay-calldata-commitmentId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				commitmentId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			default: components["responses"]["Error"];
		};
	};
	"post-defi-relay-commit-quoteId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				quoteId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			default: components["responses"]["Error"];
		};
	};
	"post-defi-relay-deposit-addresses": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-relay-deposit-addresses-addr-chain": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				addr: string;
				chain: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-relay-quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-relayer-tx-data": {
		parameters: {
			query: {
				id: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The data that the wallet sends. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							approvalData: string | null;
							approvals: {
								data: string;
								to: string;
								value: string;
							}[] | null;
							executeData: string;
							metaTx: {
								[key: string]: string;
							};
							signature: string;
							to: string;
							value: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-save-sca": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId: number;
					/** @default null */
					factory?: string | null;
					/** @default null */
					label?: string | null;
					ownerAddress: string;
					/** @default null */
					salt?: string | null;
					scaAddress: string;
					/** @description EIP-191 personal_sign (or ERC-1271, ERC-6492) over "<brand> <action> <SHA-256 of the canonical body> <timestamp>". */
					signature?: string;
					/** @description The time of signing in unix milliseconds, at most 5 minutes from now. The signed message contains it unchanged. */
					timestamp?: number | string;
					wallet?: string;
				};
			};
		};
		responses: {
			/** @description The existing record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							chainId: number;
							createdAt: string;
							factory: string | null;
							id: string;
							isNamedByAccount: boolean;
							isSigned: boolean;
							isVerified: boolean;
							label: string | null;
							ownerAddress: string;
							salt: string | null;
							scaAddress: string;
						};
					};
				};
			};
			/** @description The record. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							chainId: number;
							createdAt: string;
							factory: string | null;
							id: string;
							isNamedByAccount: boolean;
							isSigned: boolean;
							isVerified: boolean;
							label: string | null;
							ownerAddress: string;
							salt: string | null;
							scaAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-sign": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId: number | string;
					metaTx: {
						amountIn: string | number;
						amountOutMin: string | number;
						data: string;
						deadline: string | number;
						from: string;
						fromToken: string;
						nonce: string | number;
						recipient: string;
						spender: string;
						target: string;
						toToken: string;
						value: string | number;
					};
				};
			};
		};
		responses: {
			/** @description The signature, 65 bytes in hex. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: string;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-squid-quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-squid-status": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-squid-tokens": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-swap-ai-chat": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default null */
					chainId?: (number | string) | null;
					/** @default null */
					chatId?: string | null;
					/** @default null */
					currency?: string | null;
					message: string;
					/** @default null */
					messageId?: string | null;
					/** @default null */
					wallet?: string | null;
				};
			};
		};
		responses: {
			/** @description The answer. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": {
						data: {
							/** @enum {string} */
							action: "quotes" | "history" | "text" | "error" | "connect_wallet" | "fallback" | "send_token" | "portfolio" | "buy_bz_token" | "buy_sell" | "dca" | "tx_info" | "tx_history" | "nft_info" | "limit_order" | "check_balance" | "price_alert" | "switch_chain" | "create_dapp" | "contract_audit" | "token_safety" | "wallet_card" | "revoke_approvals" | "workflow" | "market_intel" | "batch" | "autopilot";
							chatId: string;
							data: {
								alerts?: {
									items: {
										/** @enum {string|null} */
										cancelledBy: "wallet" | "chat" | "service" | null;
										condition: {
											aboveUsd: string | null;
											belowUsd: string | null;
											/** @enum {string|null} */
											direction: "up" | "down" | "either" | null;
											percent: string | null;
											referenceUsd: string | null;
											text: string;
											/** @enum {string} */
											type: "above" | "below" | "change";
										};
										createdAt: string;
										/** @enum {string} */
										createdBy: "wallet" | "chat";
										expiresAt: string;
										fired: {
											at: string;
											priceAt: string;
											priceUsd: string;
											source: string;
										} | null;
										id: string;
										/** @enum {string} */
										kind: "price-alert" | "limit-order";
										order: {
											amount: string;
											amountText: string;
											from: {
												address: string;
												chainId: number;
												decimals: number;
												symbol: string;
											};
											to: {
												address: string;
												chainId: number;
												decimals: number;
												symbol: string;
											};
										} | null;
										quote: {
											aggregator: string;
											amount: string;
											amountMin: string;
											expiresAt: string;
											id: string;
											usdAmount: string;
										} | null;
										quoteProblem: string | null;
										/** @enum {string} */
										status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
										token: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
										wallet: string;
									}[];
									notShown: number;
									/** @enum {string} */
									operation: "list" | "cancel";
								};
								asked?: {
									intent: string;
									missing: string[];
									until: string;
								};
								audit?: {
									address: string;
									auditedAt: string;
									chainId: number;
									chainName: string;
									codeHash: string;
									findings: {
										code: string;
										contract: string;
										notLookedAt: string;
										seen: string;
										/** @enum {string} */
										severity: "high" | "medium" | "low" | "info";
									}[];
									isCached: boolean;
									isPaused: boolean | null;
									kinds: string[];
									looked: {
										address: string;
										bytes: number;
										codeHash: string;
										functions: number;
										proxy: string | null;
										/** @enum {string} */
										role: "contract" | "implementation" | "beacon";
									}[];
									name: string | null;
									notLookedAt: string[];
									owner: {
										address: string;
										/** @enum {string} */
										holder: "nobody" | "wallet" | "contract" | "multisig" | "timelock";
										text: string;
									} | null;
									quota: {
										isCharged: boolean;
										left: number;
										limit: number;
										used: number;
									};
									source: {
										compiler: string | null;
										contractName: string | null;
										files: number;
										/** @enum {string} */
										kind: "verified" | "unverified" | "not-asked" | "failed";
										problem: string | null;
									};
									symbol: string | null;
								};
								autopilot?: {
									backtest: {
										[key: string]: unknown;
									} | null;
									backtestProblem: string | null;
									chosen: {
										name: string;
										value: string;
										why: string;
									}[];
									create: {
										depositAmount: string;
										policy: {
											[key: string]: unknown;
										};
										policyHash: string;
										wallet: string;
									};
									depositAmount: string;
									feeBps: number | null;
									limits: {
										[key: string]: unknown;
									};
									policy: {
										[key: string]: unknown;
									};
									policyHash: string;
									policyMessage: string;
									transactions: {
										chainId: number;
										data: string;
										description: string;
										from: string | null;
										to: string;
										value: string;
									}[];
									vault: string | null;
									warnings: {
										code: string;
										message: string;
									}[];
								};
								balance?: {
									currency: string;
									failed: {
										chainId: number;
										code: string;
										message: string;
										name: string;
									}[];
									tokens: {
										address: string;
										amount: string;
										balance: string;
										chainId: number;
										decimals: number;
										name: string;
										priceUsd: string | null;
										symbol: string;
										value: string | null;
										valueUsd: string | null;
									}[];
									total: string;
									totalUsd: string;
									unpriced: {
										address: string;
										amount: string;
										chainId: number;
										symbol: string;
									}[];
									wallet: string;
								};
								batch?: {
									changes: {
										change: string;
										changeUnits: string;
										token: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
									}[];
									expiresAt: string | null;
									simulation: {
										/** @enum {string} */
										kind: "together" | "alone" | "none";
										reason: string | null;
									};
									steps: {
										chainId: number;
										chainName: string;
										dca: {
											create: {
												amount: string;
												chainId: {
													chainId: number;
												};
												frequency: number;
												fromToken: string;
												interval: number;
												isAutoBuy: boolean;
												timeFrame: string | null;
												toToken: string;
												walletAddress: string;
											};
											endsAt: string;
											everySeconds: number;
											feeBps: number | null;
											from: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
											orders: number;
											perOrder: string;
											perOrderNote: string | null;
											to: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
											total: string;
											transactions: {
												chainId: number;
												data: string;
												description: string;
												from: string | null;
												to: string;
												value: string;
											}[];
											vault: string | null;
											warnings: {
												code: string;
												message: string;
											}[];
										} | null;
										description: string;
										intent: string;
										quote: {
											aggregator: string;
											amount: string;
											amountMin: string;
											amountText: string;
											approvalReset: boolean | null;
											broadcastsItself: boolean;
											durationSeconds: number | null;
											expiresAt: string;
											fees: {
												amount: string | null;
												isIncluded: boolean;
												name: string;
												token: string | null;
												usd: string | null;
											}[];
											fromAmount: string;
											gas: string | null;
											gasUsd: string | null;
											id: string;
											needsApproval: boolean | null;
											netUsd: string | null;
											priceImpactBps: number | null;
											spender: string | null;
											type: string;
											usdAmount: string;
											warnings: {
												code: string;
												message: string;
											}[];
										} | null;
										receives: {
											amount: string;
											amountMin: string;
											amountMinUnits: string;
											token: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
										} | null;
										simulation: {
											/** @enum {string} */
											kind: "together" | "alone" | "none";
											reason: string | null;
										};
										spends: {
											amount: string;
											amountUnits: string;
											note: string | null;
											token: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
										} | null;
										step: number;
										switchChain: {
											add: {
												/** @enum {unknown} */
												method: "wallet_addEthereumChain";
												params: {
													blockExplorerUrls: string[];
													chainId: string;
													chainName: string;
													nativeCurrency: {
														decimals: number;
														name: string;
														symbol: string;
													};
													rpcUrls: string[];
												}[];
											};
											chainId: number;
											name: string;
											switch: {
												/** @enum {unknown} */
												method: "wallet_switchEthereumChain";
												params: {
													chainId: string;
												}[];
											};
										} | null;
										to: string | null;
										toName: string | null;
										transactions: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										}[];
										usesStep: number | null;
										warnings: {
											code: string;
											message: string;
										}[];
									}[];
									transactions: number;
									wallet: string;
									warnings: {
										code: string;
										message: string;
									}[];
								};
								connect?: {
									intent: string;
									message: string;
								};
								dca?: {
									create: {
										amount: string;
										chainId: {
											chainId: number;
										};
										frequency: number;
										fromToken: string;
										interval: number;
										isAutoBuy: boolean;
										timeFrame: string | null;
										toToken: string;
										walletAddress: string;
									};
									endsAt: string;
									everySeconds: number;
									feeBps: number | null;
									from: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									orders: number;
									perOrder: string;
									perOrderNote: string | null;
									to: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									total: string;
									transactions: {
										chainId: number;
										data: string;
										description: string;
										from: string | null;
										to: string;
										value: string;
									}[];
									vault: string | null;
									warnings: {
										code: string;
										message: string;
									}[];
								};
								error?: {
									code: string;
									message: string;
								};
								history?: {
									hasMore: boolean;
									trades: {
										aggregator: string | null;
										amountIn: string;
										amountOut: string | null;
										createdAt: string;
										description: string;
										explorerUrl: string | null;
										fromChainId: number;
										fromToken: string;
										id: string;
										reason: string | null;
										status: string;
										toChainId: number;
										toToken: string;
										txHash: string;
										type: string;
									}[];
									wallet: string;
								};
								leftOut?: string[];
								limitOrder?: {
									/** @enum {string|null} */
									cancelledBy: "wallet" | "chat" | "service" | null;
									condition: {
										aboveUsd: string | null;
										belowUsd: string | null;
										/** @enum {string|null} */
										direction: "up" | "down" | "either" | null;
										percent: string | null;
										referenceUsd: string | null;
										text: string;
										/** @enum {string} */
										type: "above" | "below" | "change";
									};
									createdAt: string;
									/** @enum {string} */
									createdBy: "wallet" | "chat";
									expiresAt: string;
									fired: {
										at: string;
										priceAt: string;
										priceUsd: string;
										source: string;
									} | null;
									id: string;
									/** @enum {string} */
									kind: "price-alert" | "limit-order";
									order: {
										amount: string;
										amountText: string;
										from: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
										to: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
									} | null;
									quote: {
										aggregator: string;
										amount: string;
										amountMin: string;
										expiresAt: string;
										id: string;
										usdAmount: string;
									} | null;
									quoteProblem: string | null;
									/** @enum {string} */
									status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
									token: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
									wallet: string;
								};
								market?: {
									at: string | null;
									changes: {
										day: string | null;
										hour: string | null;
										week: string | null;
									};
									currency: string;
									points: {
										at: string;
										usd: string;
									}[];
									price: string | null;
									priceUsd: string | null;
									range: {
										highUsd: string;
										hours: number;
										lowUsd: string;
										volatilityPercent: string | null;
									} | null;
									source: string | null;
									token: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
								};
								nftInfo?: {
									balance: string | null;
									chainId: number;
									chainName: string;
									collection: {
										name: string | null;
										symbol: string | null;
									};
									contract: string;
									isOwn: boolean;
									metadata: {
										attributes: {
											trait: string;
											value: string;
										}[];
										description: string | null;
										image: string | null;
										name: string | null;
										notShown: number;
									} | null;
									/** @enum {string|null} */
									metadataFrom: "data" | "ipfs" | "web" | null;
									owner: string | null;
									problem: string | null;
									/** @enum {string} */
									standard: "ERC-721" | "ERC-1155";
									tokenId: string | null;
									uri: string | null;
								};
								options?: {
									intent?: string;
									label: string;
									slots?: {
										[key: string]: unknown;
									};
								}[];
								portfolio?: {
									chains: {
										chainId: number;
										name: string;
										readAt: string;
										tokens: {
											address: string;
											amount: string;
											balance: string;
											chainId: number;
											decimals: number;
											name: string;
											priceUsd: string | null;
											symbol: string;
											value: string | null;
											valueUsd: string | null;
										}[];
										unread: string[];
										value: string;
										valueUsd: string;
									}[];
									currency: string;
									failed: {
										chainId: number;
										code: string;
										message: string;
										name: string;
									}[];
									total: string;
									totalUsd: string;
									unpriced: {
										address: string;
										amount: string;
										chainId: number;
										symbol: string;
									}[];
									wallet: string;
								};
								priceAlert?: {
									/** @enum {string|null} */
									cancelledBy: "wallet" | "chat" | "service" | null;
									condition: {
										aboveUsd: string | null;
										belowUsd: string | null;
										/** @enum {string|null} */
										direction: "up" | "down" | "either" | null;
										percent: string | null;
										referenceUsd: string | null;
										text: string;
										/** @enum {string} */
										type: "above" | "below" | "change";
									};
									createdAt: string;
									/** @enum {string} */
									createdBy: "wallet" | "chat";
									expiresAt: string;
									fired: {
										at: string;
										priceAt: string;
										priceUsd: string;
										source: string;
									} | null;
									id: string;
									/** @enum {string} */
									kind: "price-alert" | "limit-order";
									order: {
										amount: string;
										amountText: string;
										from: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
										to: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
									} | null;
									quote: {
										aggregator: string;
										amount: string;
										amountMin: string;
										expiresAt: string;
										id: string;
										usdAmount: string;
									} | null;
									quoteProblem: string | null;
									/** @enum {string} */
									status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
									token: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
									wallet: string;
								};
								quotes?: {
									aggregator: string;
									amount: string;
									amountMin: string;
									amountText: string;
									approvalReset: boolean | null;
									broadcastsItself: boolean;
									durationSeconds: number | null;
									expiresAt: string;
									fees: {
										amount: string | null;
										isIncluded: boolean;
										name: string;
										token: string | null;
										usd: string | null;
									}[];
									fromAmount: string;
									gas: string | null;
									gasUsd: string | null;
									id: string;
									needsApproval: boolean | null;
									netUsd: string | null;
									priceImpactBps: number | null;
									spender: string | null;
									type: string;
									usdAmount: string;
									warnings: {
										code: string;
										message: string;
									}[];
								}[];
								ramp?: {
									amount: string;
									/** @enum {string} */
									amountOf: "fiat" | "crypto";
									fiat: string;
									offers: {
										cryptoAmount: string;
										deliverySeconds: number | null;
										fiatAmount: string;
										limits: {
											currency: string;
											max: string | null;
											min: string | null;
										} | null;
										method: string | null;
										provider: string;
										title: string;
										totalFee: string | null;
									}[];
									/** @enum {string} */
									side: "buy" | "sell";
									token: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									without: {
										message: string;
										provider: string;
										reason: string;
									}[];
								};
								revokeApprovals?: {
									approvals: {
										allowance: string | null;
										allowanceText: string | null;
										approvedAtBlock: number;
										balance: string | null;
										chainId: number;
										expiresAt: string | null;
										isUnlimited: boolean;
										/** @enum {string} */
										kind: "erc20" | "nft" | "nft-all" | "permit2";
										revoke: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										};
										spender: string;
										symbol: string | null;
										token: string;
										tokenId: string | null;
										valueAtRiskUsd: string | null;
									}[];
									chains: {
										chainId: number;
										fromBlock: number | null;
										isWhole: boolean;
										name: string;
										problem: string | null;
										toBlock: number | null;
									}[];
									notShown: number;
									totalAtRiskUsd: string;
									wallet: string;
								};
								standing?: {
									items: {
										chainId: number;
										description: string;
										id: string;
										route: {
											body: {
												[key: string]: unknown;
											};
											method: string;
											note: string;
											path: string;
										} | null;
										status: string;
										transactions: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										}[];
									}[];
									notShown: number;
									/** @enum {string} */
									operation: "list" | "cancel" | "pause" | "resume";
								};
								switchChain?: {
									add: {
										/** @enum {unknown} */
										method: "wallet_addEthereumChain";
										params: {
											blockExplorerUrls: string[];
											chainId: string;
											chainName: string;
											nativeCurrency: {
												decimals: number;
												name: string;
												symbol: string;
											};
											rpcUrls: string[];
										}[];
									};
									chainId: number;
									name: string;
									switch: {
										/** @enum {unknown} */
										method: "wallet_switchEthereumChain";
										params: {
											chainId: string;
										}[];
									};
								};
								tokenSafety?: {
									listed: boolean;
									reason: string;
									scannedAt: string;
									score: number | null;
									token: {
										address: string;
										chainId: number;
										name: string | null;
										symbol: string | null;
									};
								};
								tradeInfo?: {
									amount: string;
									amountNote: string | null;
									dstWalletAddress: string | null;
									from: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									notShown: number;
									offers: number;
									pending: boolean;
									slippagePercent: string;
									srcWalletAddress: string | null;
									to: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									/** @enum {string} */
									type: "swap" | "bridge";
									wanted?: string | null;
									without: {
										aggregator: string;
										reason: string;
									}[];
								};
								transfer?: {
									amount: string;
									amountNote: string | null;
									amountUnits: string;
									gas: {
										costUsd: string | null;
										costWei: string;
										units: string;
									} | null;
									to: string;
									token: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									toName: string | null;
									valueUsd: string | null;
									warnings: {
										code: string;
										message: string;
									}[];
								};
								txHistory?: {
									chains: {
										chainId: number;
										fromBlock: number | null;
										name: string;
										problem: string | null;
										sent: number | null;
										toBlock: number | null;
									}[];
									trades: {
										aggregator: string | null;
										amountIn: string;
										amountOut: string | null;
										createdAt: string;
										description: string;
										explorerUrl: string | null;
										fromChainId: number;
										fromToken: string;
										id: string;
										reason: string | null;
										status: string;
										toChainId: number;
										toToken: string;
										txHash: string;
										type: string;
									}[];
									transfers: {
										amount: string | null;
										blockNumber: number;
										chainId: number;
										/** @enum {string} */
										direction: "in" | "out" | "self";
										from: string;
										hash: string;
										symbol: string | null;
										to: string;
										token: string;
										tokenId: string | null;
										units: string | null;
									}[];
									wallet: string;
								};
								txInfo?: {
									blockNumber: number | null;
									chain: string;
									chainId: number;
									confirmations: number | null;
									createdContract: string | null;
									explorerUrl: string | null;
									fee: string | null;
									feeUsd: string | null;
									feeWei: string | null;
									from: string;
									gasUsed: string | null;
									hash: string;
									method: {
										args: {
											[key: string]: unknown;
										};
										name: string;
										signature: string;
									} | null;
									minedAt: string | null;
									moreTransfers: number;
									nativeSymbol: string;
									nonce: number;
									revertReason: string | null;
									selector: string | null;
									/** @enum {string} */
									status: "success" | "reverted" | "pending";
									to: string | null;
									transfers: {
										amount: string | null;
										from: string;
										symbol: string | null;
										to: string;
										token: string;
										tokenId: string | null;
										units: string | null;
									}[];
									value: string;
									valueWei: string;
								};
								txn?: {
									chainId: number;
									data: string;
									description: string;
									from: string | null;
									to: string;
									value: string;
								};
								understood?: {
									by: string;
									confidence: number;
									intent: string;
									notice?: string;
									operation?: string;
									slots: {
										[key: string]: unknown;
									};
								};
								walletCard?: {
									agents: {
										chainId: number;
										description: string;
										id: string;
										status: string;
									}[];
									approvals: {
										count: number;
										isWhole: boolean;
										totalAtRiskUsd: string;
									} | null;
									chains: {
										chainId: number;
										isContract: boolean | null;
										name: string;
										problem: string | null;
										sent: number | null;
									}[];
									currency: string;
									firstSeenAt: string | null;
									positions: {
										chainId: number;
										description: string;
										id: string;
										status: string;
									}[];
									tokens: {
										amount: string;
										chainId: number;
										symbol: string;
										valueUsd: string | null;
									}[];
									total: string;
									totalUsd: string;
									trades: number;
									unpriced: number;
									wallet: string;
								};
								workflow?: {
									changes: {
										change: string;
										changeUnits: string;
										token: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
									}[];
									expiresAt: string | null;
									simulation: {
										/** @enum {string} */
										kind: "together" | "alone" | "none";
										reason: string | null;
									};
									steps: {
										chainId: number;
										chainName: string;
										dca: {
											create: {
												amount: string;
												chainId: {
													chainId: number;
												};
												frequency: number;
												fromToken: string;
												interval: number;
												isAutoBuy: boolean;
												timeFrame: string | null;
												toToken: string;
												walletAddress: string;
											};
											endsAt: string;
											everySeconds: number;
											feeBps: number | null;
											from: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
											orders: number;
											perOrder: string;
											perOrderNote: string | null;
											to: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
											total: string;
											transactions: {
												chainId: number;
												data: string;
												description: string;
												from: string | null;
												to: string;
												value: string;
											}[];
											vault: string | null;
											warnings: {
												code: string;
												message: string;
											}[];
										} | null;
										description: string;
										intent: string;
										quote: {
											aggregator: string;
											amount: string;
											amountMin: string;
											amountText: string;
											approvalReset: boolean | null;
											broadcastsItself: boolean;
											durationSeconds: number | null;
											expiresAt: string;
											fees: {
												amount: string | null;
												isIncluded: boolean;
												name: string;
												token: string | null;
												usd: string | null;
											}[];
											fromAmount: string;
											gas: string | null;
											gasUsd: string | null;
											id: string;
											needsApproval: boolean | null;
											netUsd: string | null;
											priceImpactBps: number | null;
											spender: string | null;
											type: string;
											usdAmount: string;
											warnings: {
												code: string;
												message: string;
											}[];
										} | null;
										receives: {
											amount: string;
											amountMin: string;
											amountMinUnits: string;
											token: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
										} | null;
										simulation: {
											/** @enum {string} */
											kind: "together" | "alone" | "none";
											reason: string | null;
										};
										spends: {
											amount: string;
											amountUnits: string;
											note: string | null;
											token: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
										} | null;
										step: number;
										switchChain: {
											add: {
												/** @enum {unknown} */
												method: "wallet_addEthereumChain";
												params: {
													blockExplorerUrls: string[];
													chainId: string;
													chainName: string;
													nativeCurrency: {
														decimals: number;
														name: string;
														symbol: string;
													};
													rpcUrls: string[];
												}[];
											};
											chainId: number;
											name: string;
											switch: {
												/** @enum {unknown} */
												method: "wallet_switchEthereumChain";
												params: {
													chainId: string;
												}[];
											};
										} | null;
										to: string | null;
										toName: string | null;
										transactions: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										}[];
										usesStep: number | null;
										warnings: {
											code: string;
											message: string;
										}[];
									}[];
									transactions: number;
									wallet: string;
									warnings: {
										code: string;
										message: string;
									}[];
								};
							};
							messageId: string;
							text: string;
						};
						/** @enum {unknown} */
						errors: null;
						message: string;
						save: boolean;
						status: number;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-swap-ai-content-generation": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default null */
					chainId?: (number | string) | null;
					/** @default null */
					chatId?: string | null;
					/** @default null */
					currency?: string | null;
					message: string;
					/** @default null */
					messageId?: string | null;
					/** @default null */
					wallet?: string | null;
				};
			};
		};
		responses: {
			/** @description The text. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": {
						data: {
							chatId: string;
							text: string;
						};
						/** @enum {unknown} */
						errors: null;
						message: string;
						save: boolean;
						status: number;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-swap-ai-nlu": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					message: string;
				};
			};
		};
		responses: {
			/** @description The parsed sentence. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": {
						data: {
							confidence: number;
							entities: {
								amount?: string;
								fromChain?: {
									id: number;
									name: string;
								};
								fromToken?: string;
								toChain?: {
									id: number;
									name: string;
								};
								toToken?: string;
							};
							/** @enum {string} */
							intent: "swap" | "bridge" | "price" | "balance" | "unknown";
						};
						/** @enum {unknown} */
						errors: null;
						message: string;
						save: boolean;
						status: number;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-swap-ai-webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default null */
					chainId?: (number | string) | null;
					/** @default null */
					chatId?: string | null;
					/** @default null */
					currency?: string | null;
					message: string;
					/** @default null */
					messageId?: string | null;
					/** @default null */
					wallet?: string | null;
				};
			};
		};
		responses: {
			/** @description The text and the action. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": {
						data: {
							/** @enum {string} */
							action: "quotes" | "history" | "text" | "error" | "connect_wallet" | "fallback" | "send_token" | "portfolio" | "buy_bz_token" | "buy_sell" | "dca" | "tx_info" | "tx_history" | "nft_info" | "limit_order" | "check_balance" | "price_alert" | "switch_chain" | "create_dapp" | "contract_audit" | "token_safety" | "wallet_card" | "revoke_approvals" | "workflow" | "market_intel" | "batch" | "autopilot";
							chatId: string;
							text: string;
						};
						/** @enum {unknown} */
						errors: null;
						message: string;
						save: boolean;
						status: number;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-swap-ai-webhook-fallback": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default null */
					chainId?: (number | string) | null;
					/** @default null */
					chatId?: string | null;
					/** @default null */
					currency?: string | null;
					message: string;
					/** @default null */
					messageId?: string | null;
					/** @default null */
					wallet?: string | null;
				};
			};
		};
		responses: {
			/** @description The text and the action. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": {
						data: {
							/** @enum {string} */
							action: "quotes" | "history" | "text" | "error" | "connect_wallet" | "fallback" | "send_token" | "portfolio" | "buy_bz_token" | "buy_sell" | "dca" | "tx_info" | "tx_history" | "nft_info" | "limit_order" | "check_balance" | "price_alert" | "switch_chain" | "create_dapp" | "contract_audit" | "token_safety" | "wallet_card" | "revoke_approvals" | "workflow" | "market_intel" | "batch" | "autopilot";
							chatId: string;
							text: string;
						};
						/** @enum {unknown} */
						errors: null;
						message: string;
						save: boolean;
						status: number;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-swap-id": {
		parameters: {
			query?: {
				amount?: string;
				anonymousMode?: string;
				dstWalletAddress?: string;
				exclude?: string;
				fromChainId?: string;
				fromToken?: string;
				recipient?: string;
				slippage?: string;
				srcWalletAddress?: string;
				toChainId?: string;
				toToken?: string;
				type?: string;
			};
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The transaction. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							aggregator: string;
							amountOut: string;
							amountOutMin: string;
							approvals: {
								amount: string;
								data: string;
								to: string;
								value: string;
							}[] | null;
							chainId: number;
							expiresAt: string | null;
							metaData?: Record<string, never>;
							metaTx: {
								amountIn: string;
								amountOutMin: string;
								data: string;
								deadline: string;
								from: string;
								fromToken: string;
								nonce: string;
								recipient: string;
								spender: string;
								target: string;
								toToken: string;
								value: string;
							} | null;
							reference: Record<string, never>;
							relayer: string | null;
							sendValue: string | null;
							spender: string | null;
							tx: {
								data: string;
								to: string;
								value: string;
							} | null;
							warnings: {
								code: string;
								message: string;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-transaction": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					aggregator?: string;
					amountIn?: string;
					amountOutExpected?: string;
					amountOutMin?: string;
					fromChainId?: number;
					fromToken?: string;
					quoteId?: string;
					recipient?: string;
					toChainId?: number;
					toToken?: string;
					txHash: string;
					/** @enum {string} */
					type?: "swap" | "bridge";
					walletAddress: string;
				};
			};
		};
		responses: {
			/** @description The existing record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			/** @description The record. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-transaction-walletAddress": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
				status?: "pending" | "success" | "failed";
			};
			header?: never;
			path: {
				walletAddress: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The records. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-transaction-walletAddress-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
				walletAddress: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"patch-defi-transaction-hash-hash": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				hash: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					txHash: string;
				};
			};
		};
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"patch-defi-transaction-update": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					destinationTxHash?: string;
					/** @enum {string} */
					status?: "pending" | "success" | "failed";
					txHash: string;
				};
			};
		};
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-transak": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							crypto: {
								address: string | null;
								chainId: number | null;
								code: string;
								contract: string | null;
								excludedCountries: string[];
								limits: {
									buy: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
									sell: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
								};
								name: string | null;
								network: string;
								sides: ("buy" | "sell")[];
								/** @enum {string|null} */
								unmapped: "unknown-network" | "no-contract" | "invalid-contract" | null;
							}[];
							fetchedAt: string | null;
							fiat: {
								code: string;
								countries: string[] | null;
								methods: {
									code: string;
									countries: string[] | null;
									deliverySeconds: number | null;
									/** @enum {string} */
									kind: "card" | "bank" | "wallet" | "other";
									limits: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
									name: string;
									/** @enum {string} */
									side: "buy" | "sell";
								}[];
								sides: ("buy" | "sell")[];
							}[];
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-transak-assign": {
		parameters: {
			query: {
				amount?: string | number;
				chainId?: string;
				country?: string;
				crypto?: string;
				cryptoAmount?: string | number;
				fiat: string;
				fiatAmount?: string | number;
				network?: string;
				paymentMethod?: string;
				side?: "buy" | "sell" | "on" | "off";
				token?: string;
				wallet: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The reference. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-transak-checkout": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					redirectUrl?: string;
					/** Format: uuid */
					reference?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The checkout. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string | null;
							orderId: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							reference: string;
							url: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-transak-quotes": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId?: number;
					country?: string;
					crypto?: string;
					cryptoAmount?: string | number;
					fiat: string;
					fiatAmount?: string | number;
					network?: string;
					paymentMethod?: string;
					/** @enum {string} */
					side: "buy" | "sell" | "on" | "off";
					token?: string;
				};
			};
		};
		responses: {
			/** @description The offer. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number | null;
							crypto: string;
							cryptoAmount: string;
							deliverySeconds: number | null;
							expiresAt: string | null;
							fees: {
								amount: string;
								currency: string;
								name: string;
							}[];
							fiat: string;
							fiatAmount: string;
							limits: {
								currency: string;
								max: string | null;
								min: string | null;
							} | null;
							method: {
								code: string;
								/** @enum {string} */
								kind: "card" | "bank" | "wallet" | "other";
								name: string;
							} | null;
							network: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							quoteId: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							title: string;
							token: string | null;
							totalFee: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-transak-webhook": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": Record<string, never>;
			};
		};
		responses: {
			/** @description The reply that the provider expects. After any other reply, the provider sends the webhook again. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-tx-hash": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				hash: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-tx-wallet-address": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				address: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-txHash-txHash": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				txHash: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-txn-walletAddress": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
				status?: "pending" | "success" | "failed";
			};
			header?: never;
			path: {
				walletAddress: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The records. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-update-position-dcaId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				dcaId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description Merged. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {unknown} */
							success: true;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-velora-quote": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-velora-swap": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					[key: string]: unknown;
				};
			};
		};
		responses: {
			/** @description The provider's reply. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-defi-wit": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					message: string;
				};
			};
		};
		responses: {
			/** @description The parsed sentence. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							confidence: number;
							createdAt: string;
							entities: {
								amount?: string;
								fromChain?: {
									id: number;
									name: string;
								};
								fromToken?: string;
								toChain?: {
									id: number;
									name: string;
								};
								toToken?: string;
							};
							id: string;
							/** @enum {string} */
							intent: "swap" | "bridge" | "price" | "balance" | "unknown";
							text: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-defi-wit-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The parsed sentence. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							confidence: number;
							createdAt: string;
							entities: {
								amount?: string;
								fromChain?: {
									id: number;
									name: string;
								};
								fromToken?: string;
								toChain?: {
									id: number;
									name: string;
								};
								toToken?: string;
							};
							id: string;
							/** @enum {string} */
							intent: "swap" | "bridge" | "price" | "balance" | "unknown";
							text: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-health": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The process serves requests. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							ok: boolean;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-market-data-price-chainId-token": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				chainId: string;
				token: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The price. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							at: string;
							chainId: number;
							priceUsd: string;
							source: string;
							symbol: string;
							token: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-market-data-series-chainId-token": {
		parameters: {
			query?: {
				from?: string;
				to?: string;
			};
			header?: never;
			path: {
				chainId: string;
				token: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The prices. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number;
							from: string;
							points: {
								at: string;
								highUsd: string;
								usd: string;
							}[];
							symbol: string;
							to: string;
							token: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-notifications": {
		parameters: {
			query: {
				cursor?: string;
				limit?: string;
				unread?: "true" | "false";
				walletAddress: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The notifications. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							createdAt: string;
							data: Record<string, never>;
							expiryWarnedAt: string | null;
							id: string;
							/** @enum {string} */
							kind: "fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk";
							message: string;
							read: boolean;
							title: string;
							/** @enum {string} */
							type: "autopilot" | "account" | "price-alert" | "limit-order" | "payment" | "approval-risk";
							wallet: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-notifications-id-read": {
		parameters: {
			query?: {
				walletAddress?: string;
			};
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				"application/json": {
					walletAddress?: string;
				} & unknown;
			};
		};
		responses: {
			/** @description The notification. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							createdAt: string;
							data: Record<string, never>;
							expiryWarnedAt: string | null;
							id: string;
							/** @enum {string} */
							kind: "fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk";
							message: string;
							read: boolean;
							title: string;
							/** @enum {string} */
							type: "autopilot" | "account" | "price-alert" | "limit-order" | "payment" | "approval-risk";
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-notifications-count": {
		parameters: {
			query: {
				walletAddress: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The counts. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							count: number;
							total: number;
							unread: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-notifications-read-all": {
		parameters: {
			query?: {
				walletAddress?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				"application/json": {
					walletAddress?: string;
				} & unknown;
			};
		};
		responses: {
			/** @description Done. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							marked: number;
							/** @enum {unknown} */
							success: true;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-actors": {
		parameters: {
			query?: {
				blockedBy?: string;
				chainId?: string;
				changedFrom?: string;
				changedTo?: string;
				cursor?: string;
				fields?: "all" | "head";
				health?: "ok" | "backing-off" | "quarantined";
				held?: "0" | "1";
				limit?: string;
				order?: "oldest" | "newest";
				overdue?: "0" | "1";
				prefix?: string;
				provider?: string;
				providerOrder?: string;
				search?: string;
				sort?: "created" | "updated" | "wake";
				status?: string;
				type?: string;
				wallet?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							actors: ({
								applied: string[];
								createdAtMs: number;
								dueAtMs: number | null;
								epoch: number;
								health: {
									failures: number;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									sinceMs: number | null;
									/** @enum {string} */
									state: "ok" | "backing-off" | "quarantined";
									untilMs: number | null;
								};
								id: string;
								keys: {
									chainId: number | null;
									provider: string | null;
									providerOrder: string | null;
									status: string | null;
									wallet: string | null;
								};
								outbox: {
									attempts: number;
									/** @description Deprecated: the earlier name of `leasedBy`. */
									claimedBy: string | null;
									/** @description Deprecated: the earlier name of `leaseUntilMs`. */
									claimUntilMs: number | null;
									key: string;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									leasedBy: string | null;
									leaseUntilMs: number | null;
									name: string;
									nextAttemptAtMs: number;
									params: unknown;
									/** @enum {string} */
									state: "ready" | "leased" | "indeterminate";
								}[];
								revision: number;
								shard: number;
								snapshot: {
									context: Record<string, never>;
									status: string;
									value: unknown;
								};
								type: string;
								updatedAtMs: number;
								version: number;
								wakeAtMs: number | null;
							} | {
								createdAtMs: number;
								dueAtMs: number | null;
								hasTriggers: boolean;
								health: {
									failures: number;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									sinceMs: number | null;
									/** @enum {string} */
									state: "ok" | "backing-off" | "quarantined";
									untilMs: number | null;
								};
								id: string;
								keys: {
									chainId: number | null;
									provider: string | null;
									providerOrder: string | null;
									status: string | null;
									wallet: string | null;
								};
								outboxLength: number;
								revision: number;
								/** @description What the actor is for, in one line; null for an actor without a title. */
								title: string | null;
								type: string;
								updatedAtMs: number;
								version: number;
								wakeAtMs: number | null;
								/** @description Why the actor waits, from its record alone; null for an unknown type. `GET /actors/:id/why` uses current data too. */
								why: {
									code: string;
									sentence: string;
									/** @enum {string} */
									tone: "calm" | "busy" | "warn" | "bad";
								} | null;
							})[];
							cursor: string | null;
							/** @enum {string} */
							sort: "created" | "updated" | "wake" | "id";
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-actors-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							applied: string[];
							createdAtMs: number;
							dueAtMs: number | null;
							epoch: number;
							health: {
								failures: number;
								lastError: {
									atMs: number;
									code: string;
									message: string;
								} | null;
								sinceMs: number | null;
								/** @enum {string} */
								state: "ok" | "backing-off" | "quarantined";
								untilMs: number | null;
							};
							id: string;
							keys: {
								chainId: number | null;
								provider: string | null;
								providerOrder: string | null;
								status: string | null;
								wallet: string | null;
							};
							outbox: {
								attempts: number;
								/** @description Deprecated: the earlier name of `leasedBy`. */
								claimedBy: string | null;
								/** @description Deprecated: the earlier name of `leaseUntilMs`. */
								claimUntilMs: number | null;
								key: string;
								lastError: {
									atMs: number;
									code: string;
									message: string;
								} | null;
								leasedBy: string | null;
								leaseUntilMs: number | null;
								name: string;
								nextAttemptAtMs: number;
								params: unknown;
								/** @enum {string} */
								state: "ready" | "leased" | "indeterminate";
							}[];
							revision: number;
							shard: number;
							snapshot: {
								context: Record<string, never>;
								status: string;
								value: unknown;
							};
							type: string;
							updatedAtMs: number;
							version: number;
							wakeAtMs: number | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-actors-id-details": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Details. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @description The members of the context that are amounts: for each path, the token of the amount. */
							amounts: {
								chainId: number;
								path: string;
								token: string;
							}[];
							/** @description What the actor is about for its owner, in sections: what it holds and earned, and what comes next. */
							business: ({
								/** @description The row around which a long table is opened. */
								around?: number;
								columns: {
									/** @enum {string} */
									holds?: "name" | "number" | "prose";
									title: string;
								}[];
								empty?: string;
								/** @enum {unknown} */
								kind: "table";
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								of: string;
								/** @description A cell for each column. */
								rows: {
									lines: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[][];
									notes?: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[][];
								}[][];
								title: string;
							} | {
								empty?: string;
								/** @enum {unknown} */
								kind: "steps";
								/** @description The number of later steps that are not listed. */
								moreAfter?: number;
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								of: string;
								steps: {
									/** @description UTC ms. */
									atMs: number | null;
									/** @description The number of earlier steps that are not listed. */
									moreBefore?: number;
									name: string;
									/** @enum {string} */
									state: "done" | "now" | "next" | "late" | "failed" | "later";
								}[];
								title: string;
							} | {
								bars: {
									name: string;
									of: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[];
									/** @description 0 to 1. */
									share: number;
									used: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[];
								}[];
								/** @enum {unknown} */
								kind: "bars";
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								title: string;
							} | {
								/** @enum {unknown} */
								kind: "series";
								markName: string;
								marks: {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {string} */
									points: "up" | "down";
									text: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[];
								}[];
								name: string;
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								points: {
									/** @description UTC ms. */
									atMs: number;
									/** @description Exact decimal text. */
									value: string;
								}[];
								title: string;
								unit: string;
							} | {
								facts: {
									name: string;
									value: {
										lines: ({
											/** @enum {unknown} */
											kind: "text";
											text: string;
										} | {
											/** @enum {unknown} */
											kind: "badge";
											text: string;
											/** @enum {string} */
											tone: "plain" | "accent" | "ok" | "warn" | "bad";
										} | {
											/** @description Base units. */
											amount: string;
											chainId: number;
											/** @enum {unknown} */
											kind: "amount";
											token: string;
										} | {
											chainId: number;
											/** @enum {unknown} */
											kind: "token";
											token: string;
										} | {
											/** @description UTC ms. */
											atMs: number;
											/** @enum {unknown} */
											kind: "time";
										} | {
											id: string;
											/** @enum {unknown} */
											kind: "actor";
										} | {
											chainId: number;
											hash: string;
											/** @enum {unknown} */
											kind: "transaction";
											name?: string;
										} | {
											address: string;
											/** @enum {unknown} */
											kind: "address";
										})[][];
										notes?: ({
											/** @enum {unknown} */
											kind: "text";
											text: string;
										} | {
											/** @enum {unknown} */
											kind: "badge";
											text: string;
											/** @enum {string} */
											tone: "plain" | "accent" | "ok" | "warn" | "bad";
										} | {
											/** @description Base units. */
											amount: string;
											chainId: number;
											/** @enum {unknown} */
											kind: "amount";
											token: string;
										} | {
											chainId: number;
											/** @enum {unknown} */
											kind: "token";
											token: string;
										} | {
											/** @description UTC ms. */
											atMs: number;
											/** @enum {unknown} */
											kind: "time";
										} | {
											id: string;
											/** @enum {unknown} */
											kind: "actor";
										} | {
											chainId: number;
											hash: string;
											/** @enum {unknown} */
											kind: "transaction";
											name?: string;
										} | {
											address: string;
											/** @enum {unknown} */
											kind: "address";
										})[][];
									};
								}[];
								/** @enum {unknown} */
								kind: "facts";
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								title: string;
							})[];
							/** @description The same details for programs. `kind` names the form, which depends on the actor's type. Null if the type has no such form. */
							domain: unknown;
							/** @description A sentence for each part that could not be loaded. */
							missing: string[];
							/** @description The public record that API clients see. */
							publicRecord: unknown;
							related: {
								id: string;
								relation: string;
							}[];
							/** @description The details for people, in the sections that the actor's type declares. */
							sections: ({
								/** @description The row around which a long table is opened. */
								around?: number;
								columns: {
									/** @enum {string} */
									holds?: "name" | "number" | "prose";
									title: string;
								}[];
								empty?: string;
								/** @enum {unknown} */
								kind: "table";
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								of: string;
								/** @description A cell for each column. */
								rows: {
									lines: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[][];
									notes?: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[][];
								}[][];
								title: string;
							} | {
								empty?: string;
								/** @enum {unknown} */
								kind: "steps";
								/** @description The number of later steps that are not listed. */
								moreAfter?: number;
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								of: string;
								steps: {
									/** @description UTC ms. */
									atMs: number | null;
									/** @description The number of earlier steps that are not listed. */
									moreBefore?: number;
									name: string;
									/** @enum {string} */
									state: "done" | "now" | "next" | "late" | "failed" | "later";
								}[];
								title: string;
							} | {
								bars: {
									name: string;
									of: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[];
									/** @description 0 to 1. */
									share: number;
									used: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[];
								}[];
								/** @enum {unknown} */
								kind: "bars";
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								title: string;
							} | {
								/** @enum {unknown} */
								kind: "series";
								markName: string;
								marks: {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {string} */
									points: "up" | "down";
									text: ({
										/** @enum {unknown} */
										kind: "text";
										text: string;
									} | {
										/** @enum {unknown} */
										kind: "badge";
										text: string;
										/** @enum {string} */
										tone: "plain" | "accent" | "ok" | "warn" | "bad";
									} | {
										/** @description Base units. */
										amount: string;
										chainId: number;
										/** @enum {unknown} */
										kind: "amount";
										token: string;
									} | {
										chainId: number;
										/** @enum {unknown} */
										kind: "token";
										token: string;
									} | {
										/** @description UTC ms. */
										atMs: number;
										/** @enum {unknown} */
										kind: "time";
									} | {
										id: string;
										/** @enum {unknown} */
										kind: "actor";
									} | {
										chainId: number;
										hash: string;
										/** @enum {unknown} */
										kind: "transaction";
										name?: string;
									} | {
										address: string;
										/** @enum {unknown} */
										kind: "address";
									})[];
								}[];
								name: string;
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								points: {
									/** @description UTC ms. */
									atMs: number;
									/** @description Exact decimal text. */
									value: string;
								}[];
								title: string;
								unit: string;
							} | {
								facts: {
									name: string;
									value: {
										lines: ({
											/** @enum {unknown} */
											kind: "text";
											text: string;
										} | {
											/** @enum {unknown} */
											kind: "badge";
											text: string;
											/** @enum {string} */
											tone: "plain" | "accent" | "ok" | "warn" | "bad";
										} | {
											/** @description Base units. */
											amount: string;
											chainId: number;
											/** @enum {unknown} */
											kind: "amount";
											token: string;
										} | {
											chainId: number;
											/** @enum {unknown} */
											kind: "token";
											token: string;
										} | {
											/** @description UTC ms. */
											atMs: number;
											/** @enum {unknown} */
											kind: "time";
										} | {
											id: string;
											/** @enum {unknown} */
											kind: "actor";
										} | {
											chainId: number;
											hash: string;
											/** @enum {unknown} */
											kind: "transaction";
											name?: string;
										} | {
											address: string;
											/** @enum {unknown} */
											kind: "address";
										})[][];
										notes?: ({
											/** @enum {unknown} */
											kind: "text";
											text: string;
										} | {
											/** @enum {unknown} */
											kind: "badge";
											text: string;
											/** @enum {string} */
											tone: "plain" | "accent" | "ok" | "warn" | "bad";
										} | {
											/** @description Base units. */
											amount: string;
											chainId: number;
											/** @enum {unknown} */
											kind: "amount";
											token: string;
										} | {
											chainId: number;
											/** @enum {unknown} */
											kind: "token";
											token: string;
										} | {
											/** @description UTC ms. */
											atMs: number;
											/** @enum {unknown} */
											kind: "time";
										} | {
											id: string;
											/** @enum {unknown} */
											kind: "actor";
										} | {
											chainId: number;
											hash: string;
											/** @enum {unknown} */
											kind: "transaction";
											name?: string;
										} | {
											address: string;
											/** @enum {unknown} */
											kind: "address";
										})[][];
									};
								}[];
								/** @enum {unknown} */
								kind: "facts";
								note?: ({
									/** @enum {unknown} */
									kind: "text";
									text: string;
								} | {
									/** @enum {unknown} */
									kind: "badge";
									text: string;
									/** @enum {string} */
									tone: "plain" | "accent" | "ok" | "warn" | "bad";
								} | {
									/** @description Base units. */
									amount: string;
									chainId: number;
									/** @enum {unknown} */
									kind: "amount";
									token: string;
								} | {
									chainId: number;
									/** @enum {unknown} */
									kind: "token";
									token: string;
								} | {
									/** @description UTC ms. */
									atMs: number;
									/** @enum {unknown} */
									kind: "time";
								} | {
									id: string;
									/** @enum {unknown} */
									kind: "actor";
								} | {
									chainId: number;
									hash: string;
									/** @enum {unknown} */
									kind: "transaction";
									name?: string;
								} | {
									address: string;
									/** @enum {unknown} */
									kind: "address";
								})[];
								title: string;
							})[];
							/** @description The titles of this actor, of related actors, and of actors that the sections name. */
							titles: {
								id: string;
								title: string;
							}[];
							tokens: {
								address: string;
								chainId: number;
								decimals: number;
								symbol: string;
							}[];
							transactions: {
								blockNumber: number | null;
								chainId: number;
								gasUsed: string | null;
								hash: string;
								nonce: number | null;
								/** @enum {string} */
								status: "signed" | "sent" | "mined" | "reverted" | "replaced" | "unknown";
								url: string | null;
								what: string;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-actors-id-history": {
		parameters: {
			query?: {
				before?: string;
				limit?: string;
			};
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Entries. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							atMs: number;
							cause: {
								by?: string;
								kind: string;
							};
							event: {
								id: string;
								payload: unknown;
								type: string;
							};
							from: unknown;
							record: {
								applied: string[];
								createdAtMs: number;
								dueAtMs: number | null;
								epoch: number;
								health: {
									failures: number;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									sinceMs: number | null;
									/** @enum {string} */
									state: "ok" | "backing-off" | "quarantined";
									untilMs: number | null;
								};
								id: string;
								keys: {
									chainId: number | null;
									provider: string | null;
									providerOrder: string | null;
									status: string | null;
									wallet: string | null;
								};
								outbox: {
									attempts: number;
									/** @description Deprecated: the earlier name of `leasedBy`. */
									claimedBy: string | null;
									/** @description Deprecated: the earlier name of `leaseUntilMs`. */
									claimUntilMs: number | null;
									key: string;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									leasedBy: string | null;
									leaseUntilMs: number | null;
									name: string;
									nextAttemptAtMs: number;
									params: unknown;
									/** @enum {string} */
									state: "ready" | "leased" | "indeterminate";
								}[];
								revision: number;
								shard: number;
								snapshot: {
									context: Record<string, never>;
									status: string;
									value: unknown;
								};
								type: string;
								updatedAtMs: number;
								version: number;
								wakeAtMs: number | null;
							};
							revision: number;
							to: unknown;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-actors-id-history-revision": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
				revision: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The entry. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							atMs: number;
							cause: {
								by?: string;
								kind: string;
							};
							event: {
								id: string;
								payload: unknown;
								type: string;
							};
							from: unknown;
							record: {
								applied: string[];
								createdAtMs: number;
								dueAtMs: number | null;
								epoch: number;
								health: {
									failures: number;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									sinceMs: number | null;
									/** @enum {string} */
									state: "ok" | "backing-off" | "quarantined";
									untilMs: number | null;
								};
								id: string;
								keys: {
									chainId: number | null;
									provider: string | null;
									providerOrder: string | null;
									status: string | null;
									wallet: string | null;
								};
								outbox: {
									attempts: number;
									/** @description Deprecated: the earlier name of `leasedBy`. */
									claimedBy: string | null;
									/** @description Deprecated: the earlier name of `leaseUntilMs`. */
									claimUntilMs: number | null;
									key: string;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									leasedBy: string | null;
									leaseUntilMs: number | null;
									name: string;
									nextAttemptAtMs: number;
									params: unknown;
									/** @enum {string} */
									state: "ready" | "leased" | "indeterminate";
								}[];
								revision: number;
								shard: number;
								snapshot: {
									context: Record<string, never>;
									status: string;
									value: unknown;
								};
								type: string;
								updatedAtMs: number;
								version: number;
								wakeAtMs: number | null;
							};
							revision: number;
							to: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-actors-id-release": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The actor after the action. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							applied: string[];
							createdAtMs: number;
							dueAtMs: number | null;
							epoch: number;
							health: {
								failures: number;
								lastError: {
									atMs: number;
									code: string;
									message: string;
								} | null;
								sinceMs: number | null;
								/** @enum {string} */
								state: "ok" | "backing-off" | "quarantined";
								untilMs: number | null;
							};
							id: string;
							keys: {
								chainId: number | null;
								provider: string | null;
								providerOrder: string | null;
								status: string | null;
								wallet: string | null;
							};
							outbox: {
								attempts: number;
								/** @description Deprecated: the earlier name of `leasedBy`. */
								claimedBy: string | null;
								/** @description Deprecated: the earlier name of `leaseUntilMs`. */
								claimUntilMs: number | null;
								key: string;
								lastError: {
									atMs: number;
									code: string;
									message: string;
								} | null;
								leasedBy: string | null;
								leaseUntilMs: number | null;
								name: string;
								nextAttemptAtMs: number;
								params: unknown;
								/** @enum {string} */
								state: "ready" | "leased" | "indeterminate";
							}[];
							revision: number;
							shard: number;
							snapshot: {
								context: Record<string, never>;
								status: string;
								value: unknown;
							};
							type: string;
							updatedAtMs: number;
							version: number;
							wakeAtMs: number | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-actors-id-restore": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					before?: number | string;
					/** @default false */
					dryRun?: boolean;
					expectedRevision?: number;
					revision?: number;
				};
			};
		};
		responses: {
			/** @description The actor after the restore; with `dryRun`, the preview. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							applied: string[];
							createdAtMs: number;
							dueAtMs: number | null;
							epoch: number;
							health: {
								failures: number;
								lastError: {
									atMs: number;
									code: string;
									message: string;
								} | null;
								sinceMs: number | null;
								/** @enum {string} */
								state: "ok" | "backing-off" | "quarantined";
								untilMs: number | null;
							};
							id: string;
							keys: {
								chainId: number | null;
								provider: string | null;
								providerOrder: string | null;
								status: string | null;
								wallet: string | null;
							};
							outbox: {
								attempts: number;
								/** @description Deprecated: the earlier name of `leasedBy`. */
								claimedBy: string | null;
								/** @description Deprecated: the earlier name of `leaseUntilMs`. */
								claimUntilMs: number | null;
								key: string;
								lastError: {
									atMs: number;
									code: string;
									message: string;
								} | null;
								leasedBy: string | null;
								leaseUntilMs: number | null;
								name: string;
								nextAttemptAtMs: number;
								params: unknown;
								/** @enum {string} */
								state: "ready" | "leased" | "indeterminate";
							}[];
							revision: number;
							shard: number;
							snapshot: {
								context: Record<string, never>;
								status: string;
								value: unknown;
							};
							type: string;
							updatedAtMs: number;
							version: number;
							wakeAtMs: number | null;
						} | {
							/** @description What follows from the restore. With `isStandstill`, the actor then stands still until a person does something. */
							consequences: {
								code: string;
								isStandstill: boolean;
								sentence: string;
							}[];
							current: {
								applied: string[];
								createdAtMs: number;
								dueAtMs: number | null;
								epoch: number;
								health: {
									failures: number;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									sinceMs: number | null;
									/** @enum {string} */
									state: "ok" | "backing-off" | "quarantined";
									untilMs: number | null;
								};
								id: string;
								keys: {
									chainId: number | null;
									provider: string | null;
									providerOrder: string | null;
									status: string | null;
									wallet: string | null;
								};
								outbox: {
									attempts: number;
									/** @description Deprecated: the earlier name of `leasedBy`. */
									claimedBy: string | null;
									/** @description Deprecated: the earlier name of `leaseUntilMs`. */
									claimUntilMs: number | null;
									key: string;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									leasedBy: string | null;
									leaseUntilMs: number | null;
									name: string;
									nextAttemptAtMs: number;
									params: unknown;
									/** @enum {string} */
									state: "ready" | "leased" | "indeterminate";
								}[];
								revision: number;
								shard: number;
								snapshot: {
									context: Record<string, never>;
									status: string;
									value: unknown;
								};
								type: string;
								updatedAtMs: number;
								version: number;
								wakeAtMs: number | null;
							};
							isAllowed: boolean;
							record: {
								applied: string[];
								createdAtMs: number;
								dueAtMs: number | null;
								epoch: number;
								health: {
									failures: number;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									sinceMs: number | null;
									/** @enum {string} */
									state: "ok" | "backing-off" | "quarantined";
									untilMs: number | null;
								};
								id: string;
								keys: {
									chainId: number | null;
									provider: string | null;
									providerOrder: string | null;
									status: string | null;
									wallet: string | null;
								};
								outbox: {
									attempts: number;
									/** @description Deprecated: the earlier name of `leasedBy`. */
									claimedBy: string | null;
									/** @description Deprecated: the earlier name of `leaseUntilMs`. */
									claimUntilMs: number | null;
									key: string;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									leasedBy: string | null;
									leaseUntilMs: number | null;
									name: string;
									nextAttemptAtMs: number;
									params: unknown;
									/** @enum {string} */
									state: "ready" | "leased" | "indeterminate";
								}[];
								revision: number;
								shard: number;
								snapshot: {
									context: Record<string, never>;
									status: string;
									value: unknown;
								};
								type: string;
								updatedAtMs: number;
								version: number;
								wakeAtMs: number | null;
							} | null;
							/** @description The revision that would be restored. */
							revision: number | null;
							why: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-actors-id-retry": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				"application/json": {
					key?: string;
				};
			};
		};
		responses: {
			/** @description The actor after the action. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							applied: string[];
							createdAtMs: number;
							dueAtMs: number | null;
							epoch: number;
							health: {
								failures: number;
								lastError: {
									atMs: number;
									code: string;
									message: string;
								} | null;
								sinceMs: number | null;
								/** @enum {string} */
								state: "ok" | "backing-off" | "quarantined";
								untilMs: number | null;
							};
							id: string;
							keys: {
								chainId: number | null;
								provider: string | null;
								providerOrder: string | null;
								status: string | null;
								wallet: string | null;
							};
							outbox: {
								attempts: number;
								/** @description Deprecated: the earlier name of `leasedBy`. */
								claimedBy: string | null;
								/** @description Deprecated: the earlier name of `leaseUntilMs`. */
								claimUntilMs: number | null;
								key: string;
								lastError: {
									atMs: number;
									code: string;
									message: string;
								} | null;
								leasedBy: string | null;
								leaseUntilMs: number | null;
								name: string;
								nextAttemptAtMs: number;
								params: unknown;
								/** @enum {string} */
								state: "ready" | "leased" | "indeterminate";
							}[];
							revision: number;
							shard: number;
							snapshot: {
								context: Record<string, never>;
								status: string;
								value: unknown;
							};
							type: string;
							updatedAtMs: number;
							version: number;
							wakeAtMs: number | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-actors-id-send": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default false */
					dryRun?: boolean;
					event: {
						type: string;
					};
				};
			};
		};
		responses: {
			/** @description The result; with `dryRun`, whether the event would be accepted. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							accepted: boolean;
							changed: boolean;
							record: {
								applied: string[];
								createdAtMs: number;
								dueAtMs: number | null;
								epoch: number;
								health: {
									failures: number;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									sinceMs: number | null;
									/** @enum {string} */
									state: "ok" | "backing-off" | "quarantined";
									untilMs: number | null;
								};
								id: string;
								keys: {
									chainId: number | null;
									provider: string | null;
									providerOrder: string | null;
									status: string | null;
									wallet: string | null;
								};
								outbox: {
									attempts: number;
									/** @description Deprecated: the earlier name of `leasedBy`. */
									claimedBy: string | null;
									/** @description Deprecated: the earlier name of `leaseUntilMs`. */
									claimUntilMs: number | null;
									key: string;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									leasedBy: string | null;
									leaseUntilMs: number | null;
									name: string;
									nextAttemptAtMs: number;
									params: unknown;
									/** @enum {string} */
									state: "ready" | "leased" | "indeterminate";
								}[];
								revision: number;
								shard: number;
								snapshot: {
									context: Record<string, never>;
									status: string;
									value: unknown;
								};
								type: string;
								updatedAtMs: number;
								version: number;
								wakeAtMs: number | null;
							};
						} | {
							isAllowed: boolean;
							problems: {
								code: string;
								message: string;
								path: string;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-actors-id-tick": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The result. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							accepted: boolean;
							changed: boolean;
							record: {
								applied: string[];
								createdAtMs: number;
								dueAtMs: number | null;
								epoch: number;
								health: {
									failures: number;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									sinceMs: number | null;
									/** @enum {string} */
									state: "ok" | "backing-off" | "quarantined";
									untilMs: number | null;
								};
								id: string;
								keys: {
									chainId: number | null;
									provider: string | null;
									providerOrder: string | null;
									status: string | null;
									wallet: string | null;
								};
								outbox: {
									attempts: number;
									/** @description Deprecated: the earlier name of `leasedBy`. */
									claimedBy: string | null;
									/** @description Deprecated: the earlier name of `leaseUntilMs`. */
									claimUntilMs: number | null;
									key: string;
									lastError: {
										atMs: number;
										code: string;
										message: string;
									} | null;
									leasedBy: string | null;
									leaseUntilMs: number | null;
									name: string;
									nextAttemptAtMs: number;
									params: unknown;
									/** @enum {string} */
									state: "ready" | "leased" | "indeterminate";
								}[];
								revision: number;
								shard: number;
								snapshot: {
									context: Record<string, never>;
									status: string;
									value: unknown;
								};
								type: string;
								updatedAtMs: number;
								version: number;
								wakeAtMs: number | null;
							};
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-actors-id-why": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Why. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @description A stable code of the reason: one of the general codes, or a code of the actor's type. */
							code: string;
							/** @description Details of the reason, the most important first. */
							details: string[];
							next: {
								event: string;
								/** @enum {string} */
								from: "outside" | "inside";
								guard: string | null;
								/** @description Paths of the target states. Empty: the transition does not leave the state. */
								targets: string[];
							}[];
							/** @description Time of the next tick in UTC ms; null if only an event from outside can change the actor. */
							nextAtMs: number | null;
							sentence: string;
							/**
							 * @description How urgently somebody should look at the actor.
							 * @enum {string}
							 */
							tone: "calm" | "busy" | "warn" | "bad";
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-actors-count": {
		parameters: {
			query?: {
				blockedBy?: string;
				chainId?: string;
				changedFrom?: string;
				changedTo?: string;
				health?: "ok" | "backing-off" | "quarantined";
				held?: "0" | "1";
				overdue?: "0" | "1";
				prefix?: string;
				provider?: string;
				providerOrder?: string;
				search?: string;
				status?: string;
				type?: string;
				wallet?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The count. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							count: number;
							isMore: boolean;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-acts": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							acts: {
								/** @enum {string} */
								act: "pause" | "resume" | "drain" | "bulk" | "retry-deferred" | "drop-deferred";
								atMs: number;
								by: string;
								details: {
									[key: string]: (string | number | boolean) | null;
								};
								reason: string | null;
								subject: string;
							}[];
							cursor: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-audit": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							act: string;
							after: unknown;
							asked: unknown;
							at: string;
							before: unknown;
							by: string;
							code: string | null;
							id: string;
							/** @enum {string} */
							outcome: "done" | "refused" | "unknown";
							subject: string;
							/** @enum {string} */
							via: "admin" | "operator";
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-networks": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The networks, by id. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							blocksOnDemand?: boolean;
							confirmations: number;
							contracts: {
								autopilotVault: unknown;
								dcaVault: unknown;
								multicall3: unknown;
								relayer: unknown;
								rocketStaking?: unknown;
								/** @default null */
								uniswapV2: {
									factory: unknown;
									router: unknown;
								} | null;
								uniswapV3: {
									factory: unknown;
									quoterV2: unknown;
									swapRouter: unknown;
									/** @enum {number} */
									swapRouterVersion: 1 | 2;
								} | null;
								/** @default null */
								uniswapV4: {
									poolManager: unknown;
									quoter: unknown;
									stateView: unknown;
									swapRouter: unknown;
								} | null;
								wrappedNative: unknown;
							};
							deploymentId?: string;
							dollarTokens: string[];
							explorerUrl: string | null;
							id: number;
							launchpad: {
								enabled: boolean;
							};
							name: string;
							nativeCurrency: {
								decimals: number;
								name: string;
								symbol: string;
							};
							/** @enum {string} */
							rollup?: "none" | "op-stack" | "arbitrum";
							rpcUrls: string[];
							show: boolean;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-admin-networks-chainId": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				chainId: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					contracts?: {
						autopilotVault?: string | null;
						dcaVault?: string | null;
						relayer?: string | null;
						rocketStaking?: string | null;
					};
					launchpad?: {
						enabled: boolean;
					};
					rpcUrls?: string[];
					show?: boolean;
				} & unknown;
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-reward-rules": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The rules. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							launchpadCreate: {
								perDay: number;
								points: number;
							};
							rocket: {
								claimWindowMinutes: number;
								levels: {
									maxDailyCap: number;
									ratePerHour: number;
								}[];
							};
							trade: {
								minUsd: number;
								perDay: number;
								points: number;
							};
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-admin-reward-rules": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					launchpadCreate?: {
						perDay?: number;
						points?: number;
					};
					rocket?: {
						claimWindowMinutes?: number;
						levels?: {
							maxDailyCap: number;
							ratePerHour: number;
						}[];
					};
					trade?: {
						minUsd?: number;
						perDay?: number;
						points?: number;
					};
				} & unknown;
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-settings": {
		parameters: {
			query?: {
				category?: "bridge" | "security" | "network" | "fees" | "limits" | "general";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The settings, by key. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string} */
							category: "bridge" | "security" | "network" | "fees" | "limits" | "general";
							changedAt: string | null;
							changedBy: string | null;
							default: unknown;
							doc: string | null;
							isDefault: boolean;
							isKnown: boolean;
							isValid: boolean;
							key: string;
							rule: string | null;
							value: unknown;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-admin-settings-key": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				key: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @enum {string} */
					category?: "bridge" | "security" | "network" | "fees" | "limits" | "general";
					value: unknown;
				};
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-admin-settings-key-reset": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				key: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-admin-tokens": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					address: string;
					chainId: number;
					/** @default  */
					logoURI?: string;
					name?: string;
					symbol?: string;
				};
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-tokens-chainId": {
		parameters: {
			query?: {
				cursor?: string;
				hidden?: "true" | "false";
				limit?: string;
				search?: string;
			};
			header?: never;
			path: {
				chainId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							address: string;
							chainId: number;
							cmcId?: number;
							coingeckoId?: string;
							decimals: number;
							hidden?: boolean;
							logoURI: string;
							name: string;
							order?: number;
							symbol: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-admin-tokens-chainId-token": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				chainId: string;
				token: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					hidden?: boolean;
					order?: number;
				} & unknown;
			};
		};
		responses: {
			/** @description The record before and after the change. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							after: unknown;
							before: unknown;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-training": {
		parameters: {
			query?: {
				cursor?: string;
				intent?: string;
				limit?: string;
				rating?: "up" | "down";
				status?: "pending" | "approved" | "rejected";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-training-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The candidate. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"patch-operator-admin-training-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					note?: string | null;
					replacement?: string | null;
					revision?: number;
					/** @enum {string} */
					status: "pending" | "approved" | "rejected";
				};
			};
		};
		responses: {
			/** @description The candidate after the review. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-admin-training-bulk": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					ids: (string | {
						id: string;
						revision?: number;
					})[];
					note?: string | null;
					/** @enum {string} */
					status: "pending" | "approved" | "rejected";
				};
			};
		};
		responses: {
			/** @description The result for each candidate. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							results: {
								after: unknown;
								before: unknown;
								code: string | null;
								id: string;
								message: string | null;
								/** @enum {string} */
								outcome: "done" | "refused";
							}[];
							updated: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-training-export": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The examples. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/x-ndjson": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-admin-training-stats": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The numbers of candidates. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							approved: number;
							pending: number;
							rejected: number;
							total: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-blocked": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The numbers. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							countedAtMs: number;
							groups: {
								/** @description The reason: a code of `GET /actors/:id/why`, and the value of the filter `blockedBy`. */
								code: string;
								count: number;
								/** @description The explanation of one of the actors. */
								sentence: string;
								/** @enum {string} */
								tone: "calm" | "busy" | "warn" | "bad";
								type: string;
							}[];
							/** @description Whether there may be more, because a limited number of actors of each type is examined. */
							isMore: boolean;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-bulk": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @enum {string} */
					act: "tick" | "release" | "retry" | "send" | "restore";
					/** @default false */
					all?: boolean;
					before?: number | string;
					dryRun: boolean;
					event?: {
						type: string;
					};
					filter: {
						blockedBy?: string;
						chainId?: string | number;
						changedFrom?: number | string;
						changedTo?: number | string;
						/** @enum {string} */
						health?: "ok" | "backing-off" | "quarantined";
						/** @default false */
						held?: boolean;
						/** @default false */
						overdue?: boolean;
						prefix?: string;
						provider?: string;
						providerOrder?: string;
						status?: string;
						type?: string;
						wallet?: string;
					};
					limit?: number;
					reason?: string;
				};
			};
		};
		responses: {
			/** @description Events with the progress, the failures and the end of the action. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/event-stream": {
						done: number;
						failed: number;
						seen: number;
						skipped: number;
					} | {
						code: string;
						id: string;
						message: string;
					} | {
						done: number;
						failed: number;
						hasMore: boolean;
						isDryRun: boolean;
						isStopped: boolean;
						samples: {
							id: string;
							what: string;
						}[];
						seen: number;
						skipped: number;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-channels-test": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					channel?: string;
					wallet: string;
				};
			};
		};
		responses: {
			/** @description The result for each channel. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							failure: {
								code: string;
								message: string;
							} | null;
							id: string;
							isSent: boolean;
							kind: string;
							name: string;
							state: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-deferred": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The deferred events. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							items: {
								attempts: number;
								chainId: number;
								firstAtMs: number | null;
								id: string;
								kind: string;
								lastError: string;
								nextAttemptAtMs: number;
								/** @description The subject of the event: `<wallet>/<position>`, `agent <number>`, or a wallet. */
								subject: string;
								vault: string;
							}[];
							totals: {
								count: number;
								/** @enum {string} */
								follower: "autopilot" | "dca" | "rockets";
								oldestAtMs: number | null;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-deferred-drop": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					id: string;
					reason: string;
				};
			};
		};
		responses: {
			/** @description The deleted event. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							attempts: number;
							chainId: number;
							firstAtMs: number | null;
							id: string;
							kind: string;
							lastError: string;
							nextAttemptAtMs: number;
							/** @description The subject of the event: `<wallet>/<position>`, `agent <number>`, or a wallet. */
							subject: string;
							vault: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-deferred-retry": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					id: string;
				};
			};
		};
		responses: {
			/** @description The deferred event. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							attempts: number;
							chainId: number;
							firstAtMs: number | null;
							id: string;
							kind: string;
							lastError: string;
							nextAttemptAtMs: number;
							/** @description The subject of the event: `<wallet>/<position>`, `agent <number>`, or a wallet. */
							subject: string;
							vault: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-doctor": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The findings. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							findings: {
								check: string;
								isOk: boolean;
								message: string;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-feed": {
		parameters: {
			query?: {
				chainId?: string;
				id?: string;
				kind?: "committed" | "not-accepted" | "step-failed" | "conflict" | "effect-started" | "effect-ended" | "quarantined" | "facts-failed" | "topics-failed" | "tick" | "store-error";
				provider?: string;
				providerOrder?: string;
				type?: string;
				wallet?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The events, until the client disconnects. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/event-stream": {
						atMs: number;
						chainId?: number | null;
						id?: string;
						kind: string;
						node: string;
						seq: number;
						type?: string;
						wallet?: string | null;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-inspect": {
		parameters: {
			query?: {
				chainId?: string;
				id?: string;
				provider?: string;
				providerOrder?: string;
				type?: string;
				wallet?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The events, until the client disconnects. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/event-stream": {
						type: string;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-node": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The node. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							commitsOutstanding: number;
							drain: {
								atMs: number;
								by: string;
								/** @description Time at which the last work on the node ended; null while something runs. */
								endedAtMs: number | null;
								reason: string | null;
							} | null;
							effectsRunning: number;
							nodeId: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-node-drain": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					nodeId: string;
					reason?: string;
				};
			};
		};
		responses: {
			/** @description The progress at this moment. `GET /node` returns the later progress. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							commitsOutstanding: number;
							drain: {
								atMs: number;
								by: string;
								/** @description Time at which the last work on the node ended; null while something runs. */
								endedAtMs: number | null;
								reason: string | null;
							} | null;
							effectsRunning: number;
							nodeId: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-outages": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The outages. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							nowMs: number;
							outages: {
								/** @description How many actors wait because of it; null when no actor waits, or when they cannot be counted. */
								actorsWaiting: {
									count: number;
									isMore: boolean;
								} | null;
								cause: string;
								chainId: number | null;
								/** @enum {string} */
								kind: "disk" | "store" | "chain";
								name: string;
								remedy: string;
								sinceMs: number;
								transactionsWaiting: number | null;
								waits: string;
							}[];
							/** @description Services that do not answer, although the work on chain continues. `sinceMs`: since when this node knows. */
							troubles: {
								cause: string;
								name: string;
								sinceMs: number;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-overview": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The overview. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							actors: number;
							countedAtMs: number;
							deferred: {
								count: number;
								items: {
									attempts: number;
									chainId: number;
									id: string;
									kind: string;
									lastError: string;
									nextAttemptAtMs: number;
									putAsideBy: string;
									subject: string;
								}[];
								oldestAtMs: number | null;
							};
							dependencies: {
								isOk: boolean;
								/** @enum {string} */
								kind: "store" | "redis" | "chain" | "ticks" | "feed" | "other";
								message: string;
								name: string;
								sinceMs: number | null;
							}[];
							late: {
								count: number;
								isMore: boolean;
								oldest: {
									effect: string | null;
									id: string;
									wakeAtMs: number;
								} | null;
							};
							minutes: {
								atMs: number;
								commits: number;
								conflicts: number;
								effectErrors: number;
								effects: number;
								refused: number;
								stepErrors: number;
							}[];
							nodeId: string;
							nodes: {
								effectsRunning: number;
								groups: string[];
								/** @description Name of the machine or container. */
								host: string | null;
								isDraining: boolean;
								isThis: boolean;
								lastTickAtMs: number | null;
								nodeId: string;
								residents: number;
								seenAtMs: number;
								startedAtMs: number;
								version: string;
							}[];
							nowMs: number;
							outages: {
								cause: string;
								chainId: number | null;
								/** @enum {string} */
								kind: "disk" | "store" | "chain";
								name: string;
								remedy: string;
								sinceMs: number;
								transactionsWaiting: number | null;
								waits: string;
							}[];
							outbox: {
								entries: number;
								running: number;
							};
							paused: {
								atMs: number;
								by: string;
								reason: string;
								type: string;
							}[];
							quarantined: number;
							ticks: {
								committed: number;
								due: number;
								effectsWoken: number;
								factsFetched: number;
								failed: number;
								missed: number;
								stepped: number;
								tickAtMs: number;
								tookMs: number;
								triggered: number;
							}[];
							types: {
								states: {
									count: number;
									/** @enum {string} */
									health: "ok" | "backing-off" | "quarantined";
									status: string | null;
								}[];
								total: number;
								type: string;
							}[];
							version: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-ramp-providers": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Every provider. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							coins: number;
							doubted: {
								coins: number;
								fetchedAt: string;
								fiats: number;
								reason: string;
							} | null;
							fetchedAt: string | null;
							fiats: number;
							isOn: boolean;
							isReplaced: boolean;
							missing: string[];
							notCalledForMs: number | null;
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							unmapped: number;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-ramp-providers-provider-accept-catalogue": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The catalogue that is used now. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							coins: number;
							fetchedAt: string | null;
							fiats: number;
							isReplaced: boolean;
							problem: string | null;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							unmapped: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-ramps-check": {
		parameters: {
			query?: {
				provider?: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The result of each. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							answers: boolean | null;
							isOn: boolean;
							message: string;
							/** @enum {string} */
							provider: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
							signs: boolean | null;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-ramps-orders": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
				provider?: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
				status?: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
				wallet?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The orders. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							amount: string;
							/** @enum {string} */
							amountOf: "fiat" | "crypto";
							askedAt: string | null;
							chainId: number | null;
							createdAt: string;
							crypto: string;
							cryptoAmount: string | null;
							depositAddress: string | null;
							fiat: string;
							fiatAmount: string | null;
							fiatNetwork: string | null;
							isDeliveryGone: boolean;
							isVerified: boolean;
							message: string | null;
							missingAmount: string | null;
							network: string;
							nextAskAt: string | null;
							orderId: string | null;
							/** @enum {string|null} */
							ownEnd: "not-begun" | "no-news" | null;
							provider: string;
							providerStatus: string | null;
							reference: string;
							refundedAmount: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							/** @enum {string} */
							status: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
							token: string | null;
							transactionHash: string | null;
							updatedAt: string;
							wallet: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-ramps-orders-reference": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				reference: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The order. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							amount: string;
							/** @enum {string} */
							amountOf: "fiat" | "crypto";
							askedAt: string | null;
							chainId: number | null;
							createdAt: string;
							crypto: string;
							cryptoAmount: string | null;
							depositAddress: string | null;
							fiat: string;
							fiatAmount: string | null;
							fiatNetwork: string | null;
							isDeliveryGone: boolean;
							isVerified: boolean;
							message: string | null;
							missingAmount: string | null;
							network: string;
							nextAskAt: string | null;
							orderId: string | null;
							/** @enum {string|null} */
							ownEnd: "not-begun" | "no-news" | null;
							provider: string;
							providerStatus: string | null;
							reference: string;
							refundedAmount: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							/** @enum {string} */
							status: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
							token: string | null;
							transactionHash: string | null;
							updatedAt: string;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-ramps-orders-reference-refresh": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				reference: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The order. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							amount: string;
							/** @enum {string} */
							amountOf: "fiat" | "crypto";
							askedAt: string | null;
							chainId: number | null;
							createdAt: string;
							crypto: string;
							cryptoAmount: string | null;
							depositAddress: string | null;
							fiat: string;
							fiatAmount: string | null;
							fiatNetwork: string | null;
							isDeliveryGone: boolean;
							isVerified: boolean;
							message: string | null;
							missingAmount: string | null;
							network: string;
							nextAskAt: string | null;
							orderId: string | null;
							/** @enum {string|null} */
							ownEnd: "not-begun" | "no-news" | null;
							provider: string;
							providerStatus: string | null;
							reference: string;
							refundedAmount: string | null;
							/** @enum {string} */
							side: "buy" | "sell";
							/** @enum {string} */
							status: "created" | "awaiting-payment" | "paying" | "paid" | "delivering" | "on-hold" | "completed" | "failed" | "expired" | "cancelled" | "refunded" | "unknown";
							token: string | null;
							transactionHash: string | null;
							updatedAt: string;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-ramps-unattributed": {
		parameters: {
			query?: {
				limit?: string;
				provider?: "onramp-money" | "guardarian" | "alchemy-pay" | "transak" | "banxa";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The orders. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							firstAt: string;
							isProved: boolean;
							lastAt: string;
							orderId: string | null;
							provider: string;
							providerStatus: string | null;
							reference: string | null;
							webhooks: number;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-session": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description You. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string} */
							access: "act" | "read";
							nodeId: string;
							operator: string;
							tickEveryMs: number;
							version: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-session": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					token: string;
				};
			};
		};
		responses: {
			/** @description You. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string} */
							access: "act" | "read";
							nodeId: string;
							operator: string;
							tickEveryMs: number;
							version: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"delete-operator-session": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Signed out. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						/** @enum {unknown} */
						data: null;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-session-by-link": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					code: string;
				};
			};
		};
		responses: {
			/** @description You. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string} */
							access: "act" | "read";
							nodeId: string;
							operator: string;
							tickEveryMs: number;
							version: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-session-links": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The code. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							code: string;
							expiresAtMs: number;
							operator: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-snapshots": {
		parameters: {
			query?: {
				type?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The records. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/x-ndjson": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-snapshots-import": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default false */
					apply?: boolean;
					records: unknown[];
					/** @default false */
					replace?: boolean;
				};
			};
		};
		responses: {
			/** @description Results. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							error: {
								code: string;
								message: string;
							} | null;
							id: string;
							/** @enum {string} */
							outcome: "create" | "replace" | "same" | "exists" | "refuse";
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-treasury": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The chains that this node reads. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chains: {
								chainId: number;
								executor: {
									address: string;
									balance: string;
									balances: {
										address: string;
										balance: string;
									}[];
									balanceUsd: string | null;
									daysLeft: number | null;
									others: string[];
								} | null;
								failed: string | null;
								fees: {
									monthUsd: string;
									todayUsd: string;
									tokens: {
										address: string;
										amount: string | null;
										decimals: number | null;
										earned: string;
										earnedInMonth: string;
										earnedToday: string;
										fills: number;
										priceUsd: string | null;
										symbol: string | null;
										valueUsd: string | null;
										vault: string;
									}[];
									totalUsd: string;
								};
								limitUsd: string | null;
								month: {
									days: number;
									native: string;
									skipped: number;
									transactions: number;
									usd: string;
									usdEach: string | null;
								};
								name: string;
								symbol: string;
								today: {
									days: number;
									native: string;
									skipped: number;
									transactions: number;
									usd: string;
									usdEach: string | null;
								};
							}[];
							readAt: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-types": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description All types of this node. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chart: {
								id: string;
								initial: string;
								on: {
									actions: string[];
									description: string | null;
									/** @description The event that causes the transition. Empty: no event is needed. *: any event that no other transition handles. */
									event: string;
									guard: string | null;
									/** @description Paths of the target states. Empty: the transition does not leave the state. */
									targets: string[];
								}[];
								states: {
									description: string | null;
									entry: string[];
									exit: string[];
									initial: string | null;
									key: string;
									/** @enum {string} */
									kind: "atomic" | "compound" | "parallel" | "final";
									on: {
										actions: string[];
										description: string | null;
										/** @description The event that causes the transition. Empty: no event is needed. *: any event that no other transition handles. */
										event: string;
										guard: string | null;
										/** @description Paths of the target states. Empty: the transition does not leave the state. */
										targets: string[];
									}[];
									parent: string | null;
									/** @description The keys of the state and its parents, outermost first, joined by dots. */
									path: string;
									tags: string[];
								}[];
							};
							effects: {
								deadlineMs: number;
								delayMs: number;
								maxAttempts: number;
								name: string;
								/** @enum {string} */
								safety: "idempotent" | "reconcile";
							}[];
							events: {
								/** @enum {string} */
								from: "outside" | "inside";
								/** @description JSON Schema of the event without its type; null for internal events. */
								schema: Record<string, never> | null;
								type: string;
							}[];
							isRestorable: boolean;
							isTicked: boolean;
							keys: {
								isSearched: boolean;
								/** @enum {string} */
								kind: "text" | "number";
								name: string;
							}[];
							pause: {
								atMs: number;
								by: string;
								reason: string;
								type: string;
							} | null;
							type: string;
							version: number;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-types-type-pause": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				type: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					reason: string;
				};
			};
		};
		responses: {
			/** @description The pause. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							atMs: number;
							by: string;
							reason: string;
							type: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-operator-types-type-resume": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				type: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The pause that was ended. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							atMs: number;
							by: string;
							reason: string;
							type: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-operator-types-figures": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The figures of all types of this node. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							nodeId: string;
							nowMs: number;
							/** @description Start of the window from which the figures are. */
							sinceMs: number;
							types: {
								byEffect: {
									/** @description How often it was done. */
									count: number;
									/** @description How often it ended without success. */
									failures: number;
									name: string;
									/** @description Duration in milliseconds that half of them do not exceed; null when nothing was done. */
									p50Ms: number | null;
									/** @description Duration in milliseconds that 95 of 100 do not exceed; null when nothing was done. */
									p95Ms: number | null;
									/** @description How often it was done in a minute on average. */
									perMinute: number;
									/** @description How often it has to be done again. */
									retries: number;
								}[];
								/** @description Attempts of effects. */
								effects: {
									/** @description How often it was done. */
									count: number;
									/** @description How often it ended without success. */
									failures: number;
									/** @description Duration in milliseconds that half of them do not exceed; null when nothing was done. */
									p50Ms: number | null;
									/** @description Duration in milliseconds that 95 of 100 do not exceed; null when nothing was done. */
									p95Ms: number | null;
									/** @description How often it was done in a minute on average. */
									perMinute: number;
									/** @description How often it has to be done again. */
									retries: number;
								};
								lastError: {
									atMs: number;
									code: string;
									/** @description The actor to which it happened. */
									id: string;
									message: string;
									/** @description The event or the effect that failed. */
									what: string;
								} | null;
								/** @description How often an actor was quarantined. */
								quarantines: number;
								/** @description Stored changes of actors. */
								steps: {
									/** @description How often it was done. */
									count: number;
									/** @description How often it ended without success. */
									failures: number;
									/** @description Duration in milliseconds that half of them do not exceed; null when nothing was done. */
									p50Ms: number | null;
									/** @description Duration in milliseconds that 95 of 100 do not exceed; null when nothing was done. */
									p95Ms: number | null;
									/** @description How often it was done in a minute on average. */
									perMinute: number;
									/** @description How often it has to be done again. */
									retries: number;
								};
								type: string;
							}[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-ready": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The service is ready. `degraded` lists parts that do not work although requests are served. `outages` lists the failures because of which work stands still (a full disk, a store that refuses writes, a frozen or unreachable chain), the most far-reaching first. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							degraded: {
								name: string;
								reason: string;
							}[];
							missing: {
								name: string;
								reason: string;
							}[];
							outages: {
								cause: string;
								chainId: number | null;
								/** @enum {string} */
								kind: "disk" | "store" | "chain";
								name: string;
								remedy: string;
								since: string;
								transactionsWaiting: number | null;
								waits: string;
							}[];
							ready: boolean;
						};
					};
				};
			};
			/** @description The service is not ready. `errors.missing` lists the reasons, and `errors.outages` what stands still. */
			503: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: unknown;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-reward": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The points. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @description Whole points, as a string of decimal digits. */
							points: string;
							reasons: {
								/** @description The maximum number of points for this reason in a UTC day; null: no limit. */
								perDay: string | null;
								/** @description The points for each event with this reason; null: the number depends on the event. */
								points: string | null;
								/** @enum {string} */
								reason: "launchpadCreate" | "trade" | "rocket-claim";
								/** @description The points that the wallet got for this reason in the current UTC day. */
								today: string;
							}[];
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-rewards": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The rows. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							at: string;
							/** @description The total points of the wallet after this award. */
							balance: string;
							/** @description The unique id of the award, formed from its reason and the rewarded event. */
							id: string;
							/** @description Whole points, as a string of decimal digits. */
							points: string;
							/** @enum {string} */
							reason: "launchpadCreate" | "trade" | "rocket-claim";
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-rocket-claim": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					requestId?: string;
					rocketId: string | number;
				};
			};
		};
		responses: {
			/** @description The claim. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number;
							claimedAt: string;
							/** @description Whole points that this claim added to the points ledger. */
							points: number;
							/** @description The id of the request. A repeated request with the same id returns this claim and makes no new one. */
							requestId: string;
							rocket: {
								/** @description Whole points that a claim would give now. */
								claimablePoints: number;
								/** @description Points per hour; 0 while the rocket accrues no points. */
								currentRatePerHour: number;
								/** @description False while the rocket waits to be withdrawn. In this state it accrues no points. */
								isStaked: boolean;
								lastClaimTime: string | null;
								level: number;
								longestStreak: number;
								/** @description The maximum number of points that the rocket can accrue, and that can be claimed, in a UTC day. */
								maxDailyCap: number;
								/** @description Minutes until at least one whole point can be claimed, rounded up. 0 means now. */
								nextClaimAvailableIn: number;
								remainingDailyCap: number;
								rocketImage: string | null;
								stakedAt: string | null;
								/** @description Number of consecutive UTC days with a claim, ending today or yesterday. */
								streakDays: number;
								tokenId: string;
								/** @description URLs of the pictures of the next levels. */
								upgradeImages: string[];
							};
							tokenId: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-rocket-status": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The rockets. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @description Whole points that a claim would give now. */
							claimablePoints: number;
							/** @description Points per hour; 0 while the rocket accrues no points. */
							currentRatePerHour: number;
							/** @description False while the rocket waits to be withdrawn. In this state it accrues no points. */
							isStaked: boolean;
							lastClaimTime: string | null;
							level: number;
							longestStreak: number;
							/** @description The maximum number of points that the rocket can accrue, and that can be claimed, in a UTC day. */
							maxDailyCap: number;
							/** @description Minutes until at least one whole point can be claimed, rounded up. 0 means now. */
							nextClaimAvailableIn: number;
							remainingDailyCap: number;
							rocketImage: string | null;
							stakedAt: string | null;
							/** @description Number of consecutive UTC days with a claim, ending today or yesterday. */
							streakDays: number;
							tokenId: string;
							/** @description URLs of the pictures of the next levels. */
							upgradeImages: string[];
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-transaction-walletAddress": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
				status?: "pending" | "success" | "failed";
			};
			header?: never;
			path: {
				walletAddress: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The records. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-transaction-walletAddress-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
				walletAddress: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The record. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							aggregator: string | null;
							amountIn: string;
							amountOutActual: string | null;
							amountOutExpected: string | null;
							amountOutMin: string | null;
							claimed: {
								at: string;
								destinationTxHash: string | null;
								/** @enum {string|null} */
								status: "pending" | "success" | "failed" | null;
							} | null;
							createdAt: string;
							destinationExplorerUrl: string | null;
							destinationTxHash: string | null;
							explorerUrl: string | null;
							fromChainId: number;
							fromToken: string;
							id: string;
							isTxHashConfirmed: boolean;
							lastCheckedAt: string | null;
							quoteId: string | null;
							reason: string | null;
							recipient: string;
							settledAt: string | null;
							/** @enum {string} */
							status: "pending" | "success" | "failed";
							substatus: string | null;
							toChainId: number;
							toToken: string;
							txHash: string;
							/** @enum {string} */
							type: "swap" | "bridge";
							updatedAt: string;
							verified: boolean | null;
							walletAddress: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-user": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The profile. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							createdAt: string;
							isAdmin: boolean;
							preferences: {
								displayCurrency: string;
								quietHours: {
									from: string;
									timeZone: string;
									to: string;
								} | null;
							};
							sessions: {
								agent: string | null;
								chainId: number;
								createdAt: string;
								expiresAt: string;
								id: string;
								isCurrent: boolean;
								refreshedAt: string;
							}[];
							signedInAt: string;
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"delete-user": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The numbers of deleted and of kept records. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @description The number of deleted documents in each collection. */
							deleted: {
								[key: string]: number;
							};
							/** @description The number of records of each kind that are kept, because they repeat on-chain data or were paid for. */
							kept: {
								[key: string]: number;
							};
							sessionsEnded: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-user-channels": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The channels. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							channelKinds: ("webhook" | "email" | "telegram" | "discord" | "slack")[];
							channels: {
								createdAt: string;
								id: string;
								keepsQuiet: boolean;
								/** @enum {string} */
								kind: "webhook" | "email" | "telegram" | "discord" | "slack";
								kinds: ("fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk")[] | null;
								lastDeliveredAt: string | null;
								lastFailure: {
									at: string;
									code: string;
									message: string;
								} | null;
								/** @description Number of notifications that were not delivered since the last delivered message. The next message states this number. */
								missed: number;
								name: string;
								/**
								 * @description `off` means that nothing could be delivered for a week; the channel must then be verified again.
								 * @enum {string}
								 */
								state: "unverified" | "on" | "paused" | "off";
								/** @description The target in shortened form. The whole target is never shown. */
								target: string;
								verifiedAt: string | null;
								/** @description Number of notifications that wait for delivery. */
								waiting: number;
							}[];
							notificationKinds: ("fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk")[];
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-user-channels": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @description Whether the channel waits for the end of the wallet's quiet hours. Default: false for webhooks, true for all other channels. */
					keepsQuiet?: boolean;
					/** @enum {string} */
					kind: "webhook" | "email" | "telegram" | "discord" | "slack";
					/** @description The kinds of notifications that are sent to the channel. Null means all kinds. */
					kinds?: ("fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk")[] | null;
					name?: string;
					/** @description For `webhook`, `discord` and `slack`: a URL. For `email`: an e-mail address. For `telegram`: the number or @name of a chat. */
					target: string;
				};
			};
		};
		responses: {
			/** @description The channel. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							channel: {
								createdAt: string;
								id: string;
								keepsQuiet: boolean;
								/** @enum {string} */
								kind: "webhook" | "email" | "telegram" | "discord" | "slack";
								kinds: ("fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk")[] | null;
								lastDeliveredAt: string | null;
								lastFailure: {
									at: string;
									code: string;
									message: string;
								} | null;
								/** @description Number of notifications that were not delivered since the last delivered message. The next message states this number. */
								missed: number;
								name: string;
								/**
								 * @description `off` means that nothing could be delivered for a week; the channel must then be verified again.
								 * @enum {string}
								 */
								state: "unverified" | "on" | "paused" | "off";
								/** @description The target in shortened form. The whole target is never shown. */
								target: string;
								verifiedAt: string | null;
								/** @description Number of notifications that wait for delivery. */
								waiting: number;
							} | null;
							code: {
								expiresAt: string;
								failure: {
									code: string;
									message: string;
								} | null;
								isSent: boolean;
							};
							secret: string | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"delete-user-channels-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Removed. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {unknown} */
							removed: true;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"patch-user-channels-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					isPaused?: boolean;
					keepsQuiet?: boolean;
					kinds?: ("fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk")[] | null;
					name?: string;
				} & unknown;
			};
		};
		responses: {
			/** @description The channel, or null if it was removed by another request at the same time. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							createdAt: string;
							id: string;
							keepsQuiet: boolean;
							/** @enum {string} */
							kind: "webhook" | "email" | "telegram" | "discord" | "slack";
							kinds: ("fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk")[] | null;
							lastDeliveredAt: string | null;
							lastFailure: {
								at: string;
								code: string;
								message: string;
							} | null;
							/** @description Number of notifications that were not delivered since the last delivered message. The next message states this number. */
							missed: number;
							name: string;
							/**
							 * @description `off` means that nothing could be delivered for a week; the channel must then be verified again.
							 * @enum {string}
							 */
							state: "unverified" | "on" | "paused" | "off";
							/** @description The target in shortened form. The whole target is never shown. */
							target: string;
							verifiedAt: string | null;
							/** @description Number of notifications that wait for delivery. */
							waiting: number;
						} | null;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-user-channels-id-code": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Whether the receiver has accepted the message. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							expiresAt: string;
							failure: {
								code: string;
								message: string;
							} | null;
							isSent: boolean;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-user-channels-id-test": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Whether the receiver has accepted the message. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							failure: {
								code: string;
								message: string;
							} | null;
							isSent: boolean;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-user-channels-id-verify": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					code: string;
				};
			};
		};
		responses: {
			/** @description The channel, or null if it was removed by another request at the same time. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							createdAt: string;
							id: string;
							keepsQuiet: boolean;
							/** @enum {string} */
							kind: "webhook" | "email" | "telegram" | "discord" | "slack";
							kinds: ("fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk")[] | null;
							lastDeliveredAt: string | null;
							lastFailure: {
								at: string;
								code: string;
								message: string;
							} | null;
							/** @description Number of notifications that were not delivered since the last delivered message. The next message states this number. */
							missed: number;
							name: string;
							/**
							 * @description `off` means that nothing could be delivered for a week; the channel must then be verified again.
							 * @enum {string}
							 */
							state: "unverified" | "on" | "paused" | "off";
							/** @description The target in shortened form. The whole target is never shown. */
							target: string;
							verifiedAt: string | null;
							/** @description Number of notifications that wait for delivery. */
							waiting: number;
						} | null;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-user-events": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The events, until the client disconnects or its session ends. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/event-stream": Record<string, never>;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-user-export": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The export. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": {
						wallet: string;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"patch-user-preferences": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					displayCurrency?: string | null;
					quietHours?: {
						from: string;
						timeZone: string;
						to: string;
					} | null;
				} & unknown;
			};
		};
		responses: {
			/** @description All preferences. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							displayCurrency: string;
							quietHours: {
								from: string;
								timeZone: string;
								to: string;
							} | null;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-alerts": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
				status?: "waiting" | "firing" | "fired" | "expired" | "cancelled";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The alerts. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string|null} */
							cancelledBy: "wallet" | "chat" | "service" | null;
							condition: {
								aboveUsd: string | null;
								belowUsd: string | null;
								/** @enum {string|null} */
								direction: "up" | "down" | "either" | null;
								percent: string | null;
								referenceUsd: string | null;
								text: string;
								/** @enum {string} */
								type: "above" | "below" | "change";
							};
							createdAt: string;
							/**
							 * @description Who created the alert. `chat` means a chat message that named the wallet without proving its ownership.
							 * @enum {string}
							 */
							createdBy: "wallet" | "chat";
							expiresAt: string;
							fired: {
								at: string;
								priceAt: string;
								priceUsd: string;
								source: string;
							} | null;
							id: string;
							/** @enum {string} */
							kind: "price-alert" | "limit-order";
							order: {
								amount: string;
								amountText: string;
								from: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
								to: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
							} | null;
							quote: {
								aggregator: string;
								amount: string;
								amountMin: string;
								expiresAt: string;
								id: string;
								usdAmount: string;
							} | null;
							quoteProblem: string | null;
							/** @enum {string} */
							status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
							token: {
								address: string;
								chainId: number;
								decimals: number;
								symbol: string;
							};
							wallet: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-v1-alerts": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					chainId: number;
					/** @enum {string} */
					condition: "above" | "below";
					/**
					 * @description When the alert ends if it has not fired: at most 180 days from now. Default: in 30 days.
					 * @default null
					 */
					expiresAt?: string | null;
					/** @default null */
					id?: string | null;
					/**
					 * @description The trade of a limit order. If it is omitted, a price alert is created.
					 * @default null
					 */
					order?: {
						amount: string | number;
						fromChainId: number;
						/** @description The address of a listed token. */
						fromToken: string;
						toChainId: number;
						/** @description The address of a listed token. */
						toToken: string;
					} | null;
					price: string | number;
					/** @description The address of a listed token. */
					token: string;
				} | {
					chainId: number;
					/** @enum {unknown} */
					condition: "change";
					/**
					 * @default either
					 * @enum {string}
					 */
					direction?: "up" | "down" | "either";
					/**
					 * @description When the alert ends if it has not fired: at most 180 days from now. Default: in 30 days.
					 * @default null
					 */
					expiresAt?: string | null;
					/** @default null */
					id?: string | null;
					/**
					 * @description The trade of a limit order. If it is omitted, a price alert is created.
					 * @default null
					 */
					order?: {
						amount: string | number;
						fromChainId: number;
						/** @description The address of a listed token. */
						fromToken: string;
						toChainId: number;
						/** @description The address of a listed token. */
						toToken: string;
					} | null;
					percent: string | number;
					/** @description The address of a listed token. */
					token: string;
				};
			};
		};
		responses: {
			/** @description The alert. */
			201: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string|null} */
							cancelledBy: "wallet" | "chat" | "service" | null;
							condition: {
								aboveUsd: string | null;
								belowUsd: string | null;
								/** @enum {string|null} */
								direction: "up" | "down" | "either" | null;
								percent: string | null;
								referenceUsd: string | null;
								text: string;
								/** @enum {string} */
								type: "above" | "below" | "change";
							};
							createdAt: string;
							/**
							 * @description Who created the alert. `chat` means a chat message that named the wallet without proving its ownership.
							 * @enum {string}
							 */
							createdBy: "wallet" | "chat";
							expiresAt: string;
							fired: {
								at: string;
								priceAt: string;
								priceUsd: string;
								source: string;
							} | null;
							id: string;
							/** @enum {string} */
							kind: "price-alert" | "limit-order";
							order: {
								amount: string;
								amountText: string;
								from: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
								to: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
							} | null;
							quote: {
								aggregator: string;
								amount: string;
								amountMin: string;
								expiresAt: string;
								id: string;
								usdAmount: string;
							} | null;
							quoteProblem: string | null;
							/** @enum {string} */
							status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
							token: {
								address: string;
								chainId: number;
								decimals: number;
								symbol: string;
							};
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-alerts-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The alert. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string|null} */
							cancelledBy: "wallet" | "chat" | "service" | null;
							condition: {
								aboveUsd: string | null;
								belowUsd: string | null;
								/** @enum {string|null} */
								direction: "up" | "down" | "either" | null;
								percent: string | null;
								referenceUsd: string | null;
								text: string;
								/** @enum {string} */
								type: "above" | "below" | "change";
							};
							createdAt: string;
							/**
							 * @description Who created the alert. `chat` means a chat message that named the wallet without proving its ownership.
							 * @enum {string}
							 */
							createdBy: "wallet" | "chat";
							expiresAt: string;
							fired: {
								at: string;
								priceAt: string;
								priceUsd: string;
								source: string;
							} | null;
							id: string;
							/** @enum {string} */
							kind: "price-alert" | "limit-order";
							order: {
								amount: string;
								amountText: string;
								from: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
								to: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
							} | null;
							quote: {
								aggregator: string;
								amount: string;
								amountMin: string;
								expiresAt: string;
								id: string;
								usdAmount: string;
							} | null;
							quoteProblem: string | null;
							/** @enum {string} */
							status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
							token: {
								address: string;
								chainId: number;
								decimals: number;
								symbol: string;
							};
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"delete-v1-alerts-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The alert. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string|null} */
							cancelledBy: "wallet" | "chat" | "service" | null;
							condition: {
								aboveUsd: string | null;
								belowUsd: string | null;
								/** @enum {string|null} */
								direction: "up" | "down" | "either" | null;
								percent: string | null;
								referenceUsd: string | null;
								text: string;
								/** @enum {string} */
								type: "above" | "below" | "change";
							};
							createdAt: string;
							/**
							 * @description Who created the alert. `chat` means a chat message that named the wallet without proving its ownership.
							 * @enum {string}
							 */
							createdBy: "wallet" | "chat";
							expiresAt: string;
							fired: {
								at: string;
								priceAt: string;
								priceUsd: string;
								source: string;
							} | null;
							id: string;
							/** @enum {string} */
							kind: "price-alert" | "limit-order";
							order: {
								amount: string;
								amountText: string;
								from: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
								to: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
							} | null;
							quote: {
								aggregator: string;
								amount: string;
								amountMin: string;
								expiresAt: string;
								id: string;
								usdAmount: string;
							} | null;
							quoteProblem: string | null;
							/** @enum {string} */
							status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
							token: {
								address: string;
								chainId: number;
								decimals: number;
								symbol: string;
							};
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-assistant-chat-chatId": {
		parameters: {
			query?: {
				cursor?: string;
				limit?: string;
				wallet?: string | null;
			};
			header?: never;
			path: {
				chatId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The messages. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string | null;
							createdAt: string;
							data: Record<string, never> | null;
							id: string;
							/** @enum {string} */
							senderType: "user" | "bot";
							session: string;
							text: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"delete-v1-assistant-chat-chatId": {
		parameters: {
			query?: {
				wallet?: string | null;
			};
			header?: never;
			path: {
				chatId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description Deleted. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {unknown} */
							success: true;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-assistant-home-chips": {
		parameters: {
			query?: {
				chainId?: string | null;
				wallet?: string | null;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The chips, the most useful first. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number | null;
							id: string;
							intent: string;
							/** @enum {string} */
							kind: "stopped-agent" | "late-position" | "allowance-at-risk" | "pending-trade" | "holding" | "start";
							label: string;
							message: string;
							reason: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-v1-assistant-message": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default null */
					chainId?: (number | string) | null;
					/** @default null */
					chatId?: string | null;
					/** @default null */
					currency?: string | null;
					message: string;
					/** @default null */
					messageId?: string | null;
					/** @default null */
					wallet?: string | null;
				};
			};
		};
		responses: {
			/** @description The answer. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @enum {string} */
							action: "quotes" | "history" | "text" | "error" | "connect_wallet" | "fallback" | "send_token" | "portfolio" | "buy_bz_token" | "buy_sell" | "dca" | "tx_info" | "tx_history" | "nft_info" | "limit_order" | "check_balance" | "price_alert" | "switch_chain" | "create_dapp" | "contract_audit" | "token_safety" | "wallet_card" | "revoke_approvals" | "workflow" | "market_intel" | "batch" | "autopilot";
							chatId: string;
							data: {
								alerts?: {
									items: {
										/** @enum {string|null} */
										cancelledBy: "wallet" | "chat" | "service" | null;
										condition: {
											aboveUsd: string | null;
											belowUsd: string | null;
											/** @enum {string|null} */
											direction: "up" | "down" | "either" | null;
											percent: string | null;
											referenceUsd: string | null;
											text: string;
											/** @enum {string} */
											type: "above" | "below" | "change";
										};
										createdAt: string;
										/** @enum {string} */
										createdBy: "wallet" | "chat";
										expiresAt: string;
										fired: {
											at: string;
											priceAt: string;
											priceUsd: string;
											source: string;
										} | null;
										id: string;
										/** @enum {string} */
										kind: "price-alert" | "limit-order";
										order: {
											amount: string;
											amountText: string;
											from: {
												address: string;
												chainId: number;
												decimals: number;
												symbol: string;
											};
											to: {
												address: string;
												chainId: number;
												decimals: number;
												symbol: string;
											};
										} | null;
										quote: {
											aggregator: string;
											amount: string;
											amountMin: string;
											expiresAt: string;
											id: string;
											usdAmount: string;
										} | null;
										quoteProblem: string | null;
										/** @enum {string} */
										status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
										token: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
										wallet: string;
									}[];
									notShown: number;
									/** @enum {string} */
									operation: "list" | "cancel";
								};
								asked?: {
									intent: string;
									missing: string[];
									until: string;
								};
								audit?: {
									address: string;
									auditedAt: string;
									chainId: number;
									chainName: string;
									codeHash: string;
									findings: {
										code: string;
										contract: string;
										notLookedAt: string;
										seen: string;
										/** @enum {string} */
										severity: "high" | "medium" | "low" | "info";
									}[];
									isCached: boolean;
									isPaused: boolean | null;
									kinds: string[];
									looked: {
										address: string;
										bytes: number;
										codeHash: string;
										functions: number;
										proxy: string | null;
										/** @enum {string} */
										role: "contract" | "implementation" | "beacon";
									}[];
									name: string | null;
									notLookedAt: string[];
									owner: {
										address: string;
										/** @enum {string} */
										holder: "nobody" | "wallet" | "contract" | "multisig" | "timelock";
										text: string;
									} | null;
									quota: {
										isCharged: boolean;
										left: number;
										limit: number;
										used: number;
									};
									source: {
										compiler: string | null;
										contractName: string | null;
										files: number;
										/** @enum {string} */
										kind: "verified" | "unverified" | "not-asked" | "failed";
										problem: string | null;
									};
									symbol: string | null;
								};
								autopilot?: {
									backtest: {
										[key: string]: unknown;
									} | null;
									backtestProblem: string | null;
									chosen: {
										name: string;
										value: string;
										why: string;
									}[];
									create: {
										depositAmount: string;
										policy: {
											[key: string]: unknown;
										};
										policyHash: string;
										wallet: string;
									};
									depositAmount: string;
									feeBps: number | null;
									limits: {
										[key: string]: unknown;
									};
									policy: {
										[key: string]: unknown;
									};
									policyHash: string;
									policyMessage: string;
									transactions: {
										chainId: number;
										data: string;
										description: string;
										from: string | null;
										to: string;
										value: string;
									}[];
									vault: string | null;
									warnings: {
										code: string;
										message: string;
									}[];
								};
								balance?: {
									currency: string;
									failed: {
										chainId: number;
										code: string;
										message: string;
										name: string;
									}[];
									tokens: {
										address: string;
										amount: string;
										balance: string;
										chainId: number;
										decimals: number;
										name: string;
										priceUsd: string | null;
										symbol: string;
										value: string | null;
										valueUsd: string | null;
									}[];
									total: string;
									totalUsd: string;
									unpriced: {
										address: string;
										amount: string;
										chainId: number;
										symbol: string;
									}[];
									wallet: string;
								};
								batch?: {
									changes: {
										change: string;
										changeUnits: string;
										token: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
									}[];
									expiresAt: string | null;
									simulation: {
										/** @enum {string} */
										kind: "together" | "alone" | "none";
										reason: string | null;
									};
									steps: {
										chainId: number;
										chainName: string;
										dca: {
											create: {
												amount: string;
												chainId: {
													chainId: number;
												};
												frequency: number;
												fromToken: string;
												interval: number;
												isAutoBuy: boolean;
												timeFrame: string | null;
												toToken: string;
												walletAddress: string;
											};
											endsAt: string;
											everySeconds: number;
											feeBps: number | null;
											from: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
											orders: number;
											perOrder: string;
											perOrderNote: string | null;
											to: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
											total: string;
											transactions: {
												chainId: number;
												data: string;
												description: string;
												from: string | null;
												to: string;
												value: string;
											}[];
											vault: string | null;
											warnings: {
												code: string;
												message: string;
											}[];
										} | null;
										description: string;
										intent: string;
										quote: {
											aggregator: string;
											amount: string;
											amountMin: string;
											amountText: string;
											approvalReset: boolean | null;
											broadcastsItself: boolean;
											durationSeconds: number | null;
											expiresAt: string;
											fees: {
												amount: string | null;
												isIncluded: boolean;
												name: string;
												token: string | null;
												usd: string | null;
											}[];
											fromAmount: string;
											gas: string | null;
											gasUsd: string | null;
											id: string;
											needsApproval: boolean | null;
											netUsd: string | null;
											priceImpactBps: number | null;
											spender: string | null;
											type: string;
											usdAmount: string;
											warnings: {
												code: string;
												message: string;
											}[];
										} | null;
										receives: {
											amount: string;
											amountMin: string;
											amountMinUnits: string;
											token: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
										} | null;
										simulation: {
											/** @enum {string} */
											kind: "together" | "alone" | "none";
											reason: string | null;
										};
										spends: {
											amount: string;
											amountUnits: string;
											note: string | null;
											token: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
										} | null;
										step: number;
										switchChain: {
											add: {
												/** @enum {unknown} */
												method: "wallet_addEthereumChain";
												params: {
													blockExplorerUrls: string[];
													chainId: string;
													chainName: string;
													nativeCurrency: {
														decimals: number;
														name: string;
														symbol: string;
													};
													rpcUrls: string[];
												}[];
											};
											chainId: number;
											name: string;
											switch: {
												/** @enum {unknown} */
												method: "wallet_switchEthereumChain";
												params: {
													chainId: string;
												}[];
											};
										} | null;
										to: string | null;
										toName: string | null;
										transactions: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										}[];
										usesStep: number | null;
										warnings: {
											code: string;
											message: string;
										}[];
									}[];
									transactions: number;
									wallet: string;
									warnings: {
										code: string;
										message: string;
									}[];
								};
								connect?: {
									intent: string;
									message: string;
								};
								dca?: {
									create: {
										amount: string;
										chainId: {
											chainId: number;
										};
										frequency: number;
										fromToken: string;
										interval: number;
										isAutoBuy: boolean;
										timeFrame: string | null;
										toToken: string;
										walletAddress: string;
									};
									endsAt: string;
									everySeconds: number;
									feeBps: number | null;
									from: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									orders: number;
									perOrder: string;
									perOrderNote: string | null;
									to: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									total: string;
									transactions: {
										chainId: number;
										data: string;
										description: string;
										from: string | null;
										to: string;
										value: string;
									}[];
									vault: string | null;
									warnings: {
										code: string;
										message: string;
									}[];
								};
								error?: {
									code: string;
									message: string;
								};
								history?: {
									hasMore: boolean;
									trades: {
										aggregator: string | null;
										amountIn: string;
										amountOut: string | null;
										createdAt: string;
										description: string;
										explorerUrl: string | null;
										fromChainId: number;
										fromToken: string;
										id: string;
										reason: string | null;
										status: string;
										toChainId: number;
										toToken: string;
										txHash: string;
										type: string;
									}[];
									wallet: string;
								};
								leftOut?: string[];
								limitOrder?: {
									/** @enum {string|null} */
									cancelledBy: "wallet" | "chat" | "service" | null;
									condition: {
										aboveUsd: string | null;
										belowUsd: string | null;
										/** @enum {string|null} */
										direction: "up" | "down" | "either" | null;
										percent: string | null;
										referenceUsd: string | null;
										text: string;
										/** @enum {string} */
										type: "above" | "below" | "change";
									};
									createdAt: string;
									/** @enum {string} */
									createdBy: "wallet" | "chat";
									expiresAt: string;
									fired: {
										at: string;
										priceAt: string;
										priceUsd: string;
										source: string;
									} | null;
									id: string;
									/** @enum {string} */
									kind: "price-alert" | "limit-order";
									order: {
										amount: string;
										amountText: string;
										from: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
										to: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
									} | null;
									quote: {
										aggregator: string;
										amount: string;
										amountMin: string;
										expiresAt: string;
										id: string;
										usdAmount: string;
									} | null;
									quoteProblem: string | null;
									/** @enum {string} */
									status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
									token: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
									wallet: string;
								};
								market?: {
									at: string | null;
									changes: {
										day: string | null;
										hour: string | null;
										week: string | null;
									};
									currency: string;
									points: {
										at: string;
										usd: string;
									}[];
									price: string | null;
									priceUsd: string | null;
									range: {
										highUsd: string;
										hours: number;
										lowUsd: string;
										volatilityPercent: string | null;
									} | null;
									source: string | null;
									token: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
								};
								nftInfo?: {
									balance: string | null;
									chainId: number;
									chainName: string;
									collection: {
										name: string | null;
										symbol: string | null;
									};
									contract: string;
									isOwn: boolean;
									metadata: {
										attributes: {
											trait: string;
											value: string;
										}[];
										description: string | null;
										image: string | null;
										name: string | null;
										notShown: number;
									} | null;
									/** @enum {string|null} */
									metadataFrom: "data" | "ipfs" | "web" | null;
									owner: string | null;
									problem: string | null;
									/** @enum {string} */
									standard: "ERC-721" | "ERC-1155";
									tokenId: string | null;
									uri: string | null;
								};
								options?: {
									intent?: string;
									label: string;
									slots?: {
										[key: string]: unknown;
									};
								}[];
								portfolio?: {
									chains: {
										chainId: number;
										name: string;
										readAt: string;
										tokens: {
											address: string;
											amount: string;
											balance: string;
											chainId: number;
											decimals: number;
											name: string;
											priceUsd: string | null;
											symbol: string;
											value: string | null;
											valueUsd: string | null;
										}[];
										unread: string[];
										value: string;
										valueUsd: string;
									}[];
									currency: string;
									failed: {
										chainId: number;
										code: string;
										message: string;
										name: string;
									}[];
									total: string;
									totalUsd: string;
									unpriced: {
										address: string;
										amount: string;
										chainId: number;
										symbol: string;
									}[];
									wallet: string;
								};
								priceAlert?: {
									/** @enum {string|null} */
									cancelledBy: "wallet" | "chat" | "service" | null;
									condition: {
										aboveUsd: string | null;
										belowUsd: string | null;
										/** @enum {string|null} */
										direction: "up" | "down" | "either" | null;
										percent: string | null;
										referenceUsd: string | null;
										text: string;
										/** @enum {string} */
										type: "above" | "below" | "change";
									};
									createdAt: string;
									/** @enum {string} */
									createdBy: "wallet" | "chat";
									expiresAt: string;
									fired: {
										at: string;
										priceAt: string;
										priceUsd: string;
										source: string;
									} | null;
									id: string;
									/** @enum {string} */
									kind: "price-alert" | "limit-order";
									order: {
										amount: string;
										amountText: string;
										from: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
										to: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
									} | null;
									quote: {
										aggregator: string;
										amount: string;
										amountMin: string;
										expiresAt: string;
										id: string;
										usdAmount: string;
									} | null;
									quoteProblem: string | null;
									/** @enum {string} */
									status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
									token: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
									wallet: string;
								};
								quotes?: {
									aggregator: string;
									amount: string;
									amountMin: string;
									amountText: string;
									approvalReset: boolean | null;
									broadcastsItself: boolean;
									durationSeconds: number | null;
									expiresAt: string;
									fees: {
										amount: string | null;
										isIncluded: boolean;
										name: string;
										token: string | null;
										usd: string | null;
									}[];
									fromAmount: string;
									gas: string | null;
									gasUsd: string | null;
									id: string;
									needsApproval: boolean | null;
									netUsd: string | null;
									priceImpactBps: number | null;
									spender: string | null;
									type: string;
									usdAmount: string;
									warnings: {
										code: string;
										message: string;
									}[];
								}[];
								ramp?: {
									amount: string;
									/** @enum {string} */
									amountOf: "fiat" | "crypto";
									fiat: string;
									offers: {
										cryptoAmount: string;
										deliverySeconds: number | null;
										fiatAmount: string;
										limits: {
											currency: string;
											max: string | null;
											min: string | null;
										} | null;
										method: string | null;
										provider: string;
										title: string;
										totalFee: string | null;
									}[];
									/** @enum {string} */
									side: "buy" | "sell";
									token: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									without: {
										message: string;
										provider: string;
										reason: string;
									}[];
								};
								revokeApprovals?: {
									approvals: {
										allowance: string | null;
										allowanceText: string | null;
										approvedAtBlock: number;
										balance: string | null;
										chainId: number;
										expiresAt: string | null;
										isUnlimited: boolean;
										/** @enum {string} */
										kind: "erc20" | "nft" | "nft-all" | "permit2";
										revoke: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										};
										spender: string;
										symbol: string | null;
										token: string;
										tokenId: string | null;
										valueAtRiskUsd: string | null;
									}[];
									chains: {
										chainId: number;
										fromBlock: number | null;
										isWhole: boolean;
										name: string;
										problem: string | null;
										toBlock: number | null;
									}[];
									notShown: number;
									totalAtRiskUsd: string;
									wallet: string;
								};
								standing?: {
									items: {
										chainId: number;
										description: string;
										id: string;
										route: {
											body: {
												[key: string]: unknown;
											};
											method: string;
											note: string;
											path: string;
										} | null;
										status: string;
										transactions: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										}[];
									}[];
									notShown: number;
									/** @enum {string} */
									operation: "list" | "cancel" | "pause" | "resume";
								};
								switchChain?: {
									add: {
										/** @enum {unknown} */
										method: "wallet_addEthereumChain";
										params: {
											blockExplorerUrls: string[];
											chainId: string;
											chainName: string;
											nativeCurrency: {
												decimals: number;
												name: string;
												symbol: string;
											};
											rpcUrls: string[];
										}[];
									};
									chainId: number;
									name: string;
									switch: {
										/** @enum {unknown} */
										method: "wallet_switchEthereumChain";
										params: {
											chainId: string;
										}[];
									};
								};
								tokenSafety?: {
									listed: boolean;
									reason: string;
									scannedAt: string;
									score: number | null;
									token: {
										address: string;
										chainId: number;
										name: string | null;
										symbol: string | null;
									};
								};
								tradeInfo?: {
									amount: string;
									amountNote: string | null;
									dstWalletAddress: string | null;
									from: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									notShown: number;
									offers: number;
									pending: boolean;
									slippagePercent: string;
									srcWalletAddress: string | null;
									to: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									/** @enum {string} */
									type: "swap" | "bridge";
									wanted?: string | null;
									without: {
										aggregator: string;
										reason: string;
									}[];
								};
								transfer?: {
									amount: string;
									amountNote: string | null;
									amountUnits: string;
									gas: {
										costUsd: string | null;
										costWei: string;
										units: string;
									} | null;
									to: string;
									token: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
									toName: string | null;
									valueUsd: string | null;
									warnings: {
										code: string;
										message: string;
									}[];
								};
								txHistory?: {
									chains: {
										chainId: number;
										fromBlock: number | null;
										name: string;
										problem: string | null;
										sent: number | null;
										toBlock: number | null;
									}[];
									trades: {
										aggregator: string | null;
										amountIn: string;
										amountOut: string | null;
										createdAt: string;
										description: string;
										explorerUrl: string | null;
										fromChainId: number;
										fromToken: string;
										id: string;
										reason: string | null;
										status: string;
										toChainId: number;
										toToken: string;
										txHash: string;
										type: string;
									}[];
									transfers: {
										amount: string | null;
										blockNumber: number;
										chainId: number;
										/** @enum {string} */
										direction: "in" | "out" | "self";
										from: string;
										hash: string;
										symbol: string | null;
										to: string;
										token: string;
										tokenId: string | null;
										units: string | null;
									}[];
									wallet: string;
								};
								txInfo?: {
									blockNumber: number | null;
									chain: string;
									chainId: number;
									confirmations: number | null;
									createdContract: string | null;
									explorerUrl: string | null;
									fee: string | null;
									feeUsd: string | null;
									feeWei: string | null;
									from: string;
									gasUsed: string | null;
									hash: string;
									method: {
										args: {
											[key: string]: unknown;
										};
										name: string;
										signature: string;
									} | null;
									minedAt: string | null;
									moreTransfers: number;
									nativeSymbol: string;
									nonce: number;
									revertReason: string | null;
									selector: string | null;
									/** @enum {string} */
									status: "success" | "reverted" | "pending";
									to: string | null;
									transfers: {
										amount: string | null;
										from: string;
										symbol: string | null;
										to: string;
										token: string;
										tokenId: string | null;
										units: string | null;
									}[];
									value: string;
									valueWei: string;
								};
								txn?: {
									chainId: number;
									data: string;
									description: string;
									from: string | null;
									to: string;
									value: string;
								};
								understood?: {
									by: string;
									confidence: number;
									intent: string;
									notice?: string;
									operation?: string;
									slots: {
										[key: string]: unknown;
									};
								};
								walletCard?: {
									agents: {
										chainId: number;
										description: string;
										id: string;
										status: string;
									}[];
									approvals: {
										count: number;
										isWhole: boolean;
										totalAtRiskUsd: string;
									} | null;
									chains: {
										chainId: number;
										isContract: boolean | null;
										name: string;
										problem: string | null;
										sent: number | null;
									}[];
									currency: string;
									firstSeenAt: string | null;
									positions: {
										chainId: number;
										description: string;
										id: string;
										status: string;
									}[];
									tokens: {
										amount: string;
										chainId: number;
										symbol: string;
										valueUsd: string | null;
									}[];
									total: string;
									totalUsd: string;
									trades: number;
									unpriced: number;
									wallet: string;
								};
								workflow?: {
									changes: {
										change: string;
										changeUnits: string;
										token: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
									}[];
									expiresAt: string | null;
									simulation: {
										/** @enum {string} */
										kind: "together" | "alone" | "none";
										reason: string | null;
									};
									steps: {
										chainId: number;
										chainName: string;
										dca: {
											create: {
												amount: string;
												chainId: {
													chainId: number;
												};
												frequency: number;
												fromToken: string;
												interval: number;
												isAutoBuy: boolean;
												timeFrame: string | null;
												toToken: string;
												walletAddress: string;
											};
											endsAt: string;
											everySeconds: number;
											feeBps: number | null;
											from: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
											orders: number;
											perOrder: string;
											perOrderNote: string | null;
											to: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
											total: string;
											transactions: {
												chainId: number;
												data: string;
												description: string;
												from: string | null;
												to: string;
												value: string;
											}[];
											vault: string | null;
											warnings: {
												code: string;
												message: string;
											}[];
										} | null;
										description: string;
										intent: string;
										quote: {
											aggregator: string;
											amount: string;
											amountMin: string;
											amountText: string;
											approvalReset: boolean | null;
											broadcastsItself: boolean;
											durationSeconds: number | null;
											expiresAt: string;
											fees: {
												amount: string | null;
												isIncluded: boolean;
												name: string;
												token: string | null;
												usd: string | null;
											}[];
											fromAmount: string;
											gas: string | null;
											gasUsd: string | null;
											id: string;
											needsApproval: boolean | null;
											netUsd: string | null;
											priceImpactBps: number | null;
											spender: string | null;
											type: string;
											usdAmount: string;
											warnings: {
												code: string;
												message: string;
											}[];
										} | null;
										receives: {
											amount: string;
											amountMin: string;
											amountMinUnits: string;
											token: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
										} | null;
										simulation: {
											/** @enum {string} */
											kind: "together" | "alone" | "none";
											reason: string | null;
										};
										spends: {
											amount: string;
											amountUnits: string;
											note: string | null;
											token: {
												address: string;
												chainId: number;
												decimals: number;
												name: string;
												symbol: string;
											};
										} | null;
										step: number;
										switchChain: {
											add: {
												/** @enum {unknown} */
												method: "wallet_addEthereumChain";
												params: {
													blockExplorerUrls: string[];
													chainId: string;
													chainName: string;
													nativeCurrency: {
														decimals: number;
														name: string;
														symbol: string;
													};
													rpcUrls: string[];
												}[];
											};
											chainId: number;
											name: string;
											switch: {
												/** @enum {unknown} */
												method: "wallet_switchEthereumChain";
												params: {
													chainId: string;
												}[];
											};
										} | null;
										to: string | null;
										toName: string | null;
										transactions: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										}[];
										usesStep: number | null;
										warnings: {
											code: string;
											message: string;
										}[];
									}[];
									transactions: number;
									wallet: string;
									warnings: {
										code: string;
										message: string;
									}[];
								};
							};
							messageId: string;
							text: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-v1-assistant-message-stream": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default null */
					chainId?: (number | string) | null;
					/** @default null */
					chatId?: string | null;
					/** @default null */
					currency?: string | null;
					message: string;
					/** @default null */
					messageId?: string | null;
					/** @default null */
					wallet?: string | null;
				};
			};
		};
		responses: {
			/** @description The event stream. The schema describes the data of the `meta` event. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/event-stream": {
						/** @enum {string} */
						action: "quotes" | "history" | "text" | "error" | "connect_wallet" | "fallback" | "send_token" | "portfolio" | "buy_bz_token" | "buy_sell" | "dca" | "tx_info" | "tx_history" | "nft_info" | "limit_order" | "check_balance" | "price_alert" | "switch_chain" | "create_dapp" | "contract_audit" | "token_safety" | "wallet_card" | "revoke_approvals" | "workflow" | "market_intel" | "batch" | "autopilot";
						chatId: string;
						data: {
							alerts?: {
								items: {
									/** @enum {string|null} */
									cancelledBy: "wallet" | "chat" | "service" | null;
									condition: {
										aboveUsd: string | null;
										belowUsd: string | null;
										/** @enum {string|null} */
										direction: "up" | "down" | "either" | null;
										percent: string | null;
										referenceUsd: string | null;
										text: string;
										/** @enum {string} */
										type: "above" | "below" | "change";
									};
									createdAt: string;
									/** @enum {string} */
									createdBy: "wallet" | "chat";
									expiresAt: string;
									fired: {
										at: string;
										priceAt: string;
										priceUsd: string;
										source: string;
									} | null;
									id: string;
									/** @enum {string} */
									kind: "price-alert" | "limit-order";
									order: {
										amount: string;
										amountText: string;
										from: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
										to: {
											address: string;
											chainId: number;
											decimals: number;
											symbol: string;
										};
									} | null;
									quote: {
										aggregator: string;
										amount: string;
										amountMin: string;
										expiresAt: string;
										id: string;
										usdAmount: string;
									} | null;
									quoteProblem: string | null;
									/** @enum {string} */
									status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
									token: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
									wallet: string;
								}[];
								notShown: number;
								/** @enum {string} */
								operation: "list" | "cancel";
							};
							asked?: {
								intent: string;
								missing: string[];
								until: string;
							};
							audit?: {
								address: string;
								auditedAt: string;
								chainId: number;
								chainName: string;
								codeHash: string;
								findings: {
									code: string;
									contract: string;
									notLookedAt: string;
									seen: string;
									/** @enum {string} */
									severity: "high" | "medium" | "low" | "info";
								}[];
								isCached: boolean;
								isPaused: boolean | null;
								kinds: string[];
								looked: {
									address: string;
									bytes: number;
									codeHash: string;
									functions: number;
									proxy: string | null;
									/** @enum {string} */
									role: "contract" | "implementation" | "beacon";
								}[];
								name: string | null;
								notLookedAt: string[];
								owner: {
									address: string;
									/** @enum {string} */
									holder: "nobody" | "wallet" | "contract" | "multisig" | "timelock";
									text: string;
								} | null;
								quota: {
									isCharged: boolean;
									left: number;
									limit: number;
									used: number;
								};
								source: {
									compiler: string | null;
									contractName: string | null;
									files: number;
									/** @enum {string} */
									kind: "verified" | "unverified" | "not-asked" | "failed";
									problem: string | null;
								};
								symbol: string | null;
							};
							autopilot?: {
								backtest: {
									[key: string]: unknown;
								} | null;
								backtestProblem: string | null;
								chosen: {
									name: string;
									value: string;
									why: string;
								}[];
								create: {
									depositAmount: string;
									policy: {
										[key: string]: unknown;
									};
									policyHash: string;
									wallet: string;
								};
								depositAmount: string;
								feeBps: number | null;
								limits: {
									[key: string]: unknown;
								};
								policy: {
									[key: string]: unknown;
								};
								policyHash: string;
								policyMessage: string;
								transactions: {
									chainId: number;
									data: string;
									description: string;
									from: string | null;
									to: string;
									value: string;
								}[];
								vault: string | null;
								warnings: {
									code: string;
									message: string;
								}[];
							};
							balance?: {
								currency: string;
								failed: {
									chainId: number;
									code: string;
									message: string;
									name: string;
								}[];
								tokens: {
									address: string;
									amount: string;
									balance: string;
									chainId: number;
									decimals: number;
									name: string;
									priceUsd: string | null;
									symbol: string;
									value: string | null;
									valueUsd: string | null;
								}[];
								total: string;
								totalUsd: string;
								unpriced: {
									address: string;
									amount: string;
									chainId: number;
									symbol: string;
								}[];
								wallet: string;
							};
							batch?: {
								changes: {
									change: string;
									changeUnits: string;
									token: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
								}[];
								expiresAt: string | null;
								simulation: {
									/** @enum {string} */
									kind: "together" | "alone" | "none";
									reason: string | null;
								};
								steps: {
									chainId: number;
									chainName: string;
									dca: {
										create: {
											amount: string;
											chainId: {
												chainId: number;
											};
											frequency: number;
											fromToken: string;
											interval: number;
											isAutoBuy: boolean;
											timeFrame: string | null;
											toToken: string;
											walletAddress: string;
										};
										endsAt: string;
										everySeconds: number;
										feeBps: number | null;
										from: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
										orders: number;
										perOrder: string;
										perOrderNote: string | null;
										to: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
										total: string;
										transactions: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										}[];
										vault: string | null;
										warnings: {
											code: string;
											message: string;
										}[];
									} | null;
									description: string;
									intent: string;
									quote: {
										aggregator: string;
										amount: string;
										amountMin: string;
										amountText: string;
										approvalReset: boolean | null;
										broadcastsItself: boolean;
										durationSeconds: number | null;
										expiresAt: string;
										fees: {
											amount: string | null;
											isIncluded: boolean;
											name: string;
											token: string | null;
											usd: string | null;
										}[];
										fromAmount: string;
										gas: string | null;
										gasUsd: string | null;
										id: string;
										needsApproval: boolean | null;
										netUsd: string | null;
										priceImpactBps: number | null;
										spender: string | null;
										type: string;
										usdAmount: string;
										warnings: {
											code: string;
											message: string;
										}[];
									} | null;
									receives: {
										amount: string;
										amountMin: string;
										amountMinUnits: string;
										token: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
									} | null;
									simulation: {
										/** @enum {string} */
										kind: "together" | "alone" | "none";
										reason: string | null;
									};
									spends: {
										amount: string;
										amountUnits: string;
										note: string | null;
										token: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
									} | null;
									step: number;
									switchChain: {
										add: {
											/** @enum {unknown} */
											method: "wallet_addEthereumChain";
											params: {
												blockExplorerUrls: string[];
												chainId: string;
												chainName: string;
												nativeCurrency: {
													decimals: number;
													name: string;
													symbol: string;
												};
												rpcUrls: string[];
											}[];
										};
										chainId: number;
										name: string;
										switch: {
											/** @enum {unknown} */
											method: "wallet_switchEthereumChain";
											params: {
												chainId: string;
											}[];
										};
									} | null;
									to: string | null;
									toName: string | null;
									transactions: {
										chainId: number;
										data: string;
										description: string;
										from: string | null;
										to: string;
										value: string;
									}[];
									usesStep: number | null;
									warnings: {
										code: string;
										message: string;
									}[];
								}[];
								transactions: number;
								wallet: string;
								warnings: {
									code: string;
									message: string;
								}[];
							};
							connect?: {
								intent: string;
								message: string;
							};
							dca?: {
								create: {
									amount: string;
									chainId: {
										chainId: number;
									};
									frequency: number;
									fromToken: string;
									interval: number;
									isAutoBuy: boolean;
									timeFrame: string | null;
									toToken: string;
									walletAddress: string;
								};
								endsAt: string;
								everySeconds: number;
								feeBps: number | null;
								from: {
									address: string;
									chainId: number;
									decimals: number;
									name: string;
									symbol: string;
								};
								orders: number;
								perOrder: string;
								perOrderNote: string | null;
								to: {
									address: string;
									chainId: number;
									decimals: number;
									name: string;
									symbol: string;
								};
								total: string;
								transactions: {
									chainId: number;
									data: string;
									description: string;
									from: string | null;
									to: string;
									value: string;
								}[];
								vault: string | null;
								warnings: {
									code: string;
									message: string;
								}[];
							};
							error?: {
								code: string;
								message: string;
							};
							history?: {
								hasMore: boolean;
								trades: {
									aggregator: string | null;
									amountIn: string;
									amountOut: string | null;
									createdAt: string;
									description: string;
									explorerUrl: string | null;
									fromChainId: number;
									fromToken: string;
									id: string;
									reason: string | null;
									status: string;
									toChainId: number;
									toToken: string;
									txHash: string;
									type: string;
								}[];
								wallet: string;
							};
							leftOut?: string[];
							limitOrder?: {
								/** @enum {string|null} */
								cancelledBy: "wallet" | "chat" | "service" | null;
								condition: {
									aboveUsd: string | null;
									belowUsd: string | null;
									/** @enum {string|null} */
									direction: "up" | "down" | "either" | null;
									percent: string | null;
									referenceUsd: string | null;
									text: string;
									/** @enum {string} */
									type: "above" | "below" | "change";
								};
								createdAt: string;
								/** @enum {string} */
								createdBy: "wallet" | "chat";
								expiresAt: string;
								fired: {
									at: string;
									priceAt: string;
									priceUsd: string;
									source: string;
								} | null;
								id: string;
								/** @enum {string} */
								kind: "price-alert" | "limit-order";
								order: {
									amount: string;
									amountText: string;
									from: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
									to: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
								} | null;
								quote: {
									aggregator: string;
									amount: string;
									amountMin: string;
									expiresAt: string;
									id: string;
									usdAmount: string;
								} | null;
								quoteProblem: string | null;
								/** @enum {string} */
								status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
								token: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
								wallet: string;
							};
							market?: {
								at: string | null;
								changes: {
									day: string | null;
									hour: string | null;
									week: string | null;
								};
								currency: string;
								points: {
									at: string;
									usd: string;
								}[];
								price: string | null;
								priceUsd: string | null;
								range: {
									highUsd: string;
									hours: number;
									lowUsd: string;
									volatilityPercent: string | null;
								} | null;
								source: string | null;
								token: {
									address: string;
									chainId: number;
									decimals: number;
									name: string;
									symbol: string;
								};
							};
							nftInfo?: {
								balance: string | null;
								chainId: number;
								chainName: string;
								collection: {
									name: string | null;
									symbol: string | null;
								};
								contract: string;
								isOwn: boolean;
								metadata: {
									attributes: {
										trait: string;
										value: string;
									}[];
									description: string | null;
									image: string | null;
									name: string | null;
									notShown: number;
								} | null;
								/** @enum {string|null} */
								metadataFrom: "data" | "ipfs" | "web" | null;
								owner: string | null;
								problem: string | null;
								/** @enum {string} */
								standard: "ERC-721" | "ERC-1155";
								tokenId: string | null;
								uri: string | null;
							};
							options?: {
								intent?: string;
								label: string;
								slots?: {
									[key: string]: unknown;
								};
							}[];
							portfolio?: {
								chains: {
									chainId: number;
									name: string;
									readAt: string;
									tokens: {
										address: string;
										amount: string;
										balance: string;
										chainId: number;
										decimals: number;
										name: string;
										priceUsd: string | null;
										symbol: string;
										value: string | null;
										valueUsd: string | null;
									}[];
									unread: string[];
									value: string;
									valueUsd: string;
								}[];
								currency: string;
								failed: {
									chainId: number;
									code: string;
									message: string;
									name: string;
								}[];
								total: string;
								totalUsd: string;
								unpriced: {
									address: string;
									amount: string;
									chainId: number;
									symbol: string;
								}[];
								wallet: string;
							};
							priceAlert?: {
								/** @enum {string|null} */
								cancelledBy: "wallet" | "chat" | "service" | null;
								condition: {
									aboveUsd: string | null;
									belowUsd: string | null;
									/** @enum {string|null} */
									direction: "up" | "down" | "either" | null;
									percent: string | null;
									referenceUsd: string | null;
									text: string;
									/** @enum {string} */
									type: "above" | "below" | "change";
								};
								createdAt: string;
								/** @enum {string} */
								createdBy: "wallet" | "chat";
								expiresAt: string;
								fired: {
									at: string;
									priceAt: string;
									priceUsd: string;
									source: string;
								} | null;
								id: string;
								/** @enum {string} */
								kind: "price-alert" | "limit-order";
								order: {
									amount: string;
									amountText: string;
									from: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
									to: {
										address: string;
										chainId: number;
										decimals: number;
										symbol: string;
									};
								} | null;
								quote: {
									aggregator: string;
									amount: string;
									amountMin: string;
									expiresAt: string;
									id: string;
									usdAmount: string;
								} | null;
								quoteProblem: string | null;
								/** @enum {string} */
								status: "waiting" | "firing" | "fired" | "expired" | "cancelled";
								token: {
									address: string;
									chainId: number;
									decimals: number;
									symbol: string;
								};
								wallet: string;
							};
							quotes?: {
								aggregator: string;
								amount: string;
								amountMin: string;
								amountText: string;
								approvalReset: boolean | null;
								broadcastsItself: boolean;
								durationSeconds: number | null;
								expiresAt: string;
								fees: {
									amount: string | null;
									isIncluded: boolean;
									name: string;
									token: string | null;
									usd: string | null;
								}[];
								fromAmount: string;
								gas: string | null;
								gasUsd: string | null;
								id: string;
								needsApproval: boolean | null;
								netUsd: string | null;
								priceImpactBps: number | null;
								spender: string | null;
								type: string;
								usdAmount: string;
								warnings: {
									code: string;
									message: string;
								}[];
							}[];
							ramp?: {
								amount: string;
								/** @enum {string} */
								amountOf: "fiat" | "crypto";
								fiat: string;
								offers: {
									cryptoAmount: string;
									deliverySeconds: number | null;
									fiatAmount: string;
									limits: {
										currency: string;
										max: string | null;
										min: string | null;
									} | null;
									method: string | null;
									provider: string;
									title: string;
									totalFee: string | null;
								}[];
								/** @enum {string} */
								side: "buy" | "sell";
								token: {
									address: string;
									chainId: number;
									decimals: number;
									name: string;
									symbol: string;
								};
								without: {
									message: string;
									provider: string;
									reason: string;
								}[];
							};
							revokeApprovals?: {
								approvals: {
									allowance: string | null;
									allowanceText: string | null;
									approvedAtBlock: number;
									balance: string | null;
									chainId: number;
									expiresAt: string | null;
									isUnlimited: boolean;
									/** @enum {string} */
									kind: "erc20" | "nft" | "nft-all" | "permit2";
									revoke: {
										chainId: number;
										data: string;
										description: string;
										from: string | null;
										to: string;
										value: string;
									};
									spender: string;
									symbol: string | null;
									token: string;
									tokenId: string | null;
									valueAtRiskUsd: string | null;
								}[];
								chains: {
									chainId: number;
									fromBlock: number | null;
									isWhole: boolean;
									name: string;
									problem: string | null;
									toBlock: number | null;
								}[];
								notShown: number;
								totalAtRiskUsd: string;
								wallet: string;
							};
							standing?: {
								items: {
									chainId: number;
									description: string;
									id: string;
									route: {
										body: {
											[key: string]: unknown;
										};
										method: string;
										note: string;
										path: string;
									} | null;
									status: string;
									transactions: {
										chainId: number;
										data: string;
										description: string;
										from: string | null;
										to: string;
										value: string;
									}[];
								}[];
								notShown: number;
								/** @enum {string} */
								operation: "list" | "cancel" | "pause" | "resume";
							};
							switchChain?: {
								add: {
									/** @enum {unknown} */
									method: "wallet_addEthereumChain";
									params: {
										blockExplorerUrls: string[];
										chainId: string;
										chainName: string;
										nativeCurrency: {
											decimals: number;
											name: string;
											symbol: string;
										};
										rpcUrls: string[];
									}[];
								};
								chainId: number;
								name: string;
								switch: {
									/** @enum {unknown} */
									method: "wallet_switchEthereumChain";
									params: {
										chainId: string;
									}[];
								};
							};
							tokenSafety?: {
								listed: boolean;
								reason: string;
								scannedAt: string;
								score: number | null;
								token: {
									address: string;
									chainId: number;
									name: string | null;
									symbol: string | null;
								};
							};
							tradeInfo?: {
								amount: string;
								amountNote: string | null;
								dstWalletAddress: string | null;
								from: {
									address: string;
									chainId: number;
									decimals: number;
									name: string;
									symbol: string;
								};
								notShown: number;
								offers: number;
								pending: boolean;
								slippagePercent: string;
								srcWalletAddress: string | null;
								to: {
									address: string;
									chainId: number;
									decimals: number;
									name: string;
									symbol: string;
								};
								/** @enum {string} */
								type: "swap" | "bridge";
								wanted?: string | null;
								without: {
									aggregator: string;
									reason: string;
								}[];
							};
							transfer?: {
								amount: string;
								amountNote: string | null;
								amountUnits: string;
								gas: {
									costUsd: string | null;
									costWei: string;
									units: string;
								} | null;
								to: string;
								token: {
									address: string;
									chainId: number;
									decimals: number;
									name: string;
									symbol: string;
								};
								toName: string | null;
								valueUsd: string | null;
								warnings: {
									code: string;
									message: string;
								}[];
							};
							txHistory?: {
								chains: {
									chainId: number;
									fromBlock: number | null;
									name: string;
									problem: string | null;
									sent: number | null;
									toBlock: number | null;
								}[];
								trades: {
									aggregator: string | null;
									amountIn: string;
									amountOut: string | null;
									createdAt: string;
									description: string;
									explorerUrl: string | null;
									fromChainId: number;
									fromToken: string;
									id: string;
									reason: string | null;
									status: string;
									toChainId: number;
									toToken: string;
									txHash: string;
									type: string;
								}[];
								transfers: {
									amount: string | null;
									blockNumber: number;
									chainId: number;
									/** @enum {string} */
									direction: "in" | "out" | "self";
									from: string;
									hash: string;
									symbol: string | null;
									to: string;
									token: string;
									tokenId: string | null;
									units: string | null;
								}[];
								wallet: string;
							};
							txInfo?: {
								blockNumber: number | null;
								chain: string;
								chainId: number;
								confirmations: number | null;
								createdContract: string | null;
								explorerUrl: string | null;
								fee: string | null;
								feeUsd: string | null;
								feeWei: string | null;
								from: string;
								gasUsed: string | null;
								hash: string;
								method: {
									args: {
										[key: string]: unknown;
									};
									name: string;
									signature: string;
								} | null;
								minedAt: string | null;
								moreTransfers: number;
								nativeSymbol: string;
								nonce: number;
								revertReason: string | null;
								selector: string | null;
								/** @enum {string} */
								status: "success" | "reverted" | "pending";
								to: string | null;
								transfers: {
									amount: string | null;
									from: string;
									symbol: string | null;
									to: string;
									token: string;
									tokenId: string | null;
									units: string | null;
								}[];
								value: string;
								valueWei: string;
							};
							txn?: {
								chainId: number;
								data: string;
								description: string;
								from: string | null;
								to: string;
								value: string;
							};
							understood?: {
								by: string;
								confidence: number;
								intent: string;
								notice?: string;
								operation?: string;
								slots: {
									[key: string]: unknown;
								};
							};
							walletCard?: {
								agents: {
									chainId: number;
									description: string;
									id: string;
									status: string;
								}[];
								approvals: {
									count: number;
									isWhole: boolean;
									totalAtRiskUsd: string;
								} | null;
								chains: {
									chainId: number;
									isContract: boolean | null;
									name: string;
									problem: string | null;
									sent: number | null;
								}[];
								currency: string;
								firstSeenAt: string | null;
								positions: {
									chainId: number;
									description: string;
									id: string;
									status: string;
								}[];
								tokens: {
									amount: string;
									chainId: number;
									symbol: string;
									valueUsd: string | null;
								}[];
								total: string;
								totalUsd: string;
								trades: number;
								unpriced: number;
								wallet: string;
							};
							workflow?: {
								changes: {
									change: string;
									changeUnits: string;
									token: {
										address: string;
										chainId: number;
										decimals: number;
										name: string;
										symbol: string;
									};
								}[];
								expiresAt: string | null;
								simulation: {
									/** @enum {string} */
									kind: "together" | "alone" | "none";
									reason: string | null;
								};
								steps: {
									chainId: number;
									chainName: string;
									dca: {
										create: {
											amount: string;
											chainId: {
												chainId: number;
											};
											frequency: number;
											fromToken: string;
											interval: number;
											isAutoBuy: boolean;
											timeFrame: string | null;
											toToken: string;
											walletAddress: string;
										};
										endsAt: string;
										everySeconds: number;
										feeBps: number | null;
										from: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
										orders: number;
										perOrder: string;
										perOrderNote: string | null;
										to: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
										total: string;
										transactions: {
											chainId: number;
											data: string;
											description: string;
											from: string | null;
											to: string;
											value: string;
										}[];
										vault: string | null;
										warnings: {
											code: string;
											message: string;
										}[];
									} | null;
									description: string;
									intent: string;
									quote: {
										aggregator: string;
										amount: string;
										amountMin: string;
										amountText: string;
										approvalReset: boolean | null;
										broadcastsItself: boolean;
										durationSeconds: number | null;
										expiresAt: string;
										fees: {
											amount: string | null;
											isIncluded: boolean;
											name: string;
											token: string | null;
											usd: string | null;
										}[];
										fromAmount: string;
										gas: string | null;
										gasUsd: string | null;
										id: string;
										needsApproval: boolean | null;
										netUsd: string | null;
										priceImpactBps: number | null;
										spender: string | null;
										type: string;
										usdAmount: string;
										warnings: {
											code: string;
											message: string;
										}[];
									} | null;
									receives: {
										amount: string;
										amountMin: string;
										amountMinUnits: string;
										token: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
									} | null;
									simulation: {
										/** @enum {string} */
										kind: "together" | "alone" | "none";
										reason: string | null;
									};
									spends: {
										amount: string;
										amountUnits: string;
										note: string | null;
										token: {
											address: string;
											chainId: number;
											decimals: number;
											name: string;
											symbol: string;
										};
									} | null;
									step: number;
									switchChain: {
										add: {
											/** @enum {unknown} */
											method: "wallet_addEthereumChain";
											params: {
												blockExplorerUrls: string[];
												chainId: string;
												chainName: string;
												nativeCurrency: {
													decimals: number;
													name: string;
													symbol: string;
												};
												rpcUrls: string[];
											}[];
										};
										chainId: number;
										name: string;
										switch: {
											/** @enum {unknown} */
											method: "wallet_switchEthereumChain";
											params: {
												chainId: string;
											}[];
										};
									} | null;
									to: string | null;
									toName: string | null;
									transactions: {
										chainId: number;
										data: string;
										description: string;
										from: string | null;
										to: string;
										value: string;
									}[];
									usesStep: number | null;
									warnings: {
										code: string;
										message: string;
									}[];
								}[];
								transactions: number;
								wallet: string;
								warnings: {
									code: string;
									message: string;
								}[];
							};
						};
						messageId: string;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-assistant-sessions": {
		parameters: {
			query: {
				cursor?: string;
				limit?: string;
				wallet: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The conversations. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							activeDappProjectId: string | null;
							chatId: string;
							createdAt: string;
							id: string;
							isAnswering: boolean;
							lastAction: string | null;
							messages: number;
							name: string;
							pending: {
								intent: string;
								missing: string[];
								options: unknown[];
								until: string;
							} | null;
							updatedAt: string;
							waiting: number;
							wallet: string | null;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-assistant-suggestions": {
		parameters: {
			query?: {
				chainId?: string | null;
				wallet?: string | null;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The chips, the most useful first. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chainId: number | null;
							id: string;
							intent: string;
							/** @enum {string} */
							kind: "stopped-agent" | "late-position" | "allowance-at-risk" | "pending-trade" | "holding" | "start";
							label: string;
							message: string;
							reason: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-v1-feedback": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					/** @default null */
					correction?: string | null;
					messageId: string;
					/** @enum {string} */
					rating: "up" | "down";
					/** @default null */
					wallet?: string | null;
				};
			};
		};
		responses: {
			/** @description The feedback as stored. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							chatId: string;
							correction: string | null;
							createdAt: string;
							messageId: string;
							/** @enum {string} */
							rating: "up" | "down";
							updatedAt: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-notifications": {
		parameters: {
			query: {
				cursor?: string;
				limit?: string;
				unread?: "true" | "false";
				walletAddress: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The notifications. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							createdAt: string;
							data: Record<string, never>;
							expiryWarnedAt: string | null;
							id: string;
							/** @enum {string} */
							kind: "fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk";
							message: string;
							read: boolean;
							title: string;
							/** @enum {string} */
							type: "autopilot" | "account" | "price-alert" | "limit-order" | "payment" | "approval-risk";
							wallet: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-v1-notifications-id-read": {
		parameters: {
			query?: {
				walletAddress?: string;
			};
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				"application/json": {
					walletAddress?: string;
				} & unknown;
			};
		};
		responses: {
			/** @description The notification. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							createdAt: string;
							data: Record<string, never>;
							expiryWarnedAt: string | null;
							id: string;
							/** @enum {string} */
							kind: "fill" | "failure" | "safety-block" | "expiry-warning" | "protection" | "channel-off" | "price-alert" | "limit-order" | "payment" | "approval-risk";
							message: string;
							read: boolean;
							title: string;
							/** @enum {string} */
							type: "autopilot" | "account" | "price-alert" | "limit-order" | "payment" | "approval-risk";
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-notifications-count": {
		parameters: {
			query: {
				walletAddress: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The counts. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							count: number;
							total: number;
							unread: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-v1-notifications-read-all": {
		parameters: {
			query?: {
				walletAddress?: string;
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				"application/json": {
					walletAddress?: string;
				} & unknown;
			};
		};
		responses: {
			/** @description Done. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							marked: number;
							/** @enum {unknown} */
							success: true;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-profit-wallet": {
		parameters: {
			query?: {
				chainId?: string;
				recordId?: string;
			};
			header?: never;
			path: {
				wallet: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The profit and loss. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							at: string;
							/** @enum {unknown} */
							method: "average-cost";
							records: {
								budgetToken: {
									address: string;
									decimals: number | null;
									priceUsd: string | null;
									symbol: string | null;
								};
								chainId: number;
								days: {
									day: string;
									/** @description An exact decimal string in whole tokens. */
									fees: string;
									fills: number;
									/** @description An exact decimal string in whole tokens. */
									realised: string;
									/** @description An exact decimal string in whole tokens. */
									received: string;
									/** @description An exact decimal string in whole tokens. */
									spent: string;
								}[];
								/** @description An exact decimal string in whole tokens. */
								fees: string;
								fills: number;
								firstFillAt: string;
								holding: {
									/** @description An exact decimal string in whole tokens. */
									capital: string;
									token: string;
									/** @description An exact decimal string in whole tokens. */
									total: string;
									/** @description An exact decimal string in whole tokens. */
									value: string;
								} | null;
								/** @enum {string} */
								kind: "position" | "agent";
								lastFillAt: string;
								number: number | null;
								/** @description An exact decimal string in whole tokens. */
								realised: string;
								/** @description An exact decimal string in whole tokens. */
								received: string;
								recordId: string;
								/** @description An exact decimal string in whole tokens. */
								spent: string;
								tokens: {
									address: string;
									/** @description An exact decimal string in whole tokens. */
									averageCost: string | null;
									/** @description An exact decimal string in whole tokens. */
									bought: string;
									/** @description An exact decimal string in whole tokens. */
									cost: string;
									decimals: number | null;
									/** @description An exact decimal string in whole tokens. */
									held: string;
									priceUsd: string | null;
									/** @description An exact decimal string in whole tokens. */
									realised: string;
									/** @description An exact decimal string in whole tokens. */
									received: string;
									/** @description An exact decimal string in whole tokens. */
									receivedWithoutCost: string;
									/** @description An exact decimal string in whole tokens. */
									sold: string;
									/** @description An exact decimal string in whole tokens. */
									spent: string;
									symbol: string | null;
									/** @description An exact decimal string in whole tokens. */
									unrealised: string | null;
									/** @description An exact decimal string in whole tokens. */
									value: string | null;
								}[];
								/** @description An exact decimal string in whole tokens. */
								total: string | null;
								/** @description An exact decimal string in whole tokens. */
								unrealised: string | null;
								usd: {
									/** @description Dollars at the current price of the budget token, as a decimal string. */
									fees: string;
									/** @description Dollars at the current price of the budget token, as a decimal string. */
									realised: string;
									/** @description Dollars at the current price of the budget token, as a decimal string. */
									total: string | null;
									/** @description Dollars at the current price of the budget token, as a decimal string. */
									unrealised: string | null;
								} | null;
							}[];
							wallet: string;
						};
					};
				};
			};
			/** @description The wallet has no such DCA position or Autopilot agent that has made a trade. */
			404: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: unknown;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-profit-wallet-fills-csv": {
		parameters: {
			query?: {
				chainId?: string;
				recordId?: string;
			};
			header?: never;
			path: {
				wallet: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The fills. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"text/csv": unknown;
				};
			};
			/** @description The wallet has no such DCA position or Autopilot agent that has made a trade. */
			404: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: unknown;
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-training": {
		parameters: {
			query?: {
				cursor?: string;
				intent?: string;
				limit?: string;
				rating?: "up" | "down";
				status?: "pending" | "approved" | "rejected";
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description A page. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						}[];
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-training-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The candidate. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"patch-v1-training-id": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					note?: string | null;
					replacement?: string | null;
					revision?: number;
					/** @enum {string} */
					status: "pending" | "approved" | "rejected";
				};
			};
		};
		responses: {
			/** @description The candidate after the review. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							_id: string;
							action: string;
							answer: string;
							chatId: string;
							correction: string | null;
							createdAt: string;
							id: string;
							intent: string | null;
							message: string;
							note: string | null;
							/** @enum {string} */
							rating: "up" | "down";
							replacement: string | null;
							reviewedAt: string | null;
							reviewedBy: string | null;
							revision: number;
							/** @enum {string} */
							status: "pending" | "approved" | "rejected";
							updatedAt: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"post-v1-training-bulk": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				"application/json": {
					ids: (string | {
						id: string;
						revision?: number;
					})[];
					note?: string | null;
					/** @enum {string} */
					status: "pending" | "approved" | "rejected";
				};
			};
		};
		responses: {
			/** @description The result for each candidate. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							results: {
								after: unknown;
								before: unknown;
								code: string | null;
								id: string;
								message: string | null;
								/** @enum {string} */
								outcome: "done" | "refused";
							}[];
							updated: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-training-export": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The examples. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/x-ndjson": unknown;
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-v1-training-stats": {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The numbers of candidates. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							approved: number;
							pending: number;
							rejected: number;
							total: number;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
	"get-wallet-wallet": {
		parameters: {
			query?: never;
			header?: never;
			path: {
				wallet: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The counts. */
			200: {
				headers: {
					[name: string]: unknown;
				};
				content: {
					"application/json": components["schemas"]["Envelope"] & {
						data: {
							/** @description The number of records of each kind; kinds without records are omitted. */
							known: {
								[key: string]: number;
							};
							/** @description The paths of the routes that return the records. */
							links: {
								[key: string]: string;
							};
							wallet: string;
						};
					};
				};
			};
			default: components["responses"]["Error"];
		};
	};
}
