const spelt = (address: string) => address.replaceAll(/[\u0000-\u0020]/g, '');

/** Whether an address is that of a page: of the web, or of the site itself. */
export const isPageAddress = (address: string): boolean => /^https?:/i.test(spelt(address)) || !/^[a-z][a-z0-9+.-]*:/i.test(spelt(address));

/** Whether a link may lead there: the web, mail, a telephone, the library, or within the site. */
export const isSafeAddress = (address: string): boolean => isPageAddress(address) || /^(mailto:|tel:|media:[\w-]+$)/i.test(spelt(address));

/** Where what somebody typed leads: what looks like a host, or like an address of mail, gets the scheme that it lacks. undefined for a bare word: a page would look for it beside itself. */
export function addressOf(text: string): string | undefined {
  const typed = text.trim();
  if (!isSafeAddress(typed)) return undefined;
  if (/^[^\s@:/]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(typed)) return `mailto:${typed}`;
  if (/^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+([/?#]|$)/u.test(typed)) return `https://${typed}`;
  return /^([a-z][a-z0-9+.-]*:|[/?#]|\.\.?\/)/i.test(typed) ? typed : undefined;
}
