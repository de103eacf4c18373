import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';

/**
 * Checks that the page to which a person is sent belongs to the provider.
 * @param hosts the provider's hosts; their subdomains are accepted as well
 * @param replacedBy URLs in the settings that replace the provider's own URLs; their origins are accepted as well
 * @throws ProviderFailure `malformed-reply` for any other page
 */
export function checkoutUrl(
  provider: string,
  text: string,
  { hosts, replacedBy }: { readonly hosts: readonly string[]; readonly replacedBy: readonly (string | undefined)[] },
): string {
  const url = URL.parse(text);
  const isOwn =
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  const isReplaced = url !== null && replacedBy.some((own) => own !== undefined && URL.parse(own)?.origin === url.origin);
  if (url !== null && (isOwn || isReplaced)) return url.href;
  throw new ProviderFailure(
    'malformed-reply',
    `${provider} returned a checkout page on a host that does not belong to ${provider}, so the page is not used.`,
  );
}
