/** The product's logo: the hull of a ship under two sails. */
export function Brand() {
  return (
    <svg class="brand" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path d="M7 21h18l-3 4H10zM15 7v12H8zM17 10l7 9h-7z" fill="#fff" />
    </svg>
  );
}
