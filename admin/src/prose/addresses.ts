/** Whether a link may lead there: the web, mail, a telephone, the library, or within the site. */
export function isSafeAddress(address: string): boolean {
  const text = address.replaceAll(/[\u0000-\u0020]/g, '');
  return /^(https?:|mailto:|tel:|media:[\w-]+$)/i.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text);
}
