import { UnstyledButton } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import { Icon } from '../ui/icons';
import classes from './Sidebar.module.css';

interface SectionProps {
  title?: string;
  shown?: boolean;
  folded?: boolean;
  /** Missing for one that stays open. */
  fold?: (folded: boolean) => void;
  children: ReactNode;
}

/** Some of what one can go to, below its name. */
export function Section({ title, shown = true, folded = false, fold, children }: SectionProps) {
  const id = useId();
  if (!shown) return null;
  return (
    <section className={classes['section']}>
      {title && (
        <h2 className={classes['title']}>
          {fold ? (
            <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={!folded} aria-controls={id} onClick={() => fold(!folded)}>
              {title}
              <Icon name="fold" size={12} />
            </UnstyledButton>
          ) : (
            title
          )}
        </h2>
      )}
      <ul id={id} className={classes['list']} hidden={folded}>
        {children}
      </ul>
    </section>
  );
}
