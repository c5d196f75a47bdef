import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon, type IconName } from './icons';
import classes from './Notice.module.css';

interface NoticeProps {
  /** warning: something is to be decided. danger: something failed or is lost. quiet: good to know. */
  tone: 'warning' | 'danger' | 'quiet';
  icon?: IconName;
  title?: ReactNode;
  /** Whether it is read out as soon as it appears. */
  urgent?: boolean;
  /** The space below; none where the things around it keep their own. */
  mb?: 0 | 'md' | 'xl';
  children?: ReactNode;
}

/** Says something above what it is about. */
export function Notice({ tone, icon, title, urgent, mb = 'md', children }: NoticeProps) {
  return (
    <Alert
      mb={mb}
      variant="outline"
      {...(icon ? { icon: <Icon name={icon} /> } : {})}
      title={title}
      data-tone={tone}
      role={urgent ? 'alert' : 'status'}
      classNames={{ root: classes['root'] ?? '', title: classes['title'] ?? '', icon: classes['icon'] ?? '', message: classes['message'] ?? '' }}
    >
      {children}
    </Alert>
  );
}
