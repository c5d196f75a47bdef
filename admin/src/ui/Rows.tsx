import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon, type IconName } from './icons';
import classes from './Rows.module.css';

/** A few things below each other. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={classes['root']}>{children}</ul>;
}

/** One of them: what it is called, what there is to know of it, and what can be done. */
export function Row({ icon, title, facts, link, children }: { icon?: IconName; title: string; facts: readonly string[]; link?: ReactNode; children: ReactNode }) {
  return (
    <li className={classes['row']}>
      <Group wrap="nowrap" gap="sm" miw={0}>
        {icon && <Icon name={icon} size={20} />}
        <div className={classes['words']}>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          {link}
          <Text size="xs" c="dimmed">
            {facts.filter(Boolean).join(' · ')}
          </Text>
        </div>
      </Group>
      {children}
    </li>
  );
}
