import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './Entry.module.css';

interface LineNoticeProps {
  title: string;
  hint: string;
  /** What can be done about it. */
  children: ReactNode;
}

/** One line above the text, where there is nothing to decide. */
export function LineNotice({ title, hint, children }: LineNoticeProps) {
  return (
    <div role="status" className={classes['draftLine']}>
      <Text size="sm">
        <Text span inherit fw={600}>
          {title}
        </Text>{' '}
        <Text span inherit c="dimmed">
          {hint}
        </Text>
      </Text>
      {children}
    </div>
  );
}
