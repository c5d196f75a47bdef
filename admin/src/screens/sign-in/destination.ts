/** Where a sign-in leads: a page of this application, whatever the address says. */
export function destination(to: string | undefined): string {
  if (to === undefined || !/^\/(?![/\\])/.test(to) || /[\r\n\t]/.test(to)) return '/admin';
  const path = to === '/admin' || to.startsWith('/admin/') || to.startsWith('/admin?') ? to : `/admin${to}`;
  return path.startsWith('/admin/sign-in') ? '/admin' : path;
}
