/** The headers of requests to CoinGecko: the key of its paid host (`pro-...`) has another name than that of the free one. */
export function coingeckoHeaders(baseUrl: string, apiKey: string | undefined): Readonly<Record<string, string>> {
  if (apiKey === undefined) return {};
  return { [new URL(baseUrl).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey };
}
