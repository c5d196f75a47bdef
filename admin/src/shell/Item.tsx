import { useLinkProps, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Icon, type IconName } from '../ui/icons';
import classes from './Sidebar.module.css';

interface ItemProps {
  link: Omit<LinkProps, 'children'>;
  /** Missing for one that is below another. */
  icon?: IconName;
  label: string;
  /** A page below that of the link is another place. */
  exact?: boolean;
  /** Whether one is there, where the path alone does not tell. */
  current?: boolean;
  /** What is below it. */
  children?: ReactNode;
}

/** A place of the sidebar. */
export function Item({ link, icon, label, exact = false, current, children }: ItemProps) {
  const place = useLinkProps({ ...link, activeOptions: { exact, includeSearch: false } });
  const said = current === undefined ? {} : { 'data-status': current ? 'active' : undefined, 'aria-current': current ? ('page' as const) : undefined };
  return (
    <li>
      <a {...place} {...said} className={classes['item']} title={icon ? undefined : label}>
        {icon && <Icon name={icon} className={classes['icon']} />}
        <span className={classes['label']}>{label}</span>
      </a>
      {children}
    </li>
  );
}
