/** The measures of the shell, which its skeleton shares so that nothing jumps. */
export const header = { height: 48 };

export const navbar = (opened: boolean) => ({ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }) as const;
