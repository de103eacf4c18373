/**
 * Returns the headers for requests to CoinGecko. The header with the API key has another name on the paid host (`pro-...`) than on the free
 * host.
 */
export function coingeckoHeaders(baseUrl: string, apiKey: string | undefined): Readonly<Record<string, string>> {
  if (apiKey === undefined) return {};
  return { [new URL(baseUrl).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey };
}
