const prefix = 'quartet.typed';
const userPrefix = (user: string) => `${prefix}/${encodeURIComponent(user)}/`;

/** What somebody typed into a form of a few texts, kept in this tab until it is saved or given up. */
export function typedBy(user: string, form: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(userPrefix(user) + form) ?? '{}');
    const all = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(all.filter((each): each is [string, string] => typeof each[1] === 'string'));
  } catch {
    return {};
  }
}

export function keepTyped(user: string, form: string, typed: Partial<Record<string, string>>): void {
  try {
    if (Object.keys(typed).length === 0) sessionStorage.removeItem(userPrefix(user) + form);
    else sessionStorage.setItem(userPrefix(user) + form, JSON.stringify(typed));
  } catch {
    // Storage is blocked: it is kept for as long as the page stands.
  }
}

/** Removes all of a user. */
export function dropTypedBy(user: string): void {
  try {
    const own = Object.keys(sessionStorage).filter((key) => key.startsWith(userPrefix(user)));
    own.forEach((key) => sessionStorage.removeItem(key));
  } catch {
    // Storage is blocked: there is nothing in it.
  }
}
