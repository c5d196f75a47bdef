import { SimpleGrid, Title } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';

import classes from './Figures.module.css';

/** Figures of one kind. */
export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" mb="lg">
        {children}
      </SimpleGrid>
    </section>
  );
}

/** A figure and what it is of; it leads somewhere where there is more to see. */
export function Figure({ link, label, value, alarming = false }: { link?: LinkProps; label: string; value: string; alarming?: boolean }) {
  const content = (
    <>
      <span className={classes['value']}>{value}</span>
      <span className={classes['label']}>{label}</span>
    </>
  );
  const marks = { className: classes['figure'], 'data-alarming': alarming || undefined };
  return link ? (
    <Link {...link} {...marks}>
      {content}
    </Link>
  ) : (
    <div {...marks}>{content}</div>
  );
}
