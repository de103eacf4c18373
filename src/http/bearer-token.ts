/** Returns the token of the header `Authorization: Bearer <token>`; null without one. */
export function bearerToken({ headers }: Request): string | null {
  return /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim() ?? null;
}
