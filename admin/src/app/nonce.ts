/** What the content security policy of this page asks of every style sheet. */
export function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
