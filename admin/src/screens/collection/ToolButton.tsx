import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

import { Icon, type IconName } from '../../ui/icons';
import classes from './ToolButton.module.css';

/** A button beside a list, of which a narrow window has the sign alone. */
export function ToolButton({ icon, label, ...rest }: { icon: IconName; label: string } & ButtonProps & ComponentPropsWithRef<'button'>) {
  return (
    <Button variant="default" classNames={{ root: classes['root'] ?? '', section: classes['section'] ?? '', label: classes['label'] ?? '' }} leftSection={<Icon name={icon} />} aria-label={label} title={label} {...rest}>
      {label}
    </Button>
  );
}
